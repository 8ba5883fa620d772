import type { Day } from '#core/calendar.ts'
import type { LoanId, PenaltyWaiverId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'

/** How many loans one transaction works out at most. */
const batch = 50

export async function isLookedOn(tx: Tx, today: Day): Promise<boolean> {
  const { looked } = await tx.one<{ looked: boolean }>(
    sql`select exists (select from app.penalty_day where looked_on >= ${today}) as looked`,
  )
  return looked
}

/** A delay costs a penalty, or interest after the last due date. */
const hasPenalty = sql`l.status = 'active' and (jsonb_typeof(l.terms -> 'penalty') = 'object' or jsonb_typeof(l.terms -> 'schedule' -> 'afterMaturity') = 'object')`

const isWaited = sql`exists (select from app.deduction d where d.member_id = l.member_id and not d.credited and d.loans_amount > 0)`

/**
 * Running loans with something late beyond the grace of their penalty, known of only until an earlier day; some at a time.
 * Nothing is asked while an employer holds what they deducted for a member's loans.
 */
export async function findLoansToPenalise(tx: Tx, today: Day): Promise<LoanId[]> {
  const rows = await tx.many<{ id: LoanId }>(sql`
    with late as (${lateOn(today, sql`i.member_id in (select l.member_id from app.loan l where ${hasPenalty})`)})
    select l.loan_id as id from app.loan l join late using (loan_id) join app.member m on m.member_id = l.member_id
    where ${hasPenalty} and not ${isWaited} and not ${hasLeftOrDied} and late.since + case when jsonb_typeof(l.terms -> 'schedule' -> 'afterMaturity') = 'object' then 0 else (l.terms -> 'penalty' ->> 'graceDays')::int end < ${today} and (l.penalties_known_until is null or l.penalties_known_until < ${today})
    order by l.loan_id limit ${batch}`)
  return rows.map(({ id }) => id)
}

/** Loans whose penalties were known before it came out that an employer had deducted; some at a time. */
export async function findLoansToSpare(tx: Tx): Promise<LoanId[]> {
  const rows = await tx.many<{ id: LoanId }>(
    sql`select l.loan_id as id from app.loan l where ${hasPenalty} and l.penalties_known_until is not null and ${isWaited} order by l.loan_id limit ${batch}`,
  )
  return rows.map(({ id }) => id)
}

type Waiver = { on: Day; amount: Kobo; dueOn: Day[]; status: 'posted' | 'reversed'; reversedBy: string | null }

/** A waiver of a loan that is held. Refuses: not_found. */
export async function findWaiver(tx: Tx, loanId: LoanId, id: PenaltyWaiverId): Promise<Waiver> {
  const found = await tx.maybe<Waiver>(sql`
    select occurred_on as on, amount, to_jsonb(due_on) as "dueOn", status, reversed_by_name as "reversedBy" from app.penalty_waiver where waiver_id = ${id} and loan_id = ${loanId}`)
  return found ?? refuse('not_found')
}
