import { Refusal } from '#core/refusal.ts'
import { expenseTypes } from './movement-types.ts'

/** Files of proof that one payment takes. */
export const proofsMax = 3

/** Why this expense or other income takes no photo of its bill now, or undefined when it does: the bill may come after the money. */
export function whyNotBill({
  type,
  status,
  proofs,
}: {
  type: string
  status: string
  proofs: number
}): Refusal | undefined {
  if (!(expenseTypes as readonly string[]).includes(type) || (status !== 'pending' && status !== 'approved'))
    return new Refusal('bill_not_wanted')
  return proofs >= proofsMax ? new Refusal('proofs_too_many', { max: proofsMax }) : undefined
}

/** Why this movement takes no proof from the member now, or undefined when it does. */
export function whyNotProve({
  type,
  status,
  madeByOfficer,
  proofs,
}: {
  type: string
  status: string
  madeByOfficer: boolean
  proofs: number
}): Refusal | undefined {
  if (type !== 'deposit' || status !== 'pending' || madeByOfficer) return new Refusal('proof_not_wanted')
  return proofs >= proofsMax ? new Refusal('proofs_too_many', { max: proofsMax }) : undefined
}
