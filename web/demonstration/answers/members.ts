import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { MemberSelection } from '#contract/members/member-selection.ts'
import type * as z from 'zod/mini'
import { getMember } from '#contract/members/member-details.ts'
import * as changes from '#contract/members/member-changes.ts'
import * as portal from '#contract/members/member-portal.ts'
import * as contract from '#contract/members/members.ts'
import { may } from '#domain/actor.ts'
import { addMonths, periodOf } from '#domain/calendar.ts'
import { isUuid, type MemberId, membershipNumber } from '#domain/ids.ts'
import { type Kobo, koboFromNaira, kobo, moneyText, nairaNumber, sumKobo, zeroKobo } from '#domain/money.ts'
import { whyNotGive } from '#domain/access/sessions/office.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { balanceOf, loanBalance, standsOn } from '#web/demonstration/portfolio.ts'
import { type Kin, memberIdOf, type Nominee, type User } from '#web/demonstration/records.ts'
import { newUser } from '#web/demonstration/sample-society.ts'
import { monthsOf } from './contributions.ts'
import { nextDue } from './loans.ts'
import { findMember, holds, isNamed, lastDayOfMonth, logoPath, membersOf, newId, statusOf } from './society.ts'

type Member = Replied<typeof changes.updateMember>
type PersonFields = Omit<Parsed<typeof changes.updateMember>, 'id'>
type ListAsked = Parsed<typeof contract.listMembers> & { page: number; limit: number }

export const memberAnswers: readonly Answer[] = [
  inside(changes.registerMembers, (place, { member: people }) => people.map((person, index) => register(place, person, `member.${index}.`))),
  inside(changes.createMember, (place, person) => register(place, person, '')),
  inside(contract.listMembers, listMembers),
  inside(contract.searchMembers, listMembers),
  inside(getMember, (place, { id }) => {
    const user = isUuid(id.toLowerCase()) ? findMember(place, id.toLowerCase() as MemberId) : membersOf(place).find(({ membershipId }) => membershipId === id.toUpperCase())
    const found = user ?? refuse('not_found')
    const thisMonth = periodOf(place.today)
    return {
      ...rowFrom(place, found), fixedDeposits: zeroKobo, employer: null, loans: sumKobo(place.society.loans.filter(({ memberId, status }) => memberId === memberIdOf(found) && status === 'active').map(loanBalance)),
      arrears: { contributions: sumKobo(monthsOf(place, found).filter(({ period }) => period < thisMonth).map(({ outstanding }) => outstanding)), loans: zeroKobo }, arrearsBroughtForward: zeroKobo, dueFromChanges: [],
    }
  }),
  inside(changes.updateMember, updateMember),
  inside(changes.deleteMember, deleteMember),
  inside(changes.getMemberRoles, (place, { memberId }) => rolesOf(findMember(place, memberId))),
  inside(changes.updateMemberRoles, (place, { memberId, roleIds, endsOn = null }) => {
    const user = findMember(place, memberId)
    const roles = [...new Set(['member' as const, ...roleIds])]
    const reason = whyNotGive(roles, endsOn, place.today)
    if (reason) throw reason
    user.roles = roles
    user.officeEndsOn = endsOn
    return rolesOf(user)
  }),
  inside(portal.getMemberProfile, (place) => {
    const user = findMember(place, place.actor.memberId)
    return { ...memberFrom(user), bankDetails: null, personalInfo: { cooperative: { name: place.society.name, logo: logoPath(place.society) } }, lastLogin: user.lastLogin === null ? null : new Date(user.lastLogin) }
  }),
  inside(portal.getMemberDashboard, dashboard),
]

function rolesOf(user: User): Replied<typeof changes.getMemberRoles> {
  return { memberId: memberIdOf(user), roles: heldBy(user).map(({ role, ...until }) => ({ id: role, name: role, ...until })) }
}

function heldBy({ roles, officeEndsOn }: User): Member['memberRoles'] {
  return roles.map((role) => (role === 'member' || role === 'admin' || !officeEndsOn ? { role } : { role, endsOn: officeEndsOn }))
}

/** A record keeps a whole name, the contract its parts: the first word, and the rest. */
export function kinFrom(kin: Kin | null) {
  const [first, ...rest] = (kin?.name ?? '').split(' ')
  return { firstName: first || null, lastName: rest.join(' ') || null, phone: kin?.phone || null, email: kin?.email || null, address: kin?.address || null, relationship: kin?.relationship || null }
}

