import { may, type TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { WaitingKind } from '#features/accounting/books/rules/waiting.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { approvalsOfMine } from '#features/access/pending-approvals/server/queries.ts'

/** How much of each kind waits; of approvals, only what this officer may give now; of loans, those whose approval is not among these. */
export async function findWaiting(tx: Tx, actor: TenantActor, today: Day): Promise<Record<WaitingKind, number>> {
  return tx.one<Record<WaitingKind, number>>(sql`
    with mine as (${approvalsOfMine(actor, today)})
    select (select count(*)::int from mine) as approvals,
      (select count(*)::int from app.membership_application where status = 'waiting') as "membershipApplications",
      (select count(*)::int from app.member_request where status = 'waiting') as "memberRequests",
      (select count(*)::int from app.loan where status = 'submitted' and loan_id not in (select m.subject_id from mine m)) as applications,
      (select count(*)::int from app.loan where status = 'approved') as payouts,
      (select count(*)::int from app.deduction_return where status in ('checked', 'failed')) as returns,
      (select count(*)::int from app.bank_line l left join app.bank_match m using (match_id) where m.confirmed_at is null) as "bankLines",
      (select count(*)::int from app.fixed_deposit where status = 'open' and matures_on <= ${today}::date) as "maturedDeposits",
      (select count(*)::int from app.vote v where ${may(actor, 'meeting.manage')} and (v.status = 'open' and v.closes_at <= now() or v.status = 'closed' and not app.is_candidate(${actor.loginId}, app.candidates_in(v.vote_id))
        and (not exists (select from app.vote_confirmation c where c.vote_id = v.vote_id and app.is_same_person(c.login_id, ${actor.loginId}))
          or (select count(*) from app.vote_confirmation c where c.vote_id = v.vote_id) >= least(2, (select count(*) from app.returning_officers_of(v.vote_id)))))) as "voteResults",
      (select count(*)::int from app.erasure_request where status = 'pending') as erasures`)
}
