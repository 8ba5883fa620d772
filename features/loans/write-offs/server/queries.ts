import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, LoanId, WriteOffId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { AccountClass } from '#features/accounting/books/rules/account.ts'
import { refuse } from '#core/refusal.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Approvals, type ApprovalState, findApprovalStates } from '#features/access/approvals/server/queries.ts'
import {
  badDebtsCode,
  provisionCode,
  provisionExpenseCode,
  recoveredCode,
} from '#features/accounting/books/rules/chart.ts'

export type WriteOffOnLoan = {
  id: WriteOffId
  status: 'pending' | 'approved'
  amount: Kobo
  on: Day | null
  reason: string
  releasesPledges: boolean
  askedBy: string
  askedAt: Date
  fromProvision: Kobo | null
  approvals: ApprovalState
}

/** The write-off of a loan that waits or is in force. */
export async function findWriteOff(tx: Tx, actor: TenantActor, loanId: LoanId): Promise<WriteOffOnLoan | null> {
  const [row, states] = await Promise.all([
    tx.maybe<Omit<WriteOffOnLoan, 'approvals'>>(sql`
      select w.write_off_id as id, w.status, w.amount, coalesce(m.occurred_on, w.occurred_on) as on, w.reason, w.releases_pledges, w.asked_by_name as "askedBy", w.asked_at,
        w.from_provision
      from app.write_off w left join app.loan_movement m using (movement_id) where w.loan_id = ${loanId} and w.status in ('pending', 'approved')`),
    findApprovalStates(
      tx,
      actor,
      writeOffApprovals.subjects(sql`w.loan_id = ${loanId} and w.status in ('pending', 'approved')`),
    ),
  ])
  const approvals = row && states.get(row.id)
  return row && approvals ? { ...row, approvals } : null
}

/** Write-offs that wait. */
export const writeOffApprovals: Approvals = {
  kinds: ['write_off'],
  id: sql`w.write_off_id`,
  waits: sql`w.status = 'pending'`,
  subjects: (where) => sql`
    select w.write_off_id as subject_id, 'write_off' as kind, w.approvals_needed as needed, w.asked_by as maker_id, true as made_by_officer, w.status = 'pending' as open, array[w.member_id] as member_ids
    from app.write_off w where ${where}`,
  rows: (today) => sql`
    select w.write_off_id, 'write_off', jsonb_build_object('writeOffId', w.write_off_id, 'loanId', w.loan_id), w.member_id, c.name, w.amount, coalesce(w.occurred_on, ${today}::date), w.reason, w.asked_by_name, w.asked_at, null::int, null::int, true
    from app.write_off w join app.loan using (loan_id) join app.loan_configuration c using (loan_configuration_id) where w.status = 'pending'`,
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

/** Which loan it is about, so that the loan is held first, as everywhere. Refuses: not_found. */
export async function findLoanOf(tx: Tx, id: WriteOffId): Promise<LoanId> {
  const found = await tx.maybe<{ loanId: LoanId }>(sql`select loan_id from app.write_off where write_off_id = ${id}`)
  return found?.loanId ?? refuse('not_found')
}

/** The write-off, whose loan is held. Refuses: write_off_decided. */
export async function findWaiting(tx: Tx, id: WriteOffId): Promise<LockedWriteOff> {
  const found = await tx.one<LockedWriteOff>(sql`
    select write_off_id as id, loan_id, status, amount, occurred_on as on, reason, releases_pledges, decided_by_name as "decidedBy"
    from app.write_off where write_off_id = ${id}`)
  if (found.status !== 'pending')
    refuse('write_off_decided', {
      status: found.status === 'approved' ? 'posted' : found.status,
      by: found.decidedBy ?? undefined,
    })
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