function memberFrom(user: User): Member {
  const kin = kinFrom(user.nextOfKin)
  const nominee = kinFrom(user.useNokAsNominee ? user.nextOfKin : user.nominee)
  return {
    memberid: memberIdOf(user),
    membershipno: user.membershipId,
    title: null,
    firstName: user.firstName,
    lastName: user.lastName,
    formerNumber: null,
    phone: user.phone || null,
    otherPhone: user.otherPhone || null,
    sharesPhone: user.sharesPhone ?? false,
    email: user.email || null,
    address: user.address || null,
    dateOfBirth: user.dob,
    registrationDate: user.joinDate,
    contributionsDueFrom: periodOf(user.joinDate),
    gender: user.gender,
    maritalStatus: user.maritalStatus,
    employmentStatus: user.employmentStatus,
    monthlyContributions: koboFromNaira(user.currentCoopPlan) ?? zeroKobo,
    profilePicture: user.image,
    nextOfKinFirstName: kin.firstName,
    nextOfKinLastName: kin.lastName,
    nextOfKinPhone: kin.phone,
    nextOfKinEmail: kin.email,
    nextOfKinAddress: kin.address,
    nextOfKinRelationship: kin.relationship,
    nomineeFirstName: nominee.firstName,
    nomineeLastName: nominee.lastName,
    nomineePhone: nominee.phone,
    nomineeEmail: nominee.email,
    nomineeAddress: nominee.address,
    nomineeRelationship: nominee.relationship,
    tenant_id: user.cooperativeId ?? refuse('not_found'),
    status: statusOf(user),
    memberRoles: heldBy(user),
    activated: true,
  }
}

function rowFrom(place: Place, user: User): z.output<typeof contract.memberRow> {
  return { ...memberFrom(user), savings: holds(place, memberIdOf(user), 'savings'), shares: holds(place, memberIdOf(user), 'shares') }
}

function loansOf({ society }: Place, user: User): Kobo {
  return sumKobo(society.loans.filter(({ memberId, status }) => memberId === memberIdOf(user) && status === 'active').map(loanBalance))
}

/** Loans of the sample are never overdue, and its members have no employer. */
function isMatching(place: Place, user: User, { status, role, gender, employer, joinedFrom, joinedTo, arrears, q }: Omit<ListAsked, 'page' | 'limit' | 'sort'>): boolean {
  return [
    !status || statusOf(user) === status,
    !role || user.roles.includes(role),
    !gender || user.gender === gender,
    !employer,
    !joinedFrom || user.joinDate >= joinedFrom,
    !joinedTo || user.joinDate <= joinedTo,
    !arrears || (arrears === 'contributions' && monthsOf(place, user).some(({ period, outstanding }) => period < periodOf(place.today) && outstanding > 0n)),
    isNamed(user, q),
  ].every(Boolean)
}

/** The members of a selection of the register. */
export function selectedIn(place: Place, members: MemberSelection): User[] {
  return 'ids' in members ? members.ids.map((id) => findMember(place, id, 'members')) : membersOf(place).filter((user) => isMatching(place, user, members.filter))
}

function listMembers(place: Place, input: ListAsked) {
  const rows = membersOf(place)
    .filter((user) => isMatching(place, user, input))
    .map((user) => ({ ...rowFrom(place, user), loans: loansOf(place, user), employer: null }))
  return paged(rows, input, {
    membershipno: (row) => row.membershipno, lastName: (row) => `${row.lastName} ${row.firstName}`, firstName: (row) => `${row.firstName} ${row.lastName}`,
    registrationDate: (row) => row.registrationDate, savings: (row) => row.savings,
  }, 'membershipno')
}

