import type { TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { WaitingKind } from '#domain/books/ledger/waiting.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { waitingApprovals } from '#server/features/access/approvals/queries.ts'

/** How much of each kind waits; of approvals and of what members say they paid in, only what this officer may approve. */
export async function findWaiting(tx: Tx, actor: TenantActor, today: Day): Promise<Record<WaitingKind, number>> {
  return tx.one<Record<WaitingKind, number>>(sql`
    with state as (${waitingApprovals(actor, ['transaction', 'reversal', 'change'])}),
    own as (
      select coalesce(t.type = 'deposit' and not t.made_by_officer, false) as is_deposit from state s left join app.transaction t on t.transaction_id = s.subject_id where s.is_open)
    select (select count(*)::int from own where not is_deposit) as approvals, (select count(*)::int from own where is_deposit) as deposits,
      (select count(*)::int from app.membership_application where status = 'waiting') as "membershipApplications",
      (select count(*)::int from app.member_request where status = 'waiting') as "memberRequests",
      (select count(*)::int from app.loan where status = 'submitted') as applications,
      (select count(*)::int from app.loan where status = 'approved') as payouts,
      (select count(*)::int from app.deduction_return where status in ('checked', 'failed')) as returns,
      (select count(*)::int from app.bank_line l left join app.bank_match m using (match_id) where m.confirmed_at is null) as "bankLines",
      (select count(*)::int from app.fixed_deposit where status = 'open' and matures_on <= ${today}::date) as "maturedDeposits",
      (select count(*)::int from app.erasure_request where status = 'pending') as erasures`)
}
