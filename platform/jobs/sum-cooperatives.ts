import { dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { inTurn } from './in-turn.ts'

/**
 * Sums each cooperative's books for the super admin, who reads none of them, and its members' savings for the register. One transaction a cooperative, inside its own
 * lock, so that nothing in the database ever reads two cooperatives' books at once; one whose books did not move since
 * its last sums, in the same month, is left alone.
 */
export async function sumCooperatives(database: Database, now = new Date()): Promise<void> {
  const month = firstDayOf(periodOf(dayIn(now)))
  const cooperatives = await database.platform((tx) =>
    tx.many<{ id: CooperativeId }>(
      sql`select cooperative_id as id from app.cooperative where deleted_at is null and status <> 'pending'`,
    ),
  )
  await inTurn('cooperatives', cooperatives, ({ id }) =>
    database.tenant({ cooperativeId: id, role: 'job' }, async (tx) => {
      const { isCurrent } = await tx.one<{ isCurrent: boolean }>(sql`
        select exists (
          select from app.cooperative_total t where t.month = ${month}::date and t.last_entry_at is not distinct from
            (select e.created_at from ledger.entry e order by e.entry_no desc limit 1)) as "isCurrent"`)
      if (isCurrent) return tx.run(sql`update app.cooperative_total set summed_at = ${now}`)
      await tx.run(sql`select app.sum_savings(${id})`)
      return tx.run(sql`
        insert into app.cooperative_total (cooperative_id, savings, shares, month, month_transactions, month_amount, last_entry_at, summed_at)
        select ${id}, b.savings, b.shares, ${month}, t.transactions, t.amount, (select e.created_at from ledger.entry e order by e.entry_no desc limit 1), ${now}
        from (
          select coalesce(sum(b.credits - b.debits) filter (where y.kind = 'savings'), 0)::bigint as savings,
            coalesce(sum(b.credits - b.debits) filter (where y.kind = 'shares'), 0)::bigint as shares
          from ledger.balance b join ledger.account a using (cooperative_id, account_id) join app.account_type y on y.account_type_id = a.account_type_id) b,
        (select count(*)::int as transactions, coalesce(sum(amount), 0)::bigint as amount from app.transaction
          where status = 'approved' and occurred_on >= ${month}::date and occurred_on < ${month}::date + interval '1 month') t
        on conflict (cooperative_id) do update set savings = excluded.savings, shares = excluded.shares, month = excluded.month,
          month_transactions = excluded.month_transactions, month_amount = excluded.month_amount, last_entry_at = excluded.last_entry_at, summed_at = excluded.summed_at`)
    }),
  )
}
