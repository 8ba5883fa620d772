import type { askGuarantor as contract } from '#features/loans/guarantees/loan-guarantors.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotGuarantor } from '#features/loans/loans/rules/eligibility.ts'
import { guaranteedStatuses, reopenableStatuses } from '#features/loans/loans/rules/guarantee.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockLoan } from '#features/loans/running-loans/server/queries.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { findGuarantors } from './queries.ts'
import { askInPlace } from './store.ts'
import { notifyGuarantors } from './notify-guarantors.ts'

/**
 * Asks a member to be in another's place, who stays bound until the new one has accepted; who had not accepted steps
 * back at once. An officer asks also where the loan has ended, so that what ended it can be reversed. Refuses: not_found, guarantee_not_wanted, guarantor_not_standing, guarantor_named_already, and who can't be asked.
 */
export async function askGuarantor(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, replaces }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const held = await lockLoan(tx, loanId)
  const mayReopen = reopenableStatuses.includes(held.status) && actor.role !== 'member'
  if (!guaranteedStatuses.includes(held.status) && !mayReopen) refuse('guarantee_not_wanted')
  const old =
    held.guarantors.find((guarantor) => guarantor.memberId === replaces) ??
    refuse('guarantor_not_standing', { field: 'replaces' })
  const named = held.guarantors.find((guarantor) => guarantor.memberId === memberId)
  if (named) refuse('guarantor_named_already', { field: 'memberId', name: named.name })
  const [found] = await findGuarantors(tx, [memberId])
  const wrong = whyNotGuarantor(held.memberId, found, memberId, 'memberId')
  if (wrong) throw wrong
  if (!found) return refuse('guarantor_unknown', { field: 'memberId' })

  // From here on it must succeed.
  await askInPlace(tx, actor, loanId, { ...found, amount: old.amount, replaces, isFreed: old.status !== 'accepted' })
  const { memberName: borrower, loanConfig, principal } = held
  notifyGuarantors(tx, actor.cooperativeId, [{ memberId, amount: old.amount }], {
    borrower,
    loan: loanConfig,
    principal,
  })
  return getLoan(tx, actor, { loanId }, context)
}
