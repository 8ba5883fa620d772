import * as own from '#contract/platform/cooperative-profile.ts'
import * as contract from '#contract/platform/cooperatives.ts'
import * as registration from '#contract/society/registration.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { getCooperative } from '#contract/platform/platform.ts'
import { getStatistics } from '#contract/platform/statistics.ts'
import { addMonths, dayIn, firstDayOf, periodOf } from '#domain/calendar.ts'
import { statusSentence } from '#domain/platform/cooperatives/notice.ts'
import { trialEndFrom, trialStanding } from '#domain/platform/cooperatives/plan.ts'
import { coopIdFrom } from '#domain/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { above, type Answer, type DemonstrationFile, DemonstrationRefusal, inside, type Moment, open, paged, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf, type Society } from '#web/demonstration/records.ts'
import { newSociety, newUser } from '#web/demonstration/sample-society.ts'
import { recordAudit } from './audit.ts'
import { cashBalance } from './books.ts'
import { monthsOf } from './contributions.ts'
import { holds, isActive, isIn, logoPath, membersOf, newId, notify } from './society.ts'

type Cooperative = Replied<typeof contract.listCooperatives>
type Changes = { name?: string | undefined; email?: string | null | undefined; address?: string | null | undefined; registrationNumber?: string | null | undefined }

const verification = { pending: 'unverified', active: 'verified', suspended: 'verified', rejected: 'rejected' } as const

export const cooperativeAnswers: readonly Answer[] = [
  open(registration.registerCooperative, register),
  inside(own.getCooperativeProfile, (place) => ({ ...cooperativeFrom(place, place.society), documents: [] })),
  inside(contract.updateCooperativeProfile, (place, changes) => changed(place, place.society, changes)),
  {
    endpoint: contract.updateCooperative,
    give: (moment, input, user, actor) => (actor?.role === 'superadmin' ? decide : changeOwn).give(moment, input, user, actor),
  },
  inside(contract.uploadLogo, (place, { picture }) => {
    place.society.logo = { version: String(place.now.getTime()), picture }
    return cooperativeFrom(place, place.society)
  }),
  inside(contract.deleteLogo, (place) => {
    place.society.logo = null
    return cooperativeFrom(place, place.society)
  }),
  inside(contract.downloadLogo, ({ society: { logo } }) => (logo ? pictureFile(logo.picture) : refuse('not_found'))),
  above(contract.deleteCooperative, (moment, { id }) => {
    const { world } = moment
    const society = findSociety(world, id)
    if (membersOf({ world, society }).length > 0) refuse('cooperative_has_books')
    world.societies = world.societies.filter((each) => each !== society)
    world.users = world.users.filter((user) => user.cooperativeId !== id)
    const { name, coopId, phone, status } = society
    recordAudit(moment, moment.actor, { action: 'cooperative.delete', cooperative: society, before: { name, coop_id: coopId, phone, status } })
    return null
  }),
  above(contract.listCooperatives, listCooperatives),
  above(contract.searchCooperatives, listCooperatives),
  {
    endpoint: getStatistics,
    give: (moment, input, user, actor) => (actor?.role === 'superadmin' ? platformFigures : ownFigures).give(moment, input, user, actor),
  },
]

const decide = above(contract.updateCooperative, (moment, { id, status, reason, ...changes }) => {
  const society = findSociety(moment.world, id)
  const was = society.status
  if (status === was) refuse('status_unchanged', { field: 'status', status })
  if (status && !reason && !(status === 'active' && was === 'pending')) refuse('reason_wanted', { field: 'reason' })
  const named = Object.entries(changes).filter(([, value]) => value !== undefined).map(([name]) => name as keyof typeof changes)
  if (named.length > 0) {
    const facts = () => Object.fromEntries(named.map((name) => [name, society[name] ?? null]))
    const before = facts()
    changed(moment, society, changes)
    recordAudit(moment, moment.actor, { action: 'cooperative.update', cooperative: society, before, after: facts(), reason: status ? undefined : reason })
  }
  if (!status) return cooperativeFrom(moment, society)
  notify(society, 'officers', statusSentence(society, status, reason), moment.now, { type: status === 'active' ? 'success' : 'warning' })
  society.status = status
  society.statusReason = status === 'active' ? null : (reason ?? null)
  const begins = society.trialEndsOn === null && status === 'active' && society.plan === 'trial'
  if (begins) society.trialEndsOn = trialEndFrom(moment.today)
  recordAudit(moment, moment.actor, { action: 'cooperative.status', cooperative: society, before: { status: was }, after: { status, ...(begins && { trialEndsOn: society.trialEndsOn }) }, reason })
  return cooperativeFrom(moment, society)
})

