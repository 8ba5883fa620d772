import { type Refusal, refusal } from '#core/refusal.ts'
import { expenseTypes } from './movement-types.ts'

/** Files of proof that one payment takes. */
export const proofsMax = 3

export const proofNotWanted = refusal(
  'proof_not_wanted',
  409,
  'Proof goes with a payment that you reported and that still waits for an officer. Give them what you want to add.',
)
const billNotWanted = refusal(
  'bill_not_wanted',
  409,
  'A bill goes with an expense or other income that is waiting or posted. Record it first.',
)
const proofsTooMany = refusal('proofs_too_many', 409, 'A payment takes at most {max} files.')

type Proved = { type: string; status: string; proofs: number }

/** Why this expense or other income takes no photo of its bill now, or undefined when it does: the bill may come after the money. */
export function whyNotBill({ type, status, proofs }: Proved): Refusal | undefined {
  if (!(expenseTypes as readonly string[]).includes(type) || (status !== 'pending' && status !== 'approved'))
    return billNotWanted()
  return proofs >= proofsMax ? proofsTooMany({ max: proofsMax }) : undefined
}

/** Why this movement takes no proof from the member now, or undefined when it does. */
export function whyNotProve({
  type,
  status,
  madeByOfficer,
  proofs,
}: Proved & { madeByOfficer: boolean }): Refusal | undefined {
  if (type !== 'deposit' || status !== 'pending' || madeByOfficer) return proofNotWanted()
  return proofs >= proofsMax ? proofsTooMany({ max: proofsMax }) : undefined
}