function register(place: Place, person: Parsed<typeof changes.createMember>, at: string): Replied<typeof changes.createMember> {
  const { world, society, today } = place
  const sharesPhone = sharing(place, person, `${at}phone`)
  const joinDate = person.registrationDate ?? today
  if (joinDate > today) throw new Refusal('dated_in_future', { field: `${at}registrationDate` })
  const roles = [...new Set(person.roles ?? [])]
  if (roles.some((role) => role !== 'member') && !may(place.actor, 'member.roles')) throw new Refusal('roles_by_admin', { field: `${at}roles` })
  const reason = whyNotGive(roles, null, today)
  if (reason) throw new Refusal(reason.code, { field: `${at}roles` })
  society.lastMember += 1
  const id = Math.max(world.users.length, ...world.users.map((user) => user.id)) + 1
  const { firstName, lastName, phone } = person
  const user = newUser({ id, role: 'member', phone: phone ?? '', name: '', firstName, lastName, joinDate, cooperativeId: society.id, token: `mock-token-${place.now.getTime()}-${id}`, password: newId<string>().slice(0, 8) })
  user.membershipId = membershipNumber(society.coopId, society.lastMember)
  user.roles = [...new Set(['member' as const, ...(person.roles ?? [])])]
  user.sharesPhone = sharesPhone
  world.users.push(user)
  change(place, user, person)
  return { ...memberFrom(user), activationCode: user.password }
}

/** Whether the phone is another member's too. Refuses: member_phone_taken, unless they share it. */
function sharing(place: Place, { phone, sharesPhone }: { phone: string | null; sharesPhone?: boolean | undefined }, field: string): boolean {
  const owner = phone === null ? undefined : membersOf(place).find((user) => user.phone === phone)
  if (phone !== null && owner && !sharesPhone) refuse('member_phone_taken', { field, phone, holder: `${owner.name}, ${owner.membershipId.split('/').at(-1)}` })
  return owner !== undefined
}

function updateMember(place: Place, { id, ...fields }: Parsed<typeof changes.updateMember>): Member {
  const user = findMember(place, id)
  if (fields.phone !== undefined && (fields.phone ?? '') !== user.phone) user.sharesPhone = sharing(place, { phone: fields.phone, sharesPhone: fields.sharesPhone }, 'phone')
  change(place, user, fields)
  return memberFrom(user)
}

/** A field that is not named stays; an empty one is emptied where it may be. */
function change({ society, today }: Place, user: User, fields: PersonFields): void {
  if (fields.firstName !== undefined) user.firstName = fields.firstName
  if (fields.lastName !== undefined) user.lastName = fields.lastName
  user.name = `${user.firstName} ${user.lastName}`
  if (fields.phone !== undefined) user.phone = fields.phone ?? ''
  if (fields.otherPhone !== undefined) user.otherPhone = fields.otherPhone ?? ''
  if (fields.email !== undefined) user.email = fields.email ?? ''
  if (fields.address !== undefined) user.address = fields.address ?? ''
  if (fields.dateOfBirth !== undefined) user.dob = fields.dateOfBirth
  if (fields.profilePicture !== undefined) user.image = fields.profilePicture || null
  user.gender = fields.gender || user.gender
  user.maritalStatus = fields.maritalStatus || user.maritalStatus
  user.employmentStatus = fields.employmentStatus || user.employmentStatus
  if (fields.status !== undefined) user.status = fields.status === 'active' ? 'Active' : 'Inactive'
  user.nextOfKin = kinChanged(user.nextOfKin, {
    firstName: fields.nextOfKinFirstName, lastName: fields.nextOfKinLastName, phone: fields.nextOfKinPhone, email: fields.nextOfKinEmail, address: fields.nextOfKinAddress, relationship: fields.nextOfKinRelationship,
  })
  const nominee = kinChanged(user.nominee, {
    firstName: fields.nomineeFirstName, lastName: fields.nomineeLastName, phone: fields.nomineePhone, email: fields.nomineeEmail, address: fields.nomineeAddress, relationship: fields.nomineeRelationship,
  })
  user.nominee = nominee && ({ inheritsPortfolio: true, sharePercentage: user.secondaryNominee ? 60 : 100, ...user.nominee, ...nominee } satisfies Nominee)
  if (fields.monthlyContributions === undefined) return
  user.currentCoopPlan = nairaNumber(fields.monthlyContributions)
  const memberId = memberIdOf(user)
  const from = user.joinDate > today ? periodOf(user.joinDate) : society.plans.some((plan) => plan.memberId === memberId) ? periodOf(today) : periodOf(user.joinDate)
  society.plans = society.plans.filter((plan) => plan.memberId !== memberId || plan.from !== from)
  society.plans.push({ memberId, from, monthly: fields.monthlyContributions })
}

type KinFields = { [Field in keyof ReturnType<typeof kinFrom>]: string | null | undefined }