const changeOwn = inside(contract.updateCooperative, (place, { id, status, reason, ...changes }) => {
  if (id !== place.society.id) refuse('not_found')
  if (status !== undefined || reason !== undefined) refuse('not_permitted')
  return changed(place, place.society, changes)
})

const platformFigures = above(getStatistics, (moment) => {
  const { societies, users, contactMessages } = moment.world
  const count = (status: Society['status']) => societies.filter((society) => society.status === status).length
  const totals = societies.flatMap((society) => totalsOf(moment, society) ?? [])
  const trials = societies.map((society) => trialStanding(society, moment.today))
  const months = Array.from({ length: 12 }, (_, n) => addMonths(periodOf(moment.today), n - 11))
  return {
    cooperative: null,
    platform: {
      total: societies.length, pending: count('pending'), active: count('active'), suspended: count('suspended'), rejected: count('rejected'),
      members: users.filter(({ role }) => role === 'member').length,
      savings: sumKobo(totals.map(({ savings }) => savings)),
      transactionsThisMonth: totals.reduce((sum, { transactionsThisMonth }) => sum + transactionsThisMonth, 0),
      amountThisMonth: sumKobo(totals.map(({ amountThisMonth }) => amountThisMonth)),
      trialsRunning: trials.filter((standing) => standing === 'running' || standing === 'ending').length,
      trialsEnded: trials.filter((standing) => standing === 'ended').length,
      openMessages: contactMessages.filter(({ status }) => status === 'open').length,
      months: months.map((period) => ({ month: firstDayOf(period), registered: societies.filter(({ createdAt }) => periodOf(dayIn(new Date(createdAt))) === period).length })),
      summedAt: totals.length > 0 ? moment.now : null,
    },
  }
})

/** The sums of a society's books as the super administrator sees them; nobody sums one that was never approved. */
export function totalsOf({ world, today, now }: Moment, society: Society): Replied<typeof getCooperative>['totals'] {
  if (society.status === 'pending') return null
  const members = membersOf({ world, society })
  const total = (kind: 'savings' | 'shares') => sumKobo(members.map((member) => holds({ society, today }, memberIdOf(member), kind)))
  const thisMonth = society.movements.filter(({ status, occurredOn }) => status === 'approved' && periodOf(occurredOn) === periodOf(today))
  const entries = society.movements.filter(({ entryId }) => entryId !== null).map(({ createdAt }) => createdAt)
  return {
    savings: total('savings'), shares: total('shares'), transactionsThisMonth: thisMonth.length, amountThisMonth: sumKobo(thisMonth.map(({ amount }) => amount)),
    lastEntryAt: entries.length > 0 ? new Date(entries.toSorted().at(-1) ?? now) : null, summedAt: now,
  }
}

const ownFigures = inside(getStatistics, (place) => ({ platform: null, cooperative: figuresOf(place) }))

function figuresOf(place: Place): NonNullable<Replied<typeof getStatistics>['cooperative']> {
  const members = membersOf(place)
  const thisMonth = periodOf(place.today)
  const all = members.flatMap((member) => monthsOf(place, member))
  const sums = (period: string) => {
    const of = all.filter((month) => month.period === period)
    const sum = (part: (month: (typeof of)[number]) => Kobo) => sumKobo(of.map(part))
    return { expected: sum((month) => month.expected), paid: sum((month) => month.paid), outstanding: sum((month) => month.outstanding), membersBehind: of.filter((month) => month.outstanding > 0n).length }
  }
  const periods = Array.from({ length: 12 }, (_, n) => addMonths(thisMonth, n - 11))
  const total = (kind: 'savings' | 'shares') => members.reduce((sum, member) => kobo(sum + holds(place, memberIdOf(member), kind)), zeroKobo)
  return {
    members: { total: members.length, active: members.filter(isActive).length, joinedThisMonth: members.filter(({ joinDate }) => periodOf(joinDate) === thisMonth).length },
    savings: total('savings'),
    shares: total('shares'),
    cashAndBank: cashBalance(place.society, place.today),
    thisMonth: sums(thisMonth),
    months: periods.map((period) => ({ month: firstDayOf(period), expected: sums(period).expected, paid: sums(period).paid })),
    firstSteps: { rules: true, members: true, openingBalances: true, bank: true, employers: true, receipt: true, secondOfficer: true },
  }
}

