import type { CooperativeStatus } from '#core/actor.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

const documentsTooMany = refusal(
  'documents_too_many',
  409,
  'A cooperative stores at most {max} documents. Contact support to have one replaced.',
)

/** Whoever registers is a stranger until the cooperative is verified, so a pending one stores little. */
export const documentsMax = { pending: 10, verified: 50 }

/** Why a cooperative can't add a document to the `documents` that it has, or undefined when it can. */
export function whyNotAddDocument(status: CooperativeStatus, documents: number): Refusal | undefined {
  const max = status === 'pending' ? documentsMax.pending : documentsMax.verified
  return documents >= max ? documentsTooMany({ max }) : undefined
}
