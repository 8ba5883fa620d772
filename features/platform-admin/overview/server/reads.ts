import { statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Replied } from '#core/contract/endpoint.ts'
import * as contract from '#features/platform-admin/overview/contract.ts'
import * as healthContract from '#features/platform-admin/overview/health.ts'
import * as statistics from '#features/platform-admin/overview/statistics.ts'
import { addDays, addMonths, type Day, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { CooperativeId, LoginId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { providerName } from '#features/access/messages/rules/message.ts'
import { refuse } from '#core/refusal.ts'
import { openAction, platformAction, sharedAction } from '#platform/action.ts'
import type { Services } from '#platform/context.ts'
import { platformPageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { anchorKey, fingerprintOf } from '#platform/ledger/anchor.ts'
import { eventLoopDelay, failedLogins, postedEntries, refusals, requests } from '#platform/telemetry/instruments.ts'
import { findCooperative, listDocuments } from '#features/platform-admin/cooperatives/server/reads.ts'

const { version } = createRequire(import.meta.url)('../../../../package.json') as { version: string }

/** Below this share of free disk nothing more may be promised. */
const diskFreePercentMin = 5
/** Below this one somebody should make room. */
const diskFreePercentLow = 15
/** A message or a file that waits longer than this waits for something that does not come. */
const waitingMinutesMax = 10

export const getHealth = openAction(healthContract.getHealth, async ({ sampleIsOpen, messaging }) => ({
  status: 'ok' as const,
  version,
  uptimeSeconds: Math.floor(process.uptime()),
  sampleData: sampleIsOpen,
  savesSms: messaging.savesSms,
}))

/** No cooperative has it, so a transaction in its name sees nothing. */
const nilCooperative = '00000000-0000-0000-0000-000000000000' as CooperativeId

/**
 * Refuses `overloaded` while requests can't be served, so that a balancer sends them elsewhere. It takes the way of a real
 * request: a connection for logins, and one for a cooperative's rows with the walls between cooperatives up.
 */
export const getReadiness = openAction(healthContract.getReadiness, async ({ database, dataDir, log, backups }) => {
  try {
    const [, , seen, { migrations }, disk, backup] = await Promise.all([
      database.tryLogins(),
      database.auth((tx) => tx.maybe(sql`select from platform.login limit 1`)),
      database.tenant({ cooperativeId: nilCooperative, role: 'coop_admin' }, (tx) =>
        tx.one<{ members: number }>(sql`select count(*)::int as members from app.member`),
      ),
      database.jobs((tx) =>
        tx.one<{ migrations: number }>(sql`select count(*)::int as migrations from migration.applied`),
      ),
      diskOf(dataDir),
      backups(),
    ])
    if (seen.members > 0) throw new Error('Rows of cooperatives are seen by a transaction that names none of them')
    if (disk.freePercent < diskFreePercentMin) refuse('overloaded')
    return {
      status: 'ready' as const,
      database: 'ok' as const,
      migrations,
      diskFreePercent: disk.freePercent,
      backup: { kind: backup.kind, isWell: backup.problems.length === 0 },
    }
  } catch (error) {
    // Whatever the cause, the answer to "can you serve?" is no; the cause goes to the log.
    log.warn({ err: error }, 'not ready')
    return refuse('overloaded')
  }
})

async function diskOf(folder: string): Promise<{ freePercent: number; freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freePercent: Math.floor((bavail * 100) / blocks), freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

type Health = Omit<Replied<typeof healthContract.getPlatformHealth>, 'failedMessagesOf'>
type Watched = {
  version: string
  bytes: bigint
  connections: number
  connectionsMax: number
  lastAnchor: Day | null
  migrations: number
  latestMigration: string | null
  imports: number
  oldestImport: Date | null
  failedImports: number
  messages: number
  oldestMessage: Date | null
  failedMessages: number
  messageFailure: string | null
  sentLastDay: number
  lostMessages: number
  /** Providers of SMS with little balance left, as “termii 812.50”. */
  lowBalances: string[]
}

/** Files whose posting failed at the last try: those that are tried again, and those that are not any more. */
type FailedFiles = { state: 'retry' | 'failed'; count: number; failure: string | null }

/** What the role of the jobs may see of everything, in one round trip: counts and ages, no contents. */
export async function readHealth(
  { database, dataDir, secret, backups, messaging }: Services,
  now: Date,
): Promise<Health> {
  const began = performance.now()
  const [[watched, jobs, files], disk, backup] = await Promise.all([
    database.jobs((tx) =>
      Promise.all([
        tx.one<Watched>(sql`
          select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
            (select count(*)::int from pg_stat_activity where datname = current_database()) as connections, current_setting('max_connections')::int as "connectionsMax",
            (select max(day) from platform.anchor) as "lastAnchor", (select count(*)::int from migration.applied) as migrations, (select max(name) from migration.applied) as "latestMigration",
            i.imports, i."oldestImport", i."failedImports", m.messages, m."oldestMessage", m."failedMessages", m."messageFailure",
            array(select provider || ' ' || round(balance, 2) from platform.sms_balance where balance * 100 < ${messaging.smsBalanceLow} order by provider) as "lowBalances",
            (select count(*)::int from platform.message where sent_at > now() - interval '1 day') as "sentLastDay",
            (select count(*)::int from platform.message where gave_up_at > now() - interval '7 days' or failed_at > now() - interval '7 days') as "lostMessages"
          from (
            select count(*) filter (where status = 'posting')::int as imports, min(created_at) filter (where status = 'posting') as "oldestImport",
              count(*) filter (where status = 'failed' and created_at > now() - interval '7 days')::int as "failedImports"
            from app.import where status in ('posting', 'failed')) i,
          (select count(*)::int as messages, min(greatest(created_at, waits_until)) filter (where waits_until is null or waits_until <= now()) as "oldestMessage", count(*) filter (where failure is not null)::int as "failedMessages", max(failure) as "messageFailure"
            from platform.message where sent_at is null and gave_up_at is null) m`),
        tx.many<{ job: string; endedAt: Date; failure: string | null }>(
          sql`select job, ended_at, failure from platform.job_run order by job`,
        ),
        tx.many<FailedFiles>(sql`
          select state::text, count(*)::int, (array_agg(coalesce(output ->> 'message', output -> 'value' ->> 'message') order by created_on desc))[1] as failure
          from job.job where name = 'files' and state in ('retry', 'failed') and output is not null group by state order by state`),
      ]),
    ),
    diskOf(dataDir),
    backups(),
  ])
  const answeredInMilliseconds = Math.round(performance.now() - began)
  const health = {
    checkedAt: now,
    server: {
      version,
      node: process.versions.node,
      startedAt: new Date(now.getTime() - process.uptime() * 1000),
      memoryBytes: process.memoryUsage.rss(),
    },
    database: {
      version: watched.version,
      answeredInMilliseconds,
      bytes: Number(watched.bytes),
      connections: watched.connections,
      connectionsMax: watched.connectionsMax,
    },
    migrations: { applied: watched.migrations, latest: watched.latestMigration },
    disk,
    backup,
    anchor: { day: watched.lastAnchor, key: fingerprintOf(anchorKey(secret)) },
    imports: { waiting: watched.imports, oldestWaiting: watched.oldestImport, failed: watched.failedImports },
    messages: {
      waiting: watched.messages,
      oldestWaiting: watched.oldestMessage,
      failed: watched.failedMessages,
      sentLastDay: watched.sentLastDay,
    },
    jobs,
    traffic: {
      answered: requests.total,
      refused: refusals.total,
      postedEntries: postedEntries.total,
      failedLogins: failedLogins.total,
      eventLoopDelayMilliseconds: Math.round(eventLoopDelay({ beginAgain: false }) * 1000),
    },
  }
  return { ...health, problems: problemsOf(health, watched, files) }
}

/** Cooperatives that the health page lists with messages that failed. */
const failedMessagesOfMax = 10

export const getPlatformHealth = platformAction(healthContract.getPlatformHealth, async ({ tx, now, context }) => {
  const health = await readHealth(context, now)
  const failed = await context.database.jobs((jobs) =>
    jobs.many<{ id: CooperativeId; failed: number }>(sql`
      select cooperative_id as id, count(*)::int as failed from platform.message
      where cooperative_id is not null and (gave_up_at > now() - interval '7 days' or failed_at > now() - interval '7 days')
      group by cooperative_id order by failed desc, id limit ${failedMessagesOfMax}`),
  )
  const failedMessagesOf = await tx.many<{ id: CooperativeId; name: string; failed: number }>(sql`
    select c.cooperative_id as id, c.name, f.failed from app.cooperative c
    join unnest(${failed.map(({ id }) => id)}::uuid[], ${failed.map((each) => each.failed)}::int[]) as f(id, failed) on f.id = c.cooperative_id
    order by f.failed desc, c.name`)
  return { ...health, failedMessagesOf }
})

function problemsOf(
  { disk, backup, database, imports, messages, jobs, checkedAt }: Omit<Health, 'problems'>,
  { lostMessages, messageFailure, lowBalances }: Pick<Watched, 'lostMessages' | 'messageFailure' | 'lowBalances'>,
  files: readonly FailedFiles[],
): string[] {
  const waitsLong = (since: Date | null) =>
    since !== null && checkedAt.getTime() - since.getTime() > waitingMinutesMax * 60_000
  return [
    ...backup.problems,
    ...(disk.freePercent < diskFreePercentLow
      ? [`The disk has only ${disk.freePercent} % left. Make room before it is full.`]
      : []),
    ...(database.connections > database.connectionsMax * 0.8
      ? ['Nearly all connections of the database are in use.']
      : []),
    ...(waitsLong(messages.oldestWaiting)
      ? [`Messages have waited for more than ${waitingMinutesMax} minutes to be sent.`]
      : []),
    ...(messages.failed > 0
      ? [`Some messages could not be sent and will be tried again. ${messageFailure ?? ''}`.trimEnd()]
      : []),
    ...(lostMessages > 0
      ? [`Messages of the last 7 days that could not be sent or did not arrive: ${lostMessages}.`]
      : []),
    ...lowBalances.map((each) => {
      const [provider = '', balance = ''] = each.split(' ')
      return `Little balance is left for SMS at ${providerName(provider)}: ₦${balance}. Add credit before it runs out.`
    }),
    ...files.map(
      ({ state, count, failure }) =>
        `Files that could not be posted and ${state === 'retry' ? 'will be tried again' : 'will not be tried again'}: ${count}. ${failure ?? ''}`,
    ),
    ...(waitsLong(imports.oldestWaiting)
      ? [`A file has been posting for more than ${waitingMinutesMax} minutes.`]
      : []),
    ...jobs.flatMap(({ job, failure }) => (failure === null ? [] : [`The job “${job}” failed: ${failure}`])),
  ]
}

type TotalRow = {
  savings: bigint
  shares: bigint
  month: string
  monthTransactions: number
  monthAmount: bigint
  lastEntryAt: Date | null
  summedAt: Date
}

/** The most lines of the history that a cooperative's page shows; the audit trail has them all. */
const historyMax = 50

export const getCooperative = platformAction(contract.getCooperative, async (ask, { id }) => {
  const { tx, today } = ask
  const [cooperative, documents, total, { rows: history }] = await Promise.all([
    findCooperative(tx, id),
    listDocuments(tx, id),
    tx.maybe<TotalRow>(
      sql`select savings, shares, month, month_transactions, month_amount, last_entry_at, summed_at from app.cooperative_total where cooperative_id = ${id}`,
    ),
    listAuditEvents(ask, { cooperativeId: id, page: 1, limit: historyMax }),
  ])
  if (!cooperative) return refuse('not_found')
  // Sums of last month say nothing about this one.
  const isThisMonth = total?.month === firstDayOf(periodOf(today))
  const totals = total
    ? {
        savings: total.savings as Kobo,
        shares: total.shares as Kobo,
        transactionsThisMonth: isThisMonth ? total.monthTransactions : 0,
        amountThisMonth: isThisMonth ? (total.monthAmount as Kobo) : zeroKobo,
        lastEntryAt: total.lastEntryAt,
        summedAt: total.summedAt,
      }
    : null
  return { ...cooperative, documents, totals, history }
})

type AuditEvent = Replied<typeof contract.listAuditEvents>
type AuditRow = Omit<AuditEvent, 'before' | 'after' | 'reason'> & {
  detail: { before?: AuditEvent['before']; after?: AuditEvent['after']; reason?: string }
}

/** The days are Lagos days, both included. */
export const listAuditEvents = platformPageOf(contract.listAuditEvents, {
  select: sql`e.event_id as id, e.at, e.actor_name, e.action, e.cooperative_id, c.name as "cooperativeName", e.detail, e.address`,
  from: sql`platform.audit_event e left join app.cooperative c using (cooperative_id)`,
  where: {
    actor: (id) => sql`e.login_id = ${id}`,
    action: (action) => sql`e.action = ${action}`,
    cooperativeId: (id) => sql`e.cooperative_id = ${id}`,
    from: (day) => sql`e.at >= (${day}::date::timestamp at time zone 'Africa/Lagos')`,
    to: (day) => sql`e.at < (${addDays(day, 1)}::date::timestamp at time zone 'Africa/Lagos')`,
  },
  search: { folded: sql`c.search_text`, text: sql`e.detail::text || ' ' || e.actor_name` },
  sorts: { at: [sql`e.at`, sql`e.event_id`] },
  order: '-at',
  last: sql`e.event_id`,
  besides: ({ tx }) =>
    tx.many<{ id: LoginId; name: string }>(
      sql`select login_id as id, name from platform.login where kind = 'superadmin' order by name`,
    ),
  row: ({ detail, ...row }: AuditRow) => ({
    ...row,
    before: detail.before ?? {},
    after: detail.after ?? {},
    reason: detail.reason ?? null,
  }),
  summary: (_totals: object, actors) => ({ actors }),
})

type Statistics = Replied<typeof statistics.getStatistics>

/** The figures of the platform for the super administrator, those of the own cooperative for its officers. */
export const getStatistics = sharedAction(statistics.getStatistics, ({ tx, actor, today }) =>
  actor.role === 'superadmin' ? platformStatistics(tx, today) : ownStatistics(tx, today),
)

/** The platform at a glance, in two questions that travel together; money as each cooperative's own sums had it last. */
async function platformStatistics(tx: Tx, today: Day): Promise<Statistics> {
  const thisMonth = periodOf(today)
  const month = firstDayOf(thisMonth)
  const [figures, months] = await Promise.all([
    tx.one<Omit<NonNullable<Statistics['platform']>, 'months'>>(sql`
      select count(*)::int as total,
        count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'active')::int as active,
        count(*) filter (where status = 'suspended')::int as suspended, count(*) filter (where status = 'rejected')::int as rejected,
        coalesce(sum(member_count), 0)::int as members,
        coalesce(sum(t.savings), 0)::bigint as savings,
        coalesce(sum(t.month_transactions) filter (where t.month = ${month}::date), 0)::int as transactions_this_month,
        coalesce(sum(t.month_amount) filter (where t.month = ${month}::date), 0)::bigint as amount_this_month,
        count(*) filter (where plan = 'trial' and trial_ends_on >= ${today}::date)::int as trials_running,
        count(*) filter (where plan = 'trial' and trial_ends_on < ${today}::date)::int as trials_ended,
        (select count(*)::int from platform.contact_message where status = 'open') as open_messages,
        min(t.summed_at) as summed_at
      from app.cooperative c left join app.cooperative_total t using (cooperative_id) where deleted_at is null`),
    tx.many<{ month: Day; registered: number }>(sql`
      select m.month::date as month, count(c.cooperative_id)::int as registered
      from generate_series(${firstDayOf(addMonths(thisMonth, -11))}::date, ${month}::date, interval '1 month') m(month)
      left join app.cooperative c on c.deleted_at is null
        and c.created_at >= (m.month::timestamp at time zone 'Africa/Lagos') and c.created_at < ((m.month + interval '1 month')::timestamp at time zone 'Africa/Lagos')
      group by m.month order by m.month`),
  ])
  return { platform: { ...figures, months }, cooperative: null }
}

type OwnFigures = NonNullable<Statistics['cooperative']>

/** The figures of the dashboard, in questions that travel together. */
async function ownStatistics(tx: Tx, today: Day): Promise<Statistics> {
  const thisMonth = periodOf(today)
  const [members, balances, months, firstSteps] = await Promise.all([
    tx.one<OwnFigures['members']>(sql`
      select count(*) filter (where left_on is null)::int as total, count(*) filter (where status = 'active')::int as active,
        count(*) filter (where registration_date >= ${firstDayOf(thisMonth)}::date)::int as joined_this_month
      from app.member where removed_at is null`),
    tx.one<{ savings: Kobo; shares: Kobo; cashAndBank: Kobo }>(sql`
      select coalesce(sum(b.credits - b.debits) filter (where t.kind = 'savings'), 0)::bigint as savings,
        coalesce(sum(b.credits - b.debits) filter (where t.kind = 'shares'), 0)::bigint as shares,
        coalesce(sum(b.debits - b.credits) filter (where a.holds_cash), 0)::bigint as cash_and_bank
      from ledger.balance b
      join ledger.account a using (cooperative_id, account_id)
      left join app.account_type t on t.account_type_id = a.account_type_id`),
    listMonths(tx, addMonths(thisMonth, -11), thisMonth),
    tx.one<OwnFigures['firstSteps']>(sql`
      select exists (select from app.configuration_change where kind in ('settings', 'account_type', 'loan_configuration')) as rules,
        exists (select from app.member where removed_at is null) as members,
        exists (select from app.opening_balances o join app.transaction t using (cooperative_id, transaction_id) where t.status = 'approved') as opening_balances,
        exists (select from app.bank_account) or exists (select from app.configuration_change where kind = 'account') or exists (select from app.bank_statement) as bank,
        exists (select from app.employer) as employers,
        exists (select from app.transaction where type in ('contribution', 'deposit')) as receipt,
        exists (select from app.member where removed_at is null and roles && '{admin,treasurer}') as second_officer`),
  ])
  const current = months.at(-1)
  return {
    platform: null,
    cooperative: {
      members,
      ...balances,
      thisMonth: {
        expected: current?.expected ?? zeroKobo,
        paid: current?.paid ?? zeroKobo,
        outstanding: current?.owed ?? zeroKobo,
        membersBehind: current?.behind ?? 0,
      },
      months: months.map(({ month, expected, paid }) => ({ month, expected, paid })),
      firstSteps,
    },
  }
}

/**
 * Expected and paid by month; a member is expected from the month they joined, at the plan of that month. One who is not
 * active owes nothing new, nor one who left from that month on, and what they owed before stays.
 */
async function listMonths(
  tx: Tx,
  first: Period,
  last: Period,
): Promise<{ month: Day; expected: Kobo; paid: Kobo; owed: Kobo; behind: number }[]> {
  return tx.many(sql`
    with months as (
      select generate_series(${firstDayOf(first)}::date, ${firstDayOf(last)}::date, interval '1 month')::date as month),
    expected as (
      select mo.month, m.member_id, p.monthly
      from months mo
      cross join app.member m
      cross join lateral (
        select cp.monthly from app.contribution_plan cp
        where cp.member_id = m.member_id and cp.effective_from <= mo.month order by cp.effective_from desc limit 1) p
      where m.removed_at is null and (m.status = 'active' or mo.month < least(${firstDayOf(last)}::date, date_trunc('month', m.left_on)::date)) and date_trunc('month', m.registration_date) <= mo.month),
    paid as (
      select month, member_id, sum(paid)::bigint as paid, sum(taken)::bigint as taken from (
        select t.period as month, t.member_id, t.amount as paid, t.amount as taken from app.transaction t
        where t.type = 'contribution' and t.status = 'approved' and t.period between ${firstDayOf(first)}::date and ${firstDayOf(last)}::date
        union all
        -- What an employer took and keeps is not the member's debt.
        select d.period, d.member_id, 0, d.savings_amount from app.deduction d
        where not d.credited and d.period between ${firstDayOf(first)}::date and ${firstDayOf(last)}::date) line
      group by 1, 2)
    select mo.month, coalesce(sum(s.monthly), 0)::bigint as expected, coalesce(sum(s.paid), 0)::bigint as paid,
      coalesce(sum(greatest(coalesce(s.monthly, 0) - coalesce(s.taken, 0), 0)), 0)::bigint as owed,
      count(*) filter (where s.monthly > coalesce(s.taken, 0))::int as behind
    from months mo
    left join (
      select month, e.monthly, p.paid, p.taken from expected e full join paid p using (month, member_id)) s using (month)
    group by mo.month order by mo.month`)
}
