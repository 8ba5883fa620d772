import type { listLoanAccruals as listContract } from '#features/loans/accruals/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, addMonths, type Day, dayIn, dayText, firstDayOf, lastDayOf, periodOf } from '#core/calendar.ts'
import type { AccountId, EntryId, LoanAccrualId, LoanId, MemberId } from '#core/ids.ts'
import type { ArrearsTolerance } from '#features/loans/loans/rules/arrears.ts'
import type { InterestBasis } from '#features/loans/loans/rules/loan.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findReleased } from '#features/savings/fixed-deposits/server/reads.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { inAdvanceCode, payableCode, receivableCode } from '#features/accounting/books/rules/chart.ts'

export type AccrualLine = {
  loanId: LoanId
  memberId: MemberId
  membershipno: string
  name: string
  loanConfig: string
  receivable: Kobo
  inAdvance: Kobo
  suspended: Kobo
  daysLate: number
}

type Accrual = Replied<typeof listContract>

const accrualColumns = sql`a.accrual_id, a.transaction_id, a.accrued_on as on, a.receivable, a.in_advance, a.suspended, t.status,
  a.payable, t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy", t.created_at`
const accrualJoin = sql`join app.transaction t on t.transaction_id = a.transaction_id`

export async function listLoanAccruals(
  tx: Tx,
  _actor: TenantActor,
  { sort, page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Accrual>> {
  const order = sort === 'on' ? sql`a.accrued_on, t.created_at` : sql`a.accrued_on desc, t.created_at desc`
  const [rows, { total }, { basis, suspendAfterDays }, days] = await Promise.all([
    tx.many<Accrual>(
      sql`select ${accrualColumns} from app.loan_accrual a ${accrualJoin} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.loan_accrual`),
    findBasis(tx),
    findMonthEnds(tx, dayIn(now)),
  ])
  return { rows, total, summary: { basis, suspendAfterDays, days } }
}

export async function findBasis(
  tx: Tx,
): Promise<{ basis: InterestBasis; suspendAfterDays: number; tolerance: ArrearsTolerance }> {
  const { amount, days, ...basis } = await tx.one<
    ArrearsTolerance & { basis: InterestBasis; suspendAfterDays: number }
  >(sql`
    select loan_interest_basis as basis, suspend_interest_after_days as "suspendAfterDays", arrears_tolerance as amount, arrears_tolerance_days as days from app.configuration`)
  return { ...basis, tolerance: { amount, days } }
}

/** How many months somebody can choose from. */
const monthsOffered = 24

/** The month ends that can be posted, newest first: over, in open books, and after what is posted or waits already. */
export async function findMonthEnds(tx: Tx, today: Day): Promise<Day[]> {
  const [{ basis }, { booksBeginOn, closedThrough }, last, booked] = await Promise.all([
    findBasis(tx),
    findOpenDays(tx),
    findLastAccrual(tx),
    findBooked(tx, today),
  ])
  const isBooked = booked.receivable !== 0n || booked.inAdvance !== 0n || booked.payable !== 0n
  if (last?.status === 'pending' || (basis === 'cash' && !isBooked)) return []
  const after = [addDays(booksBeginOn, -1), closedThrough, last?.on].reduce<Day>(
    (latest, day) => (day && day > latest ? day : latest),
    addDays(booksBeginOn, -1),
  )
  const newest = lastDayOf(periodOf(addDays(firstDayOf(periodOf(addDays(today, 1))), -1)))
  const ends = Array.from({ length: monthsOffered }, (_, back) => lastDayOf(addMonths(periodOf(newest), -back)))
  return ends.filter((end) => end > after && end <= today)
}

/** The newest accrual that is posted or waits. */
async function findLastAccrual(tx: Tx): Promise<{ on: Day; status: 'pending' | 'approved' } | undefined> {
  return tx.maybe(
    sql`select a.accrued_on as on, t.status from app.loan_accrual a ${accrualJoin} where t.status in ('pending', 'approved') order by a.accrued_on desc limit 1`,
  )
}

/**
 * What the accruals in force have put into the books, by account, and in sum less what payments have collected since and what deposits that had ended by a day have taken out.
 * Interest that the old books had as earned was there before them: what payments have collected is less by that, and a society that
 * calculates by cash leaves there what is not collected yet. So it is with interest that they owed on fixed deposits.
 */
export async function findBooked(
  tx: Tx,
  on: Day,
): Promise<{
  receivable: Kobo
  inAdvance: Kobo
  byAccount: ReadonlyMap<AccountId, Kobo>
  /** Of interest, and of the margin of a murabaha. */
  collected: { interest: Kobo; margin: Kobo }
  /** Interest on fixed deposits, and what deposits took out of it, less what the old books had of it. */
  payable: Kobo
  released: Kobo
}> {
  const collected = await tx.one<{ interest: Kobo; margin: Kobo }>(sql`
    select coalesce(sum(c.receivable) filter (where l.interest_method <> 'murabaha'), 0)::bigint as interest,
      coalesce(sum(c.receivable) filter (where l.interest_method = 'murabaha'), 0)::bigint as margin
    from (select m.loan_id, m.receivable from app.loan_movement m where m.receivable > 0 and m.status = 'posted'
      union all select o.loan_id, -case c.loan_interest_basis when 'cash' then least(o.receivable, coalesce((select sum(v.receivable) from app.loan_movement v
          where v.loan_id = o.loan_id and v.receivable > 0 and v.status = 'posted'), 0)) else o.receivable end
        from app.configuration c cross join app.loan_taken_over o join app.transaction t on t.transaction_id = o.opening_id and t.status = 'approved' where o.receivable > 0) c
    join app.loan l using (loan_id)`)
  const rows = await tx.many<{ code: string | null; id: AccountId; debit: Kobo }>(sql`
    select k.code, j.account_id as id, sum(j.debit - j.credit)::bigint as debit
    from app.loan_accrual a ${accrualJoin} join app.journal_line j on j.transaction_id = a.transaction_id join ledger.account k on k.account_id = j.account_id
    where t.status = 'approved' group by k.code, j.account_id`)
  const released = await findReleased(tx, on)
  const of = (code: string) => rows.find((row) => row.code === code)?.debit ?? zeroKobo
  return {
    receivable: kobo(of(receivableCode) - collected.interest - collected.margin),
    inAdvance: kobo(-of(inAdvanceCode)),
    byAccount: new Map(rows.map(({ id, debit }) => [id, debit])),
    collected,
    payable: kobo(-of(payableCode) - released),
    released,
  }
}

/** Where earned and unearned interest is. Refuses: chart_account_missing. */
export async function findAccrualAccounts(tx: Tx): Promise<{ receivable: AccountId; inAdvance: AccountId }> {
  const rows = await tx.many<{ code: string; id: AccountId }>(
    sql`select code, account_id as id from ledger.account where code in (${receivableCode}, ${inAdvanceCode}) and not is_control and retired_at is null`,
  )
  const by = (code: string) => rows.find((row) => row.code === code)?.id ?? refuse('chart_account_missing', { code })
  return { receivable: by(receivableCode), inAdvance: by(inAdvanceCode) }
}

export async function findAccrual(tx: Tx, accrualId: LoanAccrualId): Promise<Accrual> {
  const found = await tx.maybe<Accrual>(
    sql`select ${accrualColumns} from app.loan_accrual a ${accrualJoin} where a.accrual_id = ${accrualId}`,
  )
  return found ?? refuse('not_found')
}

export async function findAccrualLines(tx: Tx, accrualId: LoanAccrualId): Promise<AccrualLine[]> {
  return tx.many<AccrualLine>(sql`
    select n.loan_id, l.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, c.name as "loanConfig", n.receivable, n.in_advance, n.suspended,
      n.days_late
    from app.loan_accrual_line n join app.loan l on l.loan_id = n.loan_id join app.member m on m.member_id = l.member_id join app.loan_configuration c on c.loan_configuration_id = l.loan_configuration_id
    where n.accrual_id = ${accrualId} order by m.membership_number, n.loan_id`)
}

/** Refuses, with its day, where an accrual of a later month is posted or waits: its journal rests on this one. */
export async function refuseLaterAccrual(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const later = await tx.maybe<{ on: Day }>(sql`
    select max(o.accrued_on) as on from app.transaction t join app.loan_accrual a on a.transaction_id = t.transaction_id
    join app.loan_accrual o on o.accrued_on > a.accrued_on join app.transaction ot on ot.transaction_id = o.transaction_id and ot.status in ('pending', 'approved')
    where t.entry_id = ${entryId} and t.type = 'journal' having max(o.accrued_on) is not null`)
  if (later) refuse('accrual_later', { on: dayText(later.on) })
}
