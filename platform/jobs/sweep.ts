import { exportKeptDays } from '#features/society/exports/rules/export.ts'
import { messageTextKeptDays } from '#features/access/messages/rules/message.ts'
import { deliveriesListedDays } from '#features/access/webhooks/rules/webhook.ts'
import { declinedKeptDays } from '#features/members/applications/rules/membership-application.ts'
import type { Database } from '#platform/db/database.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import { inTurn } from './in-turn.ts'

/** Rows that go in one transaction; where more of them have the same moment, all of these. */
const portion = 5000

/** Rows of a table, the moment that each is judged by, and the moment from which it stays. */
type Rows = { table: Statement; at: Statement; before: Statement; where?: Statement }

/** The oldest of them. Jobs may read no more of a table than its moments, so that a moment bounds the portion. */
function oldest({ table, at, before, where = sql`true` }: Rows): Statement {
  return sql`${where} and ${at} <= (select max(o.at) from (select ${at} as at from ${table} where ${where} and ${at} < ${before} order by 1 limit ${portion}) o)`
}

const removal = (rows: Rows) => sql`delete from ${rows.table} where ${oldest(rows)}`

/** A visitor's hashed address, which only counts how often they come. */
function addressRemoval(table: Statement): Statement {
  return sql`update ${table} set address_hash = null where ${oldest({ table, at: sql`created_at`, before: sql`now() - interval '1 day'`, where: sql`address_hash is not null` })}`
}

const created = sql`created_at`
const expires = sql`expires_at`

const removals = [
  {
    id: 'replies',
    statement: removal({ table: sql`app.idempotency`, at: created, before: sql`now() - interval '7 days'` }),
  },
  {
    id: 'replies outside cooperatives',
    statement: removal({ table: sql`platform.idempotency`, at: created, before: sql`now() - interval '7 days'` }),
  },
  {
    id: 'sessions',
    statement: removal({
      table: sql`platform.session`,
      at: sql`coalesce(ended_at, expires_at)`,
      before: sql`now() - interval '30 days'`,
    }),
  },
  {
    id: 'codes',
    statement: removal({ table: sql`platform.code`, at: expires, before: sql`now() - interval '30 days'` }),
  },
  {
    id: 'arrivals',
    statement: removal({ table: sql`platform.arrival`, at: expires, before: sql`now() - interval '1 day'` }),
  },
  {
    id: 'login tickets',
    statement: removal({ table: sql`platform.login_ticket`, at: expires, before: sql`now() - interval '1 day'` }),
  },
  {
    id: 'passkey challenges',
    statement: removal({ table: sql`platform.passkey_challenge`, at: expires, before: sql`now() - interval '1 day'` }),
  },
  {
    id: 'trusted devices',
    statement: removal({ table: sql`platform.trusted_device`, at: expires, before: sql`now()` }),
  },
  {
    id: 'wrong passwords',
    statement: removal({
      table: sql`platform.login_failure`,
      at: sql`window_started_at`,
      before: sql`now() - interval '1 day'`,
      where: sql`(locked_until is null or locked_until < now())`,
    }),
  },
  { id: 'quotas', statement: removal({ table: sql`platform.quota`, at: sql`resets_at`, before: sql`now()` }) },
  {
    id: 'notifications',
    statement: removal({ table: sql`app.notification`, at: created, before: sql`now() - interval '1 year'` }),
  },
  {
    id: 'exports',
    statement: removal({
      table: sql`app.export`,
      at: created,
      before: sql`now() - make_interval(days => ${exportKeptDays})`,
    }),
  },
  {
    id: 'statement links',
    statement: removal({
      table: sql`app.statement_link`,
      at: sql`least(expires_at, withdrawn_at)`,
      before: sql`now() - interval '30 days'`,
    }),
  },
  {
    id: 'consent links',
    statement: removal({
      table: sql`app.consent_link`,
      at: expires,
      before: sql`now() - interval '30 days'`,
      where: sql`(outcome is null or outcome = 'replaced')`,
    }),
  },
  {
    id: 'deliveries of webhooks',
    statement: removal({
      table: sql`app.webhook_delivery`,
      at: sql`occurred_at`,
      before: sql`now() - make_interval(days => ${deliveriesListedDays})`,
    }),
  },
  { id: 'addresses of visitors', statement: addressRemoval(sql`platform.contact_message`) },
  {
    id: 'messages of visitors',
    statement: removal({ table: sql`platform.contact_message`, at: created, before: sql`now() - interval '2 years'` }),
  },
  { id: 'addresses of applicants', statement: addressRemoval(sql`app.membership_application`) },
  {
    id: 'declined applications',
    statement: removal({
      table: sql`app.membership_application`,
      at: sql`decided_at`,
      before: sql`now() - make_interval(days => ${declinedKeptDays})`,
      where: sql`status = 'declined'`,
    }),
  },
  {
    id: 'old applications',
    statement: removal({
      table: sql`app.membership_application`,
      at: created,
      before: sql`now() - interval '2 years'`,
      where: sql`status = 'waiting'`,
    }),
  },
  {
    id: 'texts of messages',
    statement: sql`update platform.message set sealed_text = null where ${oldest({
      table: sql`platform.message`,
      at: sql`coalesce(sent_at, gave_up_at)`,
      before: sql`now() - make_interval(days => ${messageTextKeptDays})`,
      where: sql`sealed_text is not null`,
    })}`,
  },
  {
    id: 'early receipts',
    statement: removal({ table: sql`platform.early_receipt`, at: created, before: sql`now() - interval '1 hour'` }),
  },
  {
    id: 'sent messages',
    statement: removal({
      table: sql`platform.message`,
      at: sql`coalesce(sent_at, gave_up_at)`,
      before: sql`now() - interval '90 days'`,
    }),
  },
]

/**
 * Removes what has served its time: replies after 7 days, ended sessions and old codes after 30, sent messages after 90 and their sealed text after 7, receipts of unknown messages after an hour,
 * exports after a week, what was delivered to webhooks after 30 days, notifications after a year, what a link showed and a consent link that was not used 30 days after its end, counts of wrong passwords and the hashed addresses of visitors after a day, what visitors
 * wrote after two years, applications for membership half a year after they were declined or after two years without an
 * answer, devices when no one trusts them any more, quotas when they begin again. A portion at a time, each in its own transaction, so that no one
 * waits long for a row; what can't be removed doesn't stop the rest.
 */
export async function sweep(database: Database): Promise<void> {
  await inTurn('removals', removals, async ({ statement }) => {
    while ((await database.jobs((tx) => tx.run(statement))) >= portion);
  })
}
