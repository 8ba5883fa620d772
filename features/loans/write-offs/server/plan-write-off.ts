import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { previewWriteOff as contract } from '#features/loans/write-offs/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import { eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { whyNotWriteOff, type WriteOff, writeOffOf } from '#features/loans/loans/rules/write-off.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { refuseDay } from '#features/loans/running-loans/server/lock-running-loan.ts'
import {
  findRecoverable,
  findRunningLoan,
  type LockedRunningLoan,
  type Recoverable,
} from '#features/loans/running-loans/server/queries.ts'

import { findLossAccounts, type LossAccounts } from './queries.ts'

export type PlannedWriteOff = WriteOff & {
  accounts: LossAccounts
  /** What settles the loan on the day, charges included. */
  settlement: Kobo
  recoverable: Kobo
  recoverableFrom: Recoverable[]
  approvals: number
}

/** What writing this loan off would do; nothing is changed. Refuses: not_found, loan_not_active, loan_written_off, chart_account_missing. */
export async function previewWriteOff(
  tx: Tx,
  _actor: TenantActor,
  { loanId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { amount, fromProvision, toBadDebts, settlement, recoverable, recoverableFrom, approvals } = await planWriteOff(
    tx,
    await findRunningLoan(tx, loanId),
    dayIn(now),
  )
  return {
    amount,
    fromProvision,
    toBadDebts,
    unpaidCharges: kobo(settlement > amount ? settlement - amount : 0n),
    recoverable,
    approvals,
    recoverableFrom: recoverableFrom.map(({ memberId, name, membershipno, source, available }) => ({
      memberId,
      name,
      membershipno,
      source,
      available,
    })),
  }
}

/** The same for the preview and for the posting. Refuses: loan_not_active, loan_written_off, chart_account_missing. */
export async function planWriteOff(tx: Tx, loan: LockedRunningLoan, day: Day): Promise<PlannedWriteOff> {
  if (loan.status === 'written_off') refuse('loan_written_off')
  if (loan.status !== 'active') refuse('loan_not_active')
  const [accounts, recoverableFrom, rules] = await Promise.all([
    findLossAccounts(tx),
    findRecoverable(tx, loan),
    findApprovalRules(tx),
  ])
  const settlement = settlementOn(planOfLoan(loan), eventsOf(loan.movements), day)
  const available = sumKobo(recoverableFrom.map((each) => each.available))
  const writeOff = writeOffOf(loan.before, accounts.built)
  return {
    ...writeOff,
    accounts,
    settlement,
    recoverableFrom,
    recoverable: available < settlement ? available : settlement,
    approvals: approvalsOf(rules.writeOff, writeOff.amount),
  }
}

/** The same, held against what is asked. Refuses: write_off_nothing, write_off_too_early, write_off_recoverable, dates out of reach. */
export async function planAskedWriteOff(
  tx: Tx,
  loan: LockedRunningLoan,
  asked: { on: Day; releasesPledges: boolean },
  { now }: Pick<Context, 'now'>,
): Promise<PlannedWriteOff> {
  const plan = await planWriteOff(tx, loan, dayIn(now))
  refuseDay(loan, asked.on, now)
  const lastMovedOn = loan.movements
    .filter(({ status }) => status === 'posted')
    .map(({ occurredOn }) => occurredOn)
    .toSorted()
    .at(-1)
  const wrong = whyNotWriteOff({ ...plan, lastMovedOn }, asked)
  if (wrong) throw wrong
  return plan
}
