import { declinedKeptDays } from '#domain/membership-applications/membership-application.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Removes what has served its time: replies after 7 days, ended sessions and old codes after 30, sent messages after 90,
 * notifications after a year, what a link showed 30 days after it has ended, counts of wrong passwords and the hashed addresses of visitors after a day, what visitors
 * wrote after two years, applications for membership half a year after they were declined or after two years without an
 * answer, devices when nobody trusts them any more.
 */
export async function sweep(database: Database): Promise<void> {
  await database.jobs(async (tx) => {
    await tx.run(sql`delete from app.idempotency where created_at < now() - interval '7 days'`)
    await tx.run(sql`delete from platform.idempotency where created_at < now() - interval '7 days'`)
    await tx.run(sql`delete from platform.session where coalesce(ended_at, expires_at) < now() - interval '30 days'`)
    await tx.run(sql`delete from platform.code where expires_at < now() - interval '30 days'`)
    await tx.run(sql`delete from platform.arrival where expires_at < now() - interval '1 day'`)
    await tx.run(sql`delete from platform.trusted_device where expires_at < now()`)
    await tx.run(sql`
      delete from platform.login_failure where window_started_at < now() - interval '1 day' and (locked_until is null or locked_until < now())`)
    await tx.run(sql`delete from app.notification where created_at < now() - interval '1 year'`)
    await tx.run(sql`delete from app.statement_link where least(expires_at, withdrawn_at) < now() - interval '30 days'`)
    await tx.run(sql`update platform.contact_message set address_hash = null where address_hash is not null and created_at < now() - interval '1 day'`)
    await tx.run(sql`delete from platform.contact_message where created_at < now() - interval '2 years'`)
    await tx.run(sql`update app.membership_application set address_hash = null where address_hash is not null and created_at < now() - interval '1 day'`)
    await tx.run(sql`delete from app.membership_application where status = 'declined' and decided_at < now() - make_interval(days => ${declinedKeptDays})`)
    await tx.run(sql`delete from app.membership_application where status = 'waiting' and created_at < now() - interval '2 years'`)
    await tx.run(sql`delete from platform.message where sent_at < now() - interval '90 days'`)
  })
}
