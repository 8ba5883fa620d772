import { type Day, dayIn } from '#core/calendar.ts'
import { provisionCode } from '#features/accounting/books/rules/chart.ts'
import type { LoanConfigurationId, LoanId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { findLoansOn } from '#features/loans/running-loans/server/queries.ts'

/** A loan that runs at the end of a day. */
export type RunningOnDay = {
  loanId: LoanId
  memberId: MemberId
  membershipno: string
  membershipNumber: number
  name: string
  loanConfigId: LoanConfigurationId
  product: string
  startOn: Day | null
  endsOn: Day | null
  principal: Kobo
  repaid: Kobo
  outstanding: Kobo
  overdue: Kobo
  lateSince: Day | null
  lastPaidOn: Day | null
  keptDays: number
}

/** The moment at which a day is over. */
const afterDay = (day: Day) => sql`(${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`

/**
 * Whether loan `l` may be another than it is kept as at the end of a day: something happened to one of its member's loans
 * since, or an employer keeps what it deducted for them.
 */
function hasChangedSince(day: Day): Statement {
  return sql`l.member_id in (
    select o.member_id from app.loan_movement o where o.occurred_on > ${day}::date or o.reversed_at >= ${afterDay(day)}
    union all select d.member_id from app.deduction d where not d.credited and d.loans_amount > 0
    union all select c.member_id from app.loan c where c.rescheduled_on > ${day}::date or c.penalties_known_until > ${day}::date
    union all select w.member_id from app.penalty_waiver w where w.occurred_on > ${day}::date)`
}

/** The loans that run at the end of a day as they are kept: all of today's, and of an earlier day those that have not changed since. Today's are what the portfolio is summed from. */
export async function findKeptOn(tx: Tx, day: Day, today: Day): Promise<RunningOnDay[]> {
  return tx.many<RunningOnDay>(sql`
    with late as (${lateOn(day)})
    select l.loan_id, l.member_id, m.membershipno, m.membership_number, m.first_name || ' ' || m.last_name as name,
      l.loan_configuration_id as "loanConfigId", c.name as product, l.start_on, i.ends_on, l.disbursed as principal, l.paid_principal as repaid,
      l.disbursed - l.paid_principal as outstanding, coalesce(late.overdue, 0)::bigint as overdue, late.since as "lateSince", p.paid_on as "lastPaidOn",
      l.kept_days_late as "keptDays"
    from app.loan l
    join app.member m using (member_id)
    join app.loan_configuration c using (loan_configuration_id)
    left join late using (loan_id)
    cross join lateral (select max(i.due_on) as ends_on from app.loan_instalment i where i.loan_id = l.loan_id) i
    cross join lateral (select max(o.occurred_on) as paid_on from app.loan_movement o where o.loan_id = l.loan_id and o.kind = 'repayment' and o.status = 'posted') p
    where l.status = 'active' ${day === today ? sql`` : sql`and l.start_on <= ${day}::date and not (${hasChangedSince(day)})`}
    order by m.membership_number, l.start_on, l.loan_id`)
}

/** A page of the loans of a day with all that happened to them, or of those that have changed since. */
export async function findMovedOn(
  tx: Tx,
  day: Day,
  { onlyChanged, after, limit }: { onlyChanged: boolean; after: LoanId | undefined; limit: number },
) {
  return findLoansOn(tx, day, after, limit, onlyChanged ? hasChangedSince(day) : undefined)
}

/** The movements up to a day that were reversed after it, with the day of their reversal. */
export async function findReversedSince(tx: Tx, day: Day): Promise<Map<string, Day>> {
  const rows = await tx.many<{ id: string; at: Date }>(sql`
    select movement_id as id, reversed_at as at from app.loan_movement
    where status = 'reversed' and occurred_on <= ${day}::date and reversed_at >= ${afterDay(day)}`)
  return new Map(rows.map(({ id, at }) => [id, dayIn(at)]))
}

/** What employers deducted for loans by a day and have not paid over until now, by member. What they paid since counts from the day of the deduction as a repayment. */
export async function findDeductedBy(tx: Tx, day: Day): Promise<Map<MemberId, Kobo>> {
  const rows = await tx.many<{ memberId: MemberId; amount: Kobo }>(sql`
    select d.member_id, sum(d.loans_amount)::bigint as amount from app.deduction d join app.deduction_return r using (return_id)
    where not d.credited and d.loans_amount > 0 and r.occurred_on <= ${day}::date group by d.member_id`)
  return new Map(rows.map(({ memberId, amount }) => [memberId, amount]))
}

/** How these members are reached, and what was on their savings at the end of a day. */
export async function findDebtors(
  tx: Tx,
  memberIds: readonly MemberId[],
  day: Day,
): Promise<Map<MemberId, { phone: string | null; savings: Kobo }>> {
  const rows = await tx.many<{ memberId: MemberId; phone: string | null; savings: Kobo }>(sql`
    select m.member_id, m.phone, coalesce(s.savings, 0)::bigint as savings
    from app.member m
    left join (
      select a.member_id, sum(p.amount) as savings
      from ledger.account a join app.account_type t using (account_type_id)
      cross join lateral (
        select p.entry_id, p.amount from ledger.posting p where p.credit_id = a.account_id
        union all select p.entry_id, -p.amount from ledger.posting p where p.debit_id = a.account_id) p
      join ledger.entry e on e.entry_id = p.entry_id
      where a.member_id = any(${memberIds}::uuid[]) and t.kind <> 'shares' and e.effective_on <= ${day}::date group by a.member_id) s using (member_id)
    where m.member_id = any(${memberIds}::uuid[])`)
  return new Map(rows.map(({ memberId, ...debtor }) => [memberId, debtor]))
}

/** What the books had set aside for loan losses at the end of a day. */
export async function findProvisionOn(tx: Tx, day: Day): Promise<Kobo> {
  const { built } = await tx.one<{ built: Kobo }>(sql`
    select coalesce(sum(p.amount), 0)::bigint as built
    from ledger.account a
    cross join lateral (
      select p.entry_id, p.amount from ledger.posting p where p.credit_id = a.account_id
      union all select p.entry_id, -p.amount from ledger.posting p where p.debit_id = a.account_id) p
    join ledger.entry e on e.entry_id = p.entry_id
    where a.code = ${provisionCode} and e.effective_on <= ${day}::date`)
  return built
}
