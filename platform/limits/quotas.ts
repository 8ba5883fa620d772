import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { keyedHash } from '#platform/credentials/sealing.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { isLoopback, networkOf } from './network.ts'

const hour = 3600
const day = 24 * hour

/**
 * What strangers may do, and what of one login reaches others, so many times in so many seconds. A network may be an office or a mobile operator with many
 * people behind one address; `everywhere` bounds what messages to strangers' phones can cost.
 */
const quotas = {
  failed_logins: { max: 100, seconds: hour / 4, refusal: 'too_many_failed_logins' },
  registrations_of_network: { max: 10, seconds: hour, refusal: 'too_many_registrations' },
  registrations_of_phone: { max: 3, seconds: day, refusal: 'too_many_registrations' },
  registrations_everywhere: { max: 300, seconds: hour, refusal: 'too_many_registrations' },
  codes_of_network: { max: 30, seconds: hour, refusal: 'too_many_codes' },
  consent_links_of_network: { max: 60, seconds: hour, refusal: 'too_many_requests' },
  consent_codes_of_network: { max: 60, seconds: hour, refusal: 'too_many_codes' },
  consent_codes_of_phone: { max: 10, seconds: day, refusal: 'consent_codes_many' },
  consents_of_network: { max: 60, seconds: 60, refusal: 'too_many_requests' },
  wrong_signatures: { max: 100, seconds: hour / 4, refusal: 'too_many_requests' },
  webhooks: { max: 600, seconds: 60, refusal: 'too_many_requests' },
  api_key: { max: 600, seconds: 60, refusal: 'too_many_by_key' },
  wrong_ballots: { max: 60, seconds: hour / 4, refusal: 'too_many_requests' },
  wrong_attendance_codes: { max: 10, seconds: hour / 4, refusal: 'attendance_codes_many' },
  test_notifications: { max: 6, seconds: hour, refusal: 'test_notifications_many' },
  messages_to_officers: { max: 20, seconds: hour, refusal: 'enquiries_many' },
  checked_links: { max: 60, seconds: 60, refusal: 'too_many_requests' },
} as const

export type QuotaName = keyof typeof quotas

/**
 * The caller's network, as a quota counts it; undefined for this machine itself while the server is used on it alone,
 * because no stranger calls from there. Behind a proxy that names no client, all of them count as one network.
 */
export function callersNetwork({ address, publicUrl }: Pick<Context, 'address' | 'publicUrl'>): string | undefined {
  if (address === undefined) return undefined
  if (isLoopback(address) && isLoopback(new URL(publicUrl()).hostname)) return undefined
  return networkOf(address)
}

/** Until when somebody has used up a quota, so that a flood is refused without asking the database each time. */
const usedUp = new WeakMap<Database, Map<string, number>>()
const usedUpMax = 10_000

type Counting = Pick<Context, 'database' | 'secret' | 'log'>

/** Uses one of a quota. Refuses with the quota's own refusal where none is left; a subject that is undefined is not counted. */
export async function useQuota(
  tx: Tx,
  counting: Counting,
  name: QuotaName,
  subject: string | undefined,
): Promise<void> {
  if (subject === undefined) return
  refuseUsedUp(counting, name, subject)
  const { max, seconds } = quotas[name]
  const { used, left } = await tx.one<{ used: number; left: number }>(sql`
    insert into platform.quota as q (name, subject, used, resets_at)
    values (${name}, ${keyedHash(counting.secret, subject)}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (name, subject) do update set
      used = case when q.resets_at <= now() then 1 else least(q.used + 1, ${max + 1}) end,
      resets_at = case when q.resets_at <= now() then excluded.resets_at else q.resets_at end
    returning used, ceil(extract(epoch from resets_at - now()))::int as left`)
  if (used > max) refuseFor(counting, name, subject, left)
}

/** Refuses where a quota is used up already. */
export async function checkQuota(
  tx: Tx,
  counting: Counting,
  name: QuotaName,
  subject: string | undefined,
): Promise<void> {
  if (subject === undefined) return
  refuseUsedUp(counting, name, subject)
  const row = await tx.maybe<{ left: number }>(sql`
    select ceil(extract(epoch from resets_at - now()))::int as left from platform.quota
    where name = ${name} and subject = ${keyedHash(counting.secret, subject)} and used >= ${quotas[name].max} and resets_at > now()`)
  if (row) refuseFor(counting, name, subject, row.left)
}

/** Refuses without the database what it refused a moment ago. */
export function refuseUsedUp(
  { database }: Pick<Context, 'database'>,
  name: QuotaName,
  subject: string | undefined,
): void {
  const until = usedUp.get(database)?.get(`${name} ${subject}`)
  if (until !== undefined && until > Date.now()) refuseQuota(name, Math.ceil((until - Date.now()) / 1000))
}

function refuseFor({ database, log, secret }: Counting, name: QuotaName, subject: string, secondsLeft: number): never {
  // Once until the quota begins again, because from now on `usedUp` answers.
  log.warn({ quota: name, subject: keyedHash(secret, subject).toString('hex') }, 'a quota is used up')
  const known = usedUp.get(database)
  const until = known && known.size < usedUpMax ? known : new Map<string, number>()
  usedUp.set(database, until.set(`${name} ${subject}`, Date.now() + secondsLeft * 1000))
  return refuseQuota(name, secondsLeft)
}

function refuseQuota(name: QuotaName, secondsLeft: number): never {
  return refuse(quotas[name].refusal, { minutes: Math.ceil(secondsLeft / 60), retryAfterSeconds: secondsLeft })
}
