import type { Day } from '#core/calendar.ts'
import type { LoanId, PenaltyWaiverId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** How many loans one transaction computes at most. */
const batch = 50

/** Whether all loans have been charged by this day. */
export async function isChargedOn(tx: Tx, today: Day): Promise<boolean> {
  const { charged } = await tx.one<{ charged: boolean }>(
    sql`select exists (select from app.penalty_day where looked_on >= ${today}) as charged`,
  )
  return charged
}

/** A delay costs a penalty, or interest after the last due date. */
const hasPenalty = sql`l.status = 'active' and (jsonb_typeof(l.terms -> 'penalty') = 'object' or jsonb_typeof(l.terms -> 'schedule' -> 'afterMaturity') = 'object')`

const isHeldByEmployer = sql`exists (select from app.deduction d where d.member_id = l.member_id and not d.credited and d.loans_amount > 0)`

/**
 * Running loans with something overdue beyond the grace of their penalty, which were charged until an earlier day; some at a time.
 * Nothing is charged while an employer holds what they deducted for a member's loans.
 */
export async function findLoansToPenalise(tx: Tx, today: Day): Promise<LoanId[]> {
  const rows = await tx.many<{ id: LoanId }>(sql`
    with late as (${lateOn(today, sql`i.member_id in (select l.member_id from app.loan l where ${hasPenalty})`)})
    select l.loan_id as id from app.loan l join late using (loan_id) join app.member m on m.member_id = l.member_id
    where ${hasPenalty} and not ${isHeldByEmployer} and not ${hasLeftOrDied} and late.since + case when jsonb_typeof(l.terms -> 'schedule' -> 'afterMaturity') = 'object' then 0 else (l.terms -> 'penalty' ->> 'graceDays')::int end < ${today} and (l.penalties_known_until is null or l.penalties_known_until < ${today})
    order by l.loan_id limit ${batch}`)
  return rows.map(({ id }) => id)
}

/** Loans that were charged penalties before it was known that an employer had deducted; some at a time. */
export async function findLoansToSpare(tx: Tx): Promise<LoanId[]> {
  const rows = await tx.many<{ id: LoanId }>(
    sql`select l.loan_id as id from app.loan l where ${hasPenalty} and l.penalties_known_until is not null and ${isHeldByEmployer} order by l.loan_id limit ${batch}`,
  )
  return rows.map(({ id }) => id)
}

type Waiver = { on: Day; amount: Kobo; dueOn: Day[]; status: 'posted' | 'reversed'; reversedBy: string | null }

/** A waiver of a loan. Refuses: not_found. */
export async function findWaiver(tx: Tx, loanId: LoanId, id: PenaltyWaiverId): Promise<Waiver> {
  const found = await tx.maybe<Waiver>(sql`
    select occurred_on as on, amount, to_jsonb(due_on) as due_on, status, reversed_by_name as reversed_by from app.penalty_waiver where waiver_id = ${id} and loan_id = ${loanId}`)
  return found ?? refuse('not_found')
}
