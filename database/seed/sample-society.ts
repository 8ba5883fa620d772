import type { Office, TenantActor } from '#core/actor.ts'
import { type Day, addDays, addMonths, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import type { LoginId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { registerMembers } from '#features/members/members/server/register-members.ts'
import { sampleOffices } from './sample-people.ts'

export type SampleMember = Awaited<ReturnType<typeof registerMembers>>[number]

/** The sample cooperative while it is made: `context.now` is the day of the seed, the actor its shared login. */
export type SampleSociety = { context: Context; actor: TenantActor; members: readonly SampleMember[] }

/** One step of the seed, as the cooperative's own login. */
export function asOfficer<T>(
  { context, actor }: Pick<SampleSociety, 'context' | 'actor'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return context.database.tenant(actor, work)
}

/** One step in a member's own session, as their phone would take it. */
export function asMember<T>(
  society: SampleSociety,
  member: SampleMember,
  work: (tx: Tx, own: TenantActor) => Promise<T>,
): Promise<T> {
  return asPerson(society, member, { role: 'member' }, work)
}

/** One step of the seed by the second officer, the secretary, in the office that was theirs on that day. */
export function asSecretary<T>(
  society: SampleSociety,
  work: (tx: Tx, own: TenantActor) => Promise<T>,
  office: Office = 'treasurer',
): Promise<T> {
  return asPerson(society, memberAt(society, sampleOffices.secretary), { role: 'coop_admin', office }, work)
}

async function asPerson<T>(
  { context: { database }, actor }: SampleSociety,
  { memberid: memberId, firstName, lastName }: SampleMember,
  rights: { role: 'member' } | { role: 'coop_admin'; office: Office },
  work: (tx: Tx, own: TenantActor) => Promise<T>,
): Promise<T> {
  const { loginId } = await database.auth((tx) =>
    tx.one<{ loginId: LoginId }>(sql`select login_id from platform.membership where member_id = ${memberId}`),
  )
  const own: TenantActor = { ...actor, ...rights, memberId, loginId, name: `${firstName} ${lastName}` }
  return database.tenant(own, (tx) => work(tx, own))
}

/** The nth member, as samplePerson numbers them. */
export function memberAt({ members }: SampleSociety, n: number): SampleMember {
  const found = members[n]
  if (!found) throw new Error(`The sample cooperative has no member ${n}`)
  return found
}

/** The day of the seed. */
export function seedDay({ context }: Pick<SampleSociety, 'context'>): Day {
  return dayIn(context.now)
}

const dayMilliseconds = 86_400_000

/** The same context on another day; `days` below zero for earlier ones. */
export function contextIn(context: Context, days: number): Context {
  return { ...context, now: new Date(context.now.getTime() + days * dayMilliseconds) }
}

/**
 * The day on which this month's instalments of the sample loans fall due: the day of the seed, or the first of the next
 * month where that is a day that not every month has, so that going back in months never leads to another day.
 */
export function instalmentDay(today: Day): Day {
  return Number(today.slice(8)) <= 28 ? today : firstDayOf(addMonths(periodOf(today), 1))
}

/** The last day of the month that is so many months away. */
export function monthEnd(today: Day, months: number): Day {
  return addDays(firstDayOf(addMonths(periodOf(today), months + 1)), -1)
}
