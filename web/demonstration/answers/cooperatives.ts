import * as contract from '#contract/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import { addMonths, firstDayOf, periodOf } from '#domain/calendar.ts'
import { coopIdFrom } from '#domain/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { above, type Answer, DemonstrationRefusal, inside, type Moment, open, paged, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf, type Society } from '#web/demonstration/records.ts'
import { newSociety, newUser } from '#web/demonstration/sample-society.ts'
import { cashBalance } from './books.ts'
import { monthsOf } from './contributions.ts'
import { holds, isActive, isIn, membersOf, newId, notify } from './society.ts'

type Cooperative = Replied<typeof contract.listCooperatives>
type Changes = { name?: string | undefined; email?: string | null | undefined; address?: string | null | undefined; registrationNumber?: string | null | undefined }

const verification = { pending: 'unverified', active: 'verified', suspended: 'verified', rejected: 'rejected' } as const

export const cooperativeAnswers: readonly Answer[] = [
  open(contract.registerCooperative, register),
  inside(contract.getCooperativeProfile, (place) => ({ ...cooperativeFrom(place, place.society), documents: [] })),
  inside(contract.updateCooperativeProfile, (place, changes) => changed(place, place.society, changes)),
  {
    endpoint: contract.updateCooperative,
    give: (moment, input, user, actor) => (actor?.role === 'superadmin' ? decide : changeOwn).give(moment, input, user, actor),
  },
  above(contract.deleteCooperative, ({ world }, { id }) => {
    const society = findSociety(world, id)
    if (membersOf({ world, society }).length > 0) refuse('cooperative_has_books')
    world.societies = world.societies.filter((each) => each !== society)
    world.users = world.users.filter((user) => user.cooperativeId !== id)
    return null
  }),
  above(contract.listCooperatives, listCooperatives),
  above(contract.searchCooperatives, listCooperatives),
  above(contract.getCooperative, (moment, { id }) => ({ ...cooperativeFrom(moment, findSociety(moment.world, id)), documents: [] })),
  {
    endpoint: contract.getStatistics,
    give: (moment, input, user, actor) => (actor?.role === 'superadmin' ? platformFigures : ownFigures).give(moment, input, user, actor),
  },
]

const decide = above(contract.updateCooperative, (moment, { id, status, reason, ...changes }) => {
  const society = findSociety(moment.world, id)
  if (status === society.status) refuse('status_unchanged', { field: 'status', status })
  if (status) {
    society.status = status
    society.statusReason = reason ?? null
    notify(society, 'officers', `${society.name} is ${status === 'active' ? 'verified' : status}.`, moment.now, { type: status === 'active' ? 'success' : 'warning' })
  }
  return changed(moment, society, changes)
})

const changeOwn = inside(contract.updateCooperative, (place, { id, status, reason, ...changes }) => {
  if (id !== place.society.id) refuse('not_found')
  if (status !== undefined || reason !== undefined) refuse('not_permitted')
  return changed(place, place.society, changes)
})

const platformFigures = above(contract.getStatistics, ({ world }) => {
  const count = (status: Society['status']) => world.societies.filter((society) => society.status === status).length
  const members = world.users.filter(({ role }) => role === 'member').length
  return { cooperative: null, platform: { total: world.societies.length, pending: count('pending'), active: count('active'), suspended: count('suspended'), rejected: count('rejected'), members } }
})

const ownFigures = inside(contract.getStatistics, (place) => ({ platform: null, cooperative: figuresOf(place) }))

function figuresOf(place: Place): NonNullable<Replied<typeof contract.getStatistics>['cooperative']> {
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
  notify({ notices: world.platformNotices }, 'platform', `${name} (${coopId}) registered and waits for verification.`, now, { link: `/superadmin/dashboard?open=${society.id}` })
  return { id: society.id, coop_id: coopId, name, phone, status: society.status }
}

function findSociety(world: Moment['world'], id: string): Society {
  return world.societies.find((society) => society.id === id) ?? refuse('not_found')
}

function changed(moment: Moment, society: Society, { name, email, address, registrationNumber }: Changes): Cooperative {
  if (name !== undefined) society.name = name
  if (email !== undefined) society.email = email || null
  if (address !== undefined) society.address = address || null
  if (registrationNumber !== undefined) society.registrationNumber = registrationNumber || null
  return cooperativeFrom(moment, society)
}

function cooperativeFrom({ world }: Moment, society: Society): Cooperative {
  const { id, coopId, name, phone, email, address, registrationNumber, status, statusReason, createdAt } = society
  return {
    id, cooperativeId: id, coop_id: coopId, name, phone, email, address, registrationNumber, logo: null, status, verificationStatus: verification[status], statusReason,
    members: membersOf({ world, society }).length, createdAt: new Date(createdAt),
  }
}

function listCooperatives(moment: Moment, input: { q?: string | undefined; status?: Society['status'] | undefined; sort?: string | undefined; page: number; limit: number }) {
  const rows = moment.world.societies.filter((society) => (!input.status || society.status === input.status) && isIn(`${society.name} ${society.coopId} ${society.phone}`, input.q)).map((society) => cooperativeFrom(moment, society))
  return paged(rows, input, { name: (row) => row.name, createdAt: (row) => row.createdAt.getTime(), members: (row) => row.members, status: (row) => row.status }, '-createdAt')
}
