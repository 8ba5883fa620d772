import type { waivePenalties as contract } from '#features/loans/penalties/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { PenaltyWaiverId } from '#core/ids.ts'
import type { Waiver } from '#features/loans/loans/rules/loan-plan.ts'
import {
  changeBetween,
  eventsOf,
  planOfLoan,
  type RunningLoan,
  runningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import { kobo, moneyText, sumKobo } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { reallocateLoan } from '#features/loans/running-loans/server/reallocate-loan.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import type { LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { insertWaiver } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Lets go of penalties that are owed today. What of them was paid already is used for something else, in an entry of its
 * own. Refuses: not_found, loan_not_active, loan_written_off, own_loan, penalty_waiver_nothing, penalty_waiver_paid.
 */
export async function waivePenalties(
  tx: Tx,
  actor: TenantActor,
  { loanId, instalment, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const loan = await lockRunningLoan(tx, loanId)
  refuseUnlessRunning(actor, loan)
  const on = dayIn(context.now)
  const dueOn = loan.before.instalments
    .filter(({ number, owed }) => owed.penalties > 0n && (instalment === undefined || number === instalment))
    .map((line) => line.dueOn)
  if (dueOn.length === 0) refuse('penalty_waiver_nothing', { ...(instalment !== undefined && { field: 'instalment' }) })
  const after = loanWith(loan, [...loan.waivers, { on, dueOn }])
  const amount = kobo(penaltiesOf(loan.before) - penaltiesOf(after))
  if (amount <= 0n) refuse('penalty_waiver_nothing')

  // From here on it must succeed.
  await insertWaiver(tx, actor, {
    id: newId<PenaltyWaiverId>(),
    loan,
    on,
    dueOn: [...new Set<Day>(dueOn)],
    amount,
    reason,
  })
  await saveRemade(tx, actor, loan, after, context)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'success',
      link: `/member/loans/${loanId}`,
      message: fill(strings.aPenaltyOfOnYour, { amount: moneyText(amount), loanConfig: loan.loanConfig, reason }),
    },
  ])
  return getLoan(tx, actor, { loanId }, context)
}

export function refuseUnlessRunning(actor: TenantActor, { status, memberId }: LockedRunningLoan): void {
  if (status === 'written_off') refuse('loan_written_off')
  if (status !== 'active' && status !== 'completed') refuse('loan_not_active')
  if (isSelf(actor, memberId)) refuse('own_loan')
}

/** The loan with these waivers. Refuses: penalty_waiver_paid, where money that was paid would be owed no more. */
export function loanWith(loan: LockedRunningLoan, waivers: readonly Waiver[]): RunningLoan {
  const after = runningLoan(planOfLoan({ ...loan, waivers }), eventsOf(loan.movements))
  return after instanceof Refusal ? refuse('penalty_waiver_paid') : after
}

export async function saveRemade(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  after: RunningLoan,
  context: Context,
): Promise<void> {
  await reallocateLoan(tx, actor, loan, changeBetween(loan.before, after), context)
  await saveLoans(tx, actor, [{ loan, after, accountId: loan.accountId ?? refuse('not_found') }])
}

function penaltiesOf({ instalments }: RunningLoan): bigint {
  return sumKobo(instalments.map(({ penalties }) => penalties))
}
