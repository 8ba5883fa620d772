import { membershipNumber } from '#domain/ids.ts'
import type { AccountTypeId, AnnouncementId, ContactMessageId, CooperativeId, EntryId, LoanConfigurationId, LoanId, MeetingId, MemberId, NotificationId, TransactionId } from '#domain/ids.ts'
import { addDays, addMonths, addMonthsToDay, type Day, dayIn, dayText, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import { accountTypePresets, configurationPreset } from '#domain/society/configuration/presets.ts'
import { trialEndFrom } from '#domain/platform/cooperatives/plan.ts'
import { contributionDescription } from '#domain/money/contributions/contribution.ts'
import { plainRules } from '#domain/lending/loans/loan-terms.ts'
import { noticeText } from '#domain/governance/governance/meeting.ts'
import { kobo, type Kobo, zeroKobo } from '#domain/money.ts'
import { dueOn, emptyPortfolios, loanBalance, nextRepayment, renewPortfolios } from './portfolio.ts'
import { type AccountType, type ContactMessage, type Loan, type LoanConfiguration, type Meeting, memberIdOf, type Movement, type Nominee, type Notice, type Repayment, sampleId, type Society, type User, type World } from './records.ts'
import { memberPhone, sampleCooperative, sampleMembers, sampleOfficer, samplePasswords, sampleSuperAdmin } from './sample-people.ts'

/** What a member of the sample puts aside each month, in naira. */
export const samplePlan = 50_000

const cooperativeId = sampleId<CooperativeId>('cooperative', 1)
const ordinarySavings = sampleId<AccountTypeId>('account_type', 1)
const shares = sampleId<AccountTypeId>('account_type', 4)
const [regular, development, commodity] = [1, 2, 3].map((number) => sampleId<LoanConfigurationId>('loan_configuration', number)) as [LoanConfigurationId, LoanConfigurationId, LoanConfigurationId]

/** The sample as it stands today: months count back from now, so that it never looks old. */
export function sampleWorld(now: Date): World {
  const today = dayIn(now)
  const users = sampleUsers(today)
  const members = users.filter(({ role }) => role === 'member')
  const society: Society = {
    ...newSociety({ id: cooperativeId, coopId: sampleCooperative.coopId, name: sampleCooperative.name, phone: sampleCooperative.phone, email: sampleCooperative.email }, now),
    address: sampleCooperative.address,
    registrationNumber: sampleCooperative.registrationNumber,
    status: 'active',
    plan: 'standard',
    trialEndsOn: trialEndFrom(addMonthsToDay(today, -36)),
    createdAt: noon(addMonthsToDay(today, -36), now),
    booksBeginOn: firstDayOf(addMonths(periodOf(today), -36)),
    plans: members.map((member) => ({ memberId: memberIdOf(member), from: periodOf(member.joinDate), monthly: kobo(samplePlan * 100) })),
    movements: sampleMovements(members, now),
    loans: sampleLoans(members, now),
    meetings: sampleMeetings(members, now),
    lastMember: members.length,
  }
  society.lastEntry = Math.max(...society.movements.map(({ entryNumber }) => entryNumber ?? 0)) + society.loans.reduce((count, { running }) => count + (running ? running.repayments.length + 1 : 0), 0)
  addNotices(society, members, now)
  const [waiting, onTrial] = otherSocieties(now)
  const world: World = {
    users,
    societies: [society, waiting, onTrial],
    platformNotices: [
      platformNotice(901, `The free trial of ${onTrial.name} ended on ${dayText(onTrial.trialEndsOn ?? today)}. Extend it or choose a plan.`, onTrial, now),
      platformNotice(900, `${waiting.name} registered and waits for verification.`, waiting, now),
    ],
    contactMessages: [sampleMessage(now)],
    auditEvents: [],
  }
  renewPortfolios(world, today)
  return world
}

/** A society without members, as registering makes one. */
export function newSociety(cooperative: Pick<Society, 'id' | 'coopId' | 'name' | 'phone' | 'email'>, now: Date): Society {
  return {
    ...cooperative,
    address: null, registrationNumber: null, status: 'pending', statusReason: null, plan: 'trial', trialEndsOn: null, logo: null, createdAt: now.toISOString(),
    booksBeginOn: firstDayOf(addMonths(periodOf(dayIn(now)), -12)),
    settings: { ...configurationPreset, contributionsDueFrom: addMonths(periodOf(dayIn(now)), -12) },
    accountTypes: accountTypePresets.map(({ isDefault, ...preset }, index): AccountType => ({ ...preset, id: sampleId('account_type', index + 1), isDefault: isDefault ?? false, retired: false, releaseOn: null, earlyRelease: false, savings: null, deposit: null })),
    loanConfigurations: sampleLoanConfigurations(),
    changes: [], plans: [], movements: [], pledges: [], loans: [], meetings: [], notices: [], announcements: [], lastEntry: 0, lastMember: 0,
  }
}

function sampleLoanConfigurations(): LoanConfiguration[] {
  const terms: Omit<LoanConfiguration, 'id' | 'name' | 'annualRatePercent' | 'instalmentsMax' | 'savingsMultiple'> = { ...plainRules, yearSteps: [], approvalSteps: [], interestMethod: 'equal_instalment', isDefault: false, retired: false }
  return [
    { ...terms, id: regular, name: 'Regular', annualRatePercent: 12, instalmentsMax: 24, savingsMultiple: 2, isDefault: true },
    { ...terms, id: development, name: 'Development', annualRatePercent: 10, instalmentsMax: 18, savingsMultiple: 1.5 },
    { ...terms, id: commodity, name: 'Commodity', annualRatePercent: 8, instalmentsMax: 12, savingsMultiple: 1 },
  ]
}

/** One that waits to be verified, and one whose trial has ended: what a super administrator has to do. */
function otherSocieties(now: Date): [waiting: Society, onTrial: Society] {
  const named = (number: number, coopId: string, name: string, monthsAgo: number): Society => ({
    ...newSociety({ id: sampleId('cooperative', number), coopId, name, phone: `+234805000200${number}`, email: null }, now),
    createdAt: noon(addMonthsToDay(dayIn(now), -monthsAgo), now),
  })
  const trial = { status: 'active', trialEndsOn: trialEndFrom(addMonthsToDay(dayIn(now), -7)) } as const
  return [named(2, 'AJO-MKT752', 'Market Women of Ojoo', 0), { ...named(3, 'AJO-TCH864', 'Agbowo Teachers Thrift', 7), ...trial }]
}

function platformNotice(number: number, message: string, { id }: Society, now: Date): Notice {
  return { id: sampleId<NotificationId>('notice', number), to: 'platform', type: 'info', message, link: `/superadmin/cooperatives/${id}`, createdAt: now.toISOString(), read: false, hidden: false }
}

function sampleMessage(now: Date): ContactMessage {
  return {
    id: sampleId<ContactMessageId>('message', 1), number: 'C-000001', name: 'Patience Oghene', email: 'patience@ojoo-market.example', subject: 'Our papers',
    message: 'We are market women and keep our register in Excel. Which papers do you need from us, and can we bring the register along?', status: 'open', note: null, createdAt: noon(addDays(dayIn(now), -1), now), answeredAt: null,
  }
}

/** A record of the users list that everybody begins with. */
export function newUser(given: Pick<User, 'id' | 'role' | 'phone' | 'name' | 'firstName' | 'lastName' | 'joinDate' | 'cooperativeId' | 'token' | 'password'>): User {
  return {
    ...given,
    email: '', address: '', dob: null, status: 'Active', loanStatus: 'None', paymentStatus: 'Current', image: null, membershipId: '', employmentStatus: 'employed', maritalStatus: 'single',
    gender: 'male', occupation: '', employer: '', currentCoopPlan: 0, nextOfKin: null, nominee: null, secondaryNominee: null, useNokAsNominee: false, roles: [], lastLogin: null,
    coopPerformanceData: { labels: [], data: [] }, portfolios: emptyPortfolios(500),
  }
}

function sampleUsers(today: Day): User[] {
  const make = (person: (typeof sampleMembers)[number], id: number, rest: Pick<User, 'role' | 'phone' | 'cooperativeId' | 'password'> & Partial<User>): User => ({
    ...newUser({ id, token: `mock-token-${id}`, name: `${person.firstName} ${person.lastName}`, firstName: person.firstName, lastName: person.lastName, joinDate: addMonthsToDay(today, -person.joined), ...rest }),
    email: `member${id}@irepo-traders.example`,
    address: `${id} Bodija Market Road, Ibadan`,
    dob: person.dob as Day,
    gender: person.gender,
    maritalStatus: person.maritalStatus,
    occupation: person.occupation,
    employer: person.employer,
    employmentStatus: person.employer === 'Self-employed' ? 'self-employed' : 'employed',
    status: person.isActive ? 'Active' : 'Inactive',
    ...rest,
  })
  const officer = make(sampleOfficer, 1, { role: 'coop_admin', phone: sampleCooperative.phone, cooperativeId, password: samplePasswords.officer, membershipId: sampleCooperative.coopId })
  const superAdmin = make(sampleSuperAdmin, 2, { role: 'superadmin', phone: '+2348050002099', cooperativeId: null, password: samplePasswords.superAdmin })
  const members = sampleMembers.map((person, index) => {
    const id = index + 3
    return make(person, id, {
      role: 'member',
      phone: memberPhone(index + 1),
      cooperativeId,
      password: samplePasswords.member,
      membershipId: membershipNumber(sampleCooperative.coopId, index + 1),
      currentCoopPlan: samplePlan,
      paymentStatus: person.missed.includes(0) || person.half.includes(0) ? 'Behind' : 'Current',
      roles: person.roles,
      ...family(person.lastName, id),
    })
  })
  return [officer, superAdmin, ...members]
}

function family(lastName: string, id: number): Pick<User, 'nextOfKin' | 'nominee' | 'secondaryNominee' | 'useNokAsNominee'> {
  const kin = (firstName: string, relationship: string, line: number) => ({
    name: `${firstName} ${lastName}`, relationship, phone: `+23480500${String(30_000 + id * 10 + line)}`, address: `${id} Bodija Market Road, Ibadan`, email: `kin${id}-${line}@irepo-traders.example`,
  })
  const nominee = (firstName: string, relationship: string, line: number, sharePercentage: number): Nominee => ({ ...kin(firstName, relationship, line), inheritsPortfolio: true, sharePercentage })
  return { nextOfKin: kin('Grace', 'sister', 1), nominee: nominee('David', 'son', 2, 60), secondaryNominee: nominee('Ruth', 'daughter', 3, 40), useNokAsNominee: false }
}

/** Noon in Lagos, or now where that is still to come. */
function noon(day: Day, now: Date): string {
  const [at, present] = [`${day}T11:00:00.000Z`, now.toISOString()]
  return at < present ? at : present
}

type Draft = Pick<Movement, 'type' | 'memberId' | 'accountTypeId' | 'amount' | 'direction' | 'occurredOn' | 'period' | 'description'>

/** Each month's contributions, some shares and a few withdrawals, numbered in the order of their days. */
function sampleMovements(members: readonly User[], now: Date): Movement[] {
  const today = dayIn(now)
  const drafts = members.flatMap((member, index) => movementsOfMember(member, sampleMembers[index] as (typeof sampleMembers)[number], today))
  const posted = drafts
    .toSorted((a, b) => a.occurredOn.localeCompare(b.occurredOn))
    .map((draft, index): Movement => ({
      ...draft, id: sampleId<TransactionId>('movement', index + 1), status: 'approved', entryId: sampleId<EntryId>('movement', 10_000 + index), entryNumber: index + 1, reversedOn: null,
      recordedBy: sampleCooperative.name, createdAt: noon(draft.occurredOn, now), decisions: [],
    }))
  const asked = members[1]
  if (!asked) return posted
  const waiting: Movement = {
    id: sampleId<TransactionId>('movement', 9001), type: 'withdrawal', status: 'pending', memberId: memberIdOf(asked), accountTypeId: ordinarySavings, amount: kobo(3_000_000), direction: 'out',
    occurredOn: today, period: null, description: 'School fees', entryId: null, entryNumber: null, reversedOn: null, recordedBy: asked.name, createdAt: noon(today, now), decisions: [],
  }
  return [...posted, waiting]
}

function movementsOfMember(member: User, person: (typeof sampleMembers)[number], today: Day): Draft[] {
  const memberId = memberIdOf(member)
  const plan = kobo(samplePlan * 100)
  const later = (day: Day) => (day > today ? today : day < member.joinDate ? member.joinDate : day)
  const contributions = Array.from({ length: person.joined + 1 }, (_, n) => person.joined - n)
    .filter((ago) => !person.missed.includes(ago))
    .map((ago): Draft => {
      const period = addMonths(periodOf(today), -ago)
      const amount = person.half.includes(ago) ? kobo(plan / 2n) : plan
      return { type: 'contribution', memberId, accountTypeId: ordinarySavings, amount, direction: 'in', occurredOn: later(dayOf(period, 5)), period, description: contributionDescription(period) }
    })
  const purchases = person.units.map((units, index): Draft => ({
    type: 'share_purchase', memberId, accountTypeId: shares, amount: kobo(BigInt(units) * configurationPreset.shareParValue), direction: 'in',
    occurredOn: later(addMonthsToDay(member.joinDate, index * 12)), period: null, description: `Purchase of ${units} shares`,
  }))
  const withdrawals = person.joined >= 20 ? [movementOut(memberId, later(dayOf(addMonths(periodOf(today), -6), 18)))] : []
  return [...contributions, ...purchases, ...withdrawals]
}

function movementOut(memberId: MemberId, occurredOn: Day): Draft {
  return { type: 'withdrawal', memberId, accountTypeId: ordinarySavings, amount: kobo(4_000_000), direction: 'out', occurredOn, period: null, description: 'Withdrawal' }
}

function dayOf(period: Period, day: number): Day {
  return `${period}-${String(day).padStart(2, '0')}` as Day
}

type LoanDraft = { loanConfigId: LoanConfigurationId; rate: number; instalments: number; principal: Kobo; monthlyPayment: Kobo; monthsAgo: number; purpose: string; collateral: string | null }

/**
 * The specification's three loans: 12, 10 and 8 % over 24, 18 and 12 months, two of them running at 25,000 and 20,000 a
 * month. The monthly payments are rounded up, so that the last instalment is a little smaller.
 */
const sampleLoanTerms: readonly LoanDraft[] = [
  { loanConfigId: regular, rate: 12, instalments: 24, principal: kobo(53_000_000), monthlyPayment: kobo(2_500_000), monthsAgo: 9, purpose: 'Stock for the shop', collateral: 'Shop goods' },
  { loanConfigId: development, rate: 10, instalments: 18, principal: kobo(33_000_000), monthlyPayment: kobo(2_000_000), monthsAgo: 4, purpose: 'Roof of the house', collateral: null },
  { loanConfigId: commodity, rate: 8, instalments: 12, principal: kobo(20_000_000), monthlyPayment: kobo(1_740_000), monthsAgo: 22, purpose: 'Freezer', collateral: null },
]

function sampleLoans(members: readonly User[], now: Date): Loan[] {
  const [first, second, third, fourth] = members as [User, User, User, User]
  const running = sampleLoanTerms.map((terms, index) => paidOut(terms, sampleId<LoanId>('loan', index + 1), first, [second, third], now))
  const [regularTerms] = sampleLoanTerms as [LoanDraft]
  const others = paidOut({ ...regularTerms, monthsAgo: 3, purpose: 'Car repairs' }, sampleId<LoanId>('loan', 4), third, [first, fourth], now)
  const { running: _none, ...asked } = paidOut({ ...regularTerms, principal: kobo(40_000_000), monthsAgo: 0, purpose: 'Sewing machines' }, sampleId<LoanId>('loan', 5), second, [first, fourth], now)
  return [...running, others, { ...asked, status: 'submitted', recordedBy: second.name, decisions: [], running: null }]
}

function paidOut(terms: LoanDraft, id: LoanId, borrower: User, guarantors: readonly User[], now: Date): Loan {
  const startDate = addMonthsToDay(dayIn(now), -terms.monthsAgo)
  const shape = { principal: terms.principal, instalments: terms.instalments, annualRatePercent: terms.rate }
  const repayments: Repayment[] = []
  for (let number = 1; number <= Math.min(terms.monthsAgo, terms.instalments) && repayments.at(-1)?.balance !== zeroKobo; number += 1) {
    repayments.push(nextRepayment(shape, terms.monthlyPayment, repayments.at(-1), dueOn(startDate, number)))
  }
  const approval = { decision: 'approved', by: sampleCooperative.name, at: noon(startDate, now), reason: null, entryNumber: null } as const
  const loan: Loan = {
    id, status: 'active', memberId: memberIdOf(borrower), loanConfigId: terms.loanConfigId, ...shape, interestMethod: 'equal_instalment', purpose: terms.purpose, collateral: terms.collateral,
    guarantors: guarantors.map((guarantor) => ({ memberId: memberIdOf(guarantor), relationship: 'fellow member' })),
    recordedBy: borrower.name, submittedAt: noon(startDate, now), decisions: [approval],
    running: { startDate, dueDate: dueOn(startDate, terms.instalments), monthlyPayment: terms.monthlyPayment, repayments, completedDate: null },
  }
  if (loan.running && loanBalance(loan) === zeroKobo) {
    loan.status = 'completed'
    loan.running.completedDate = repayments.at(-1)?.on ?? null
  }
  return loan
}

function sampleMeetings(members: readonly User[], now: Date): Meeting[] {
  const today = dayIn(now)
  const all = members.filter(({ status }) => status === 'Active').map(memberIdOf)
  const held = addMonthsToDay(today, -2)
  const plain = { place: 'Society hall, Bodija', time: '16:00', quorum: 7, noticeOutdated: false, cancelledReason: null } as const
  const coming: Meeting = {
    ...plain, id: sampleId<MeetingId>('meeting', 1), kind: 'annual_general', title: 'Annual general meeting', date: addMonthsToDay(today, 1), status: 'planned',
    agenda: ['Opening prayer', 'Minutes of the last meeting', 'Accounts of the year', 'Dividend', 'Election of officers'],
    present: [], noticed: all, noticeSentAt: noon(today, now), minutes: null, minutesBy: null, minutesAt: null, adoptedBy: null, adoptedAt: null, resolutions: [],
  }
  const past: Meeting = {
    ...plain, id: sampleId<MeetingId>('meeting', 2), kind: 'general', title: 'Quarterly meeting', date: held, status: 'held', agenda: ['Contributions', 'Loans'], present: all.slice(0, 9), noticed: all,
    noticeSentAt: noon(addMonthsToDay(held, -1), now), minutes: 'The meeting opened at 4pm with nine members present. The secretary read the contributions of the quarter.',
    minutesBy: sampleCooperative.name, minutesAt: noon(held, now), adoptedBy: sampleCooperative.name, adoptedAt: noon(held, now),
    resolutions: [{ text: 'The monthly contribution stays at 50,000 naira.', for: 8, against: 0, abstain: 1 }],
  }
  return [coming, past]
}

function addNotices(society: Society, members: readonly User[], now: Date): void {
  const notice = (number: number, to: MemberId | 'officers', message: string, link: string | null): void => {
    society.notices.push({ id: sampleId<NotificationId>('notice', number), to, type: 'info', message, link, createdAt: now.toISOString(), read: false, hidden: false })
  }
  notice(1, 'officers', 'This sample society is ready. Record a contribution or approve what waits.', '/coop/dashboard')
  notice(2, 'officers', 'Musa Danjuma asked for a withdrawal.', '/coop/financial-operations/transactions')
  const message = noticeText(society.meetings[0] as Meeting)
  for (const [index, member] of members.entries()) notice(10 + index, memberIdOf(member), message, `/member/meetings/${society.meetings[0]?.id}`)
  society.announcements.push({ id: sampleId<AnnouncementId>('notice', 500), type: 'info', message, recipients: members.filter(({ status }) => status === 'Active').length, sentBy: society.name, createdAt: now.toISOString() })
}