/** The super administrator's decision comes later, as in the product; the account is there at once. */
function register({ world, now, today }: Moment, { name, phone, email, password }: { name: string; phone: string; email?: string | null | undefined; password: string }) {
  if (world.users.some((user) => user.phone === phone) || world.societies.some((society) => society.phone === phone)) {
    // Not 409, for which the page has words of its own.
    throw new DemonstrationRefusal(422, 'This phone number is already registered.', 'phone')
  }
  const coopId = coopIdFrom([...crypto.getRandomValues(new Uint8Array(6))])
  const society = newSociety({ id: newId(), coopId, name, phone, email: email || null }, now)
  const words = name.split(' ')
  const user = newUser({
    // The number of users and one more; deleting may have left a gap, so never one that somebody still has.
    id: Math.max(world.users.length, ...world.users.map(({ id }) => id)) + 1,
    role: 'coop_admin', phone, name, firstName: words[0] ?? name, lastName: words.slice(1).join(' '), joinDate: today, cooperativeId: society.id, token: `mock-token-${now.getTime()}`, password,
  })
  world.users.push({ ...user, email: email ?? '', membershipId: coopId })
  world.societies.push(society)
  notify({ notices: world.platformNotices }, 'platform', `${name} (${coopId}) registered and waits for verification.`, now, { link: `/superadmin/cooperatives/${society.id}` })
  return { id: society.id, coop_id: coopId, name, phone, status: society.status }
}

export function findSociety(world: Moment['world'], id: string): Society {
  return world.societies.find((society) => society.id === id) ?? refuse('not_found')
}

function changed(moment: Moment, society: Society, { name, email, address, registrationNumber }: Changes): Cooperative {
  if (name !== undefined) society.name = name
  if (email !== undefined) society.email = email || null
  if (address !== undefined) society.address = address || null
  if (registrationNumber !== undefined) society.registrationNumber = registrationNumber || null
  return cooperativeFrom(moment, society)
}

export function cooperativeFrom({ world }: Moment, society: Society): Cooperative {
  const { id, coopId, name, phone, email, address, registrationNumber, status, statusReason, plan, trialEndsOn, createdAt } = society
  return {
    id, cooperativeId: id, coop_id: coopId, name, phone, email, address, registrationNumber, logo: logoPath(society), status, verificationStatus: verification[status], statusReason,
    members: membersOf({ world, society }).length, plan, trialEndsOn, createdAt: new Date(createdAt),
  }
}

/** A picture's bytes, from the text in which they are stored. */
function pictureFile(picture: string): DemonstrationFile {
  const [head = '', text = ''] = picture.split(',')
  const mediaType = /^data:(image\/[a-z]+);base64$/.exec(head)?.[1] ?? refuse('picture_kind_refused', { field: 'file' })
  return { fileName: `logo.${mediaType.slice('image/'.length)}`, mediaType, content: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) }
}

function listCooperatives(moment: Moment, { q, status, plan, trial, ...input }: Parsed<typeof contract.listCooperatives> & { page: number; limit: number }) {
  const isMeant = (society: Society) =>
    (!status || society.status === status) && (!plan || society.plan === plan) && (!trial || trialStanding(society, moment.today) === trial) && isIn(`${society.name} ${society.coopId} ${society.phone}`, q)
  const rows = moment.world.societies.filter(isMeant).map((society) => cooperativeFrom(moment, society))
  // One whose trial has not begun stands last either way.
  const never = input.sort?.startsWith('-') ? '' : '9'
  return paged(rows, input, {
    name: (row) => row.name, createdAt: (row) => row.createdAt.getTime(), members: (row) => row.members, status: (row) => row.status, trialEndsOn: (row) => row.trialEndsOn ?? never,
  }, '-createdAt')
}
