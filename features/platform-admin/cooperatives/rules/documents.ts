import type { CooperativeStatus } from '#core/actor.ts'
import { Refusal } from '#core/refusal.ts'

/** Whoever registers is a stranger until the cooperative is verified, so a pending one stores little. */
export const documentsMax = { pending: 10, verified: 50 }

/** Why a cooperative can't add a document to the `documents` that it has, or undefined when it can. */
export function whyNotAddDocument(status: CooperativeStatus, documents: number): Refusal | undefined {
  const max = status === 'pending' ? documentsMax.pending : documentsMax.verified
  return documents >= max ? new Refusal('documents_too_many', { max }) : undefined
}
