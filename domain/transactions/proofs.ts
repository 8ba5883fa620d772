import { Refusal } from '#domain/refusal.ts'

/** Files of proof that one payment takes. */
export const proofsMax = 3

/** Why this movement takes no proof from the member now, or undefined when it does. */
export function whyNotProve({ type, status, madeByOfficer, proofs }: { type: string; status: string; madeByOfficer: boolean; proofs: number }): Refusal | undefined {
  if (type !== 'deposit' || status !== 'pending' || madeByOfficer) return new Refusal('proof_not_wanted')
  return proofs >= proofsMax ? new Refusal('proofs_too_many', { max: proofsMax }) : undefined
}
