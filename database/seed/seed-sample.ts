import type { TenantActor } from '#domain/actor.ts'
import { addMonths, type Day, dayIn, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import type { CooperativeId, SessionId } from '#domain/ids.ts'
import { kobo } from '#domain/money.ts'
import type { Phone } from '#domain/phone.ts'
import type { Context, Services } from '#server/context.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import { postContributionsBulk } from '#server/features/contributions/post-contributions-bulk.ts'
import { createCooperative } from '#server/features/cooperatives/register-cooperative.ts'
import { setStatus } from '#server/features/cooperatives/store.ts'
import { registerMembers } from '#server/features/members/register-members.ts'
import { resetPassword } from '#server/features/sessions/reset-password.ts'
import { paidPercent, samplePerson } from './sample-people.ts'

export type SampleLogins = { cooperative: { coopId: string; password: string }; member: { phone: string; password: string } }

const coopId = 'AJO-DEM234'
const membersCount = 120
const monthsCount = 24
/** The day of the month on which the sample society posts its contributions. */
const postingDay = 20

const logins: SampleLogins = {
  cooperative: { coopId, password: 'sample-treasurer' },
  member: { phone: samplePerson(0).phone, password: 'sample-member' },
}

/**
 * The sample cooperative on an empty database: about 120 members and two years of contributions, posted through the
 * same use cases as everybody's. Answers its logins where it stands; nothing where others work in this database.
 */
export async function seedSample(services: Services): Promise<SampleLogins | undefined> {
  const { exists, isSample } = await services.database.platform((tx) =>
    tx.one<{ exists: boolean; isSample: boolean }>(sql`
      select count(*) > 0 as exists, coalesce(bool_or(coop_id = ${coopId}), false) as "isSample" from app.cooperative`),
  )
  if (isSample) return logins
  if (exists) return undefined
  const context: Context = { ...services, requestId: 'sample', now: new Date() }
  const actor = await makeCooperative(context)
  const members = await makeMembers(context, actor)
  await postMonths(context, actor, members)
  await activateFirst(context, members)
  // Nobody is behind the sample phones, so nothing is sent to them.
  await services.database.jobs((tx) => tx.run(sql`update platform.message set sent_at = now(), body = '' where sent_at is null`))
  return logins
}

async function makeCooperative({ database, now }: Context): Promise<TenantActor> {
  const cooperativeId = newId<CooperativeId>()
  const name = 'Ìrẹ̀pọ̀ Staff Cooperative (sample)'
  const passwordHash = await hashPassword(logins.cooperative.password, 'officer')
  const booksBeginOn = firstDayOf(addMonths(periodOf(dayIn(now)), -36))
  const loginId = await database.tenant({ cooperativeId, role: 'job' }, (tx) =>
    createCooperative(tx, { cooperativeId, coopId, name, phone: '+2348030000001', email: null, passwordHash, booksBeginOn }),
  )
  await database.platform((tx) => setStatus(tx, cooperativeId, 'active', null))
  return { role: 'coop_admin', cooperativeId, cooperativeStatus: 'active', memberId: undefined, loginId, sessionId: '' as SessionId, name }
}

type SampleMember = Awaited<ReturnType<typeof registerMembers>>[number]

async function makeMembers(context: Context, actor: TenantActor): Promise<SampleMember[]> {
  const thisMonth = periodOf(dayIn(context.now))
  const people = Array.from({ length: membersCount }, (_, n) => samplePerson(n))
  const member = people.map((person) => ({
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phone as Phone,
    gender: person.gender,
    monthlyContributions: kobo(person.monthlyNaira * 100),
    registrationDate: `${addMonths(thisMonth, -person.joinedMonthsAgo)}-05` as Day,
  }))
  return context.database.tenant(actor, (tx) => registerMembers(tx, actor, { member }, context))
}

async function postMonths(context: Context, actor: TenantActor, members: readonly SampleMember[]): Promise<void> {
  const today = dayIn(context.now)
  const thisMonth = periodOf(today)
  for (let month = 0; month < monthsCount; month += 1) {
    const period = addMonths(thisMonth, month - monthsCount + 1)
    const day = `${period}-${postingDay}` as Day
    const occurredOn = day > today ? today : day
    const rows = members.flatMap((member, n) => rowOf(member, n, month, occurredOn))
    if (rows.length > 0) await context.database.tenant(actor, (tx) => postContributionsBulk(tx, actor, { occurredOn, period: period as Period, rows }, context))
  }
}

function rowOf(member: SampleMember, n: number, month: number, occurredOn: Day) {
  const percent = paidPercent(n, month)
  if (percent === 0 || member.registrationDate > occurredOn) return []
  return [{ memberId: member.memberid, amount: kobo((member.monthlyContributions * BigInt(percent)) / 100n) }]
}

async function activateFirst(context: Context, [first]: readonly SampleMember[]): Promise<void> {
  if (!first) throw new Error('The sample cooperative has no members')
  const { password } = logins.member
  const stranger = { device: undefined, address: '', agent: '', trust: () => {} }
  const refusal = await resetPassword(context, stranger, { identifier: first.phone, code: first.activationCode, password, confirmPassword: password })
  if (refusal) throw refusal
}