function kinChanged(kin: Kin | null, fields: KinFields): Kin | null {
  if (Object.values(fields).every((value) => value === undefined)) return kin
  const before = kinFrom(kin)
  const value = (field: keyof KinFields) => (fields[field] === undefined ? before[field] : fields[field]) ?? ''
  const changed = { name: `${value('firstName')} ${value('lastName')}`.trim(), phone: value('phone'), email: value('email'), address: value('address'), relationship: value('relationship') }
  return Object.values(changed).every((text) => text === '') ? null : changed
}

function deleteMember(place: Place, { id }: { id: MemberId }): null {
  const { world, society, today } = place
  const user = findMember(place, id)
  const own = society.movements.filter(({ memberId }) => memberId === id)
  const money = kobo(balanceOf(own.filter((movement) => standsOn(movement, today))) + sumKobo(society.loans.filter(({ memberId }) => memberId === id).map(loanBalance)))
  if (money !== 0n) refuse('member_has_money', { balance: moneyText(money) })
  const count = own.filter(({ status }) => status === 'pending').length + society.loans.filter(({ memberId, status }) => memberId === id && status === 'submitted').length
  if (count > 0) refuse('member_has_requests', { count })
  world.users = world.users.filter((each) => each !== user)
  society.movements = society.movements.filter(({ memberId }) => memberId !== id)
  society.loans = society.loans.filter(({ memberId }) => memberId !== id)
  return null
}

function dashboard(place: Place): Replied<typeof portal.getMemberDashboard> {
  const { society, today, actor } = place
  const user = findMember(place, actor.memberId)
  const memberId = memberIdOf(user)
  const months = monthsOf(place, user)
  const own = society.movements.filter((movement) => movement.memberId === memberId)
  const loans = society.loans.filter((loan) => loan.memberId === memberId && loan.status === 'active')
  const thisMonth = periodOf(today)
  const late = months.filter(({ period, outstanding }) => period < thisMonth && outstanding > 0n).toSorted((a, b) => a.period.localeCompare(b.period))
  const owed = months.find(({ period }) => period === thisMonth)?.outstanding ?? zeroKobo
  const next = owed > 0n ? { period: thisMonth, amount: owed } : { period: addMonths(thisMonth, 1), amount: koboFromNaira(user.currentCoopPlan) ?? zeroKobo }
  const toCome = [
    ...loans.flatMap((loan) => {
      const due = nextDue(loan)
      return due ? [{ kind: 'instalment' as const, loanId: loan.id, loan: society.loanConfigurations.find(({ id }) => id === loan.loanConfigId)?.name ?? '', dueOn: due.on, amount: due.amount }] : []
    }),
    ...(statusOf(user) === 'active' && next.amount > 0n ? [{ kind: 'contribution' as const, ...next, dueOn: lastDayOfMonth(next.period) }] : []),
  ]
  return {
    profile: { firstName: user.firstName, lastName: user.lastName, membershipno: user.membershipId, registrationDate: user.joinDate },
    financialSummary: {
      totalContributions: sumKobo(months.map(({ paid }) => paid)),
      outstandingContributions: sumKobo(months.map(({ outstanding }) => outstanding)),
      totalLoans: sumKobo(loans.map(({ principal }) => principal)),
      outstandingLoans: sumKobo(loans.map(loanBalance)),
      totalDeposits: holds(place, memberId, 'savings'),
      totalHeld: sumKobo([holds(place, memberId, 'savings'), holds(place, memberId, 'shares')]),
      fixedDeposits: zeroKobo,
      shares: holds(place, memberId, 'shares'),
      contributionArrears: sumKobo(late.map(({ outstanding }) => outstanding)),
      loanArrears: zeroKobo,
    },
    accounts: society.accountTypes.flatMap(({ id, name }) => {
      const movements = own.filter((movement) => movement.accountTypeId === id && standsOn(movement, today))
      return movements.length === 0 ? [] : [{ name, balance: balanceOf(movements) }]
    }),
    recentTransactions: own
      .filter(({ status }) => status === 'approved')
      .toSorted((a, b) => b.occurredOn.localeCompare(a.occurredOn) || b.createdAt.localeCompare(a.createdAt))
      .slice(0, 5)
      .map(({ id, amount, type, description, createdAt }) => ({ id, amount, type, description, createdAt: new Date(createdAt) })),
    upcomingPayments: [
      ...late.slice(0, 1).map(({ period }) => ({ kind: 'contribution_arrears' as const, period, dueOn: lastDayOfMonth(period), amount: sumKobo(late.map(({ outstanding }) => outstanding)) })),
      ...toCome.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn)),
    ],
  }
}
