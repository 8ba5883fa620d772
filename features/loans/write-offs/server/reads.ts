import type { Day } from '#core/calendar.ts'
import type { AccountId, LoanId, WriteOffId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import type { AccountClass } from '#features/accounting/books/rules/account.ts'
import {
  badDebtsCode,
  provisionCode,
  provisionExpenseCode,
  recoveredCode,
} from '#features/accounting/books/rules/chart.ts'
import { eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { whyNotWriteOff, type WriteOff, writeOffOf } from '#features/loans/loans/rules/write-off.ts'
import {
  findRecoverable,
  findRunningLoan,
  loanNotActive,
  loanWrittenOff,
  type LockedRunningLoan,
  type Recoverable,
  refuseDay,
} from '#features/loans/running-loans/server/reads.ts'
import * as contract from '#features/loans/write-offs/contract.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const writeOffDecided = refusal(
  'write_off_decided',
  409,
  'This write-off has already been {outcome}. Nothing was changed.',
)

export type PlannedWriteOff = WriteOff & {
  accounts: LossAccounts
  /** What settles the loan on the day, charges included. */
  settlement: Kobo
  recoverable: Kobo
  recoverableFrom: Recoverable[]
  approvals: number
}

/** What writing this loan off would do; nothing is changed. Refuses: not_found, loan_not_active, loan_written_off, chart_account_missing. */
export const previewWriteOff = action(contract.previewWriteOff, async ({ tx, today }, { loanId }) => {
  const { amount, fromProvision, toBadDebts, settlement, recoverable, recoverableFrom, approvals } = await planWriteOff(
    tx,
    await findRunningLoan(tx, loanId),
    today,
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
})

/** The same for the preview and for the posting. Refuses: loan_not_active, loan_written_off, chart_account_missing. */
export async function planWriteOff(tx: Tx, loan: LockedRunningLoan, day: Day): Promise<PlannedWriteOff> {
  if (loan.status === 'written_off') refuse(loanWrittenOff())
  if (loan.status !== 'active') refuse(loanNotActive())
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

/** The plan of a write-off that is asked for. Refuses: write_off_nothing, write_off_too_early, write_off_recoverable, dates out of reach. */
export async function planAskedWriteOff(
  tx: Tx,
  loan: LockedRunningLoan,
  asked: { on: Day; releasesPledges: boolean },
  today: Day,
): Promise<PlannedWriteOff> {
  const plan = await planWriteOff(tx, loan, today)
  refuseDay(loan, asked.on, today)
  const lastMovedOn = loan.movements
    .filter(({ status }) => status === 'posted')
    .map(({ occurredOn }) => occurredOn)
    .toSorted()
    .at(-1)
  const wrong = whyNotWriteOff({ ...plan, lastMovedOn }, asked)
  if (wrong) throw wrong
  return plan
}

export type LockedWriteOff = {
  id: WriteOffId
  loanId: LoanId
  status: 'pending' | 'approved' | 'rejected' | 'reversed'
  amount: Kobo
  on: Day | null
  reason: string
  releasesPledges: boolean
  decidedBy: string | null
}

/** Which loan it is about, so that the loan is locked first, as everywhere. Refuses: not_found. */
export async function findLoanOf(tx: Tx, id: WriteOffId): Promise<LoanId> {
  const found = await tx.maybe<{ loanId: LoanId }>(sql`select loan_id from app.write_off where write_off_id = ${id}`)
  return found?.loanId ?? refuse('not_found')
}

/** The write-off, whose loan is locked. Refuses: write_off_decided. */
export async function findWaiting(tx: Tx, id: WriteOffId): Promise<LockedWriteOff> {
  const found = await tx.one<LockedWriteOff>(sql`
    select write_off_id as id, loan_id, status, amount, occurred_on as on, reason, releases_pledges, decided_by_name as decided_by
    from app.write_off where write_off_id = ${id}`)
  if (found.status !== 'pending')
    refuse(
      writeOffDecided({
        outcome: `${found.status === 'approved' ? 'posted' : found.status}${found.decidedBy === null ? '' : ` by ${found.decidedBy}`}`,
      }),
    )
  return found
}

export type LossAccounts = {
  provision: AccountId
  badDebts: AccountId
  recovered: AccountId
  /** What is set aside for lost loans and not used yet. */ built: Kobo
}

/** Where lost and recovered loans are booked. Refuses: chart_account_missing. */
export async function findLossAccounts(tx: Tx): Promise<LossAccounts> {
  const by = await findChartAccounts(tx, {
    [provisionCode]: 'asset',
    [badDebtsCode]: 'expense',
    [recoveredCode]: 'income',
  })
  const provision = by(provisionCode)
  return {
    provision: provision.id,
    badDebts: by(badDebtsCode).id,
    recovered: by(recoveredCode).id,
    built: provision.credit,
  }
}

/** Where what is set aside for loan losses is booked, and what it costs the year. Refuses: chart_account_missing. */
export async function findProvisionAccounts(tx: Tx): Promise<{ provision: AccountId; expense: AccountId }> {
  const by = await findChartAccounts(tx, { [provisionCode]: 'asset', [provisionExpenseCode]: 'expense' })
  return { provision: by(provisionCode).id, expense: by(provisionExpenseCode).id }
}

/** Accounts of the chart by their code, each of its class, with their balance in credit. */
async function findChartAccounts(
  tx: Tx,
  classes: Readonly<Record<string, AccountClass>>,
): Promise<(code: string) => { id: AccountId; credit: Kobo }> {
  const rows = await tx.many<{ code: string; id: AccountId; credit: Kobo }>(sql`
    select a.code, a.account_id as id, coalesce((select sum(b.credits - b.debits) from ledger.balance b where b.account_id = a.account_id), 0)::bigint as credit
    from ledger.account a join unnest(${Object.keys(classes)}::text[], ${Object.values(classes)}::text[]) as c(code, class) on c.code = a.code and c.class = a.class
    where not a.is_control and a.retired_at is null`)
  return (code) => rows.find((row) => row.code === code) ?? refuse('chart_account_missing', { code })
}
