import type { TenantActor } from '#domain/actor.ts'
import { addMonths, addMonthsToDay, type Day, dayIn, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import { trialEndFrom } from '#domain/cooperatives/plan.ts'
import type { CooperativeId, EntryId, LoanId, MemberId, MembershipApplicationId, SessionId } from '#domain/ids.ts'
import { entry } from '#domain/ledger/entry.ts'
import { applicationNumber, applicationPurpose } from '#domain/membership-applications/membership-application.ts'
import { kobo, koboFromNaira, zeroKobo } from '#domain/money.ts'
import type { Phone } from '#domain/phone.ts'
import { foldForSearch } from '#domain/searching.ts'
import type { Context, Services } from '#server/context.ts'
import { addressHashOf } from '#server/credentials/address-hash.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { samplePasswords } from '#server/credentials/sample-passwords.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import { listAccounts } from '#server/features/books/list-accounts.ts'
import { postContributionsBulk } from '#server/features/contributions/post-contributions-bulk.ts'
import { createAccountType } from '#server/features/configuration/create-account-type.ts'
import { listAccountTypes, listLoanConfigurations } from '#server/features/configuration/queries.ts'
import { updateAccountType } from '#server/features/configuration/update-account-type.ts'
import { createCooperative } from '#server/features/cooperatives/register-cooperative.ts'
import { setStatus } from '#server/features/cooperatives/store.ts'
import { assignMembers } from '#server/features/deductions/assign-members.ts'
import { createEmployer } from '#server/features/deductions/create-employer.ts'
import { createSchedule } from '#server/features/deductions/create-schedule.ts'
import { sendSchedule } from '#server/features/deductions/send-schedule.ts'
import { openFixedDeposit } from '#server/features/fixed-deposits/open-fixed-deposit.ts'
import { adoptMinutes } from '#server/features/governance/adopt-minutes.ts'
import { planMeeting } from '#server/features/governance/plan-meeting.ts'
import { recordAttendance } from '#server/features/governance/record-attendance.ts'
import { writeMinutes } from '#server/features/governance/write-minutes.ts'
import { acceptGuarantee } from '#server/features/guarantees/accept-guarantee.ts'
import { applyForLoan } from '#server/features/loans/apply-for-loan.ts'
import { approveLoan } from '#server/features/loans/approve-loan.ts'
import { disburseLoan } from '#server/features/loans/disburse-loan.ts'
import { rejectLoan } from '#server/features/loans/reject-loan.ts'
import { repayLoan } from '#server/features/loans/repay-loan.ts'
import { insertApplication, keepJoinPage, takeApplicationNumber } from '#server/features/membership-applications/store.ts'
import { registerMembers } from '#server/features/members/register-members.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { notifyOfficers } from '#server/features/notifications/notify-officers.ts'
import { sendNotification } from '#server/features/notifications/send-notification.ts'
import { takeDay } from '#server/features/reminders/store.ts'
import { resetPassword } from '#server/features/sessions/reset-password.ts'
import { recordMovement } from '#server/features/transactions/record-movement.ts'
import { post } from '#server/ledger/ledger.ts'
import { paidPercent, sampleLoans, sampleMovements, samplePerson } from './sample-people.ts'

export type SampleLogins = { cooperative: { coopId: string; password: string }; member: { phone: string; password: string } }

const coopId = 'AJO-DEM234'
const membersCount = 120
const monthsCount = 24
/** The day of the month on which the sample society posts its contributions. */
const postingDay = 20

const logins: SampleLogins = {
  cooperative: { coopId, password: samplePasswords.cooperative },
  member: { phone: samplePerson(0).phone, password: samplePasswords.member },
}

/**
 * The sample cooperative on an empty database: about 120 members and two years of contributions and some loan applications, made through the
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
  await recordMovements(context, actor, members)
  await keepSocietyBooks(context, actor)
  await askForLoans(context, actor, members)
  await keepDeposits(context, actor, members)
  await drawUpDeductions(context, actor, members)
  await activateFirst(context, members)
  await holdMeetings(context, actor, members)
  await openJoinPage(context, actor)
  await sendNotifications(context, actor, members)
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
    createCooperative(tx, { cooperativeId, coopId, name, phone: '+2348030000001', email: null, passwordHash, booksBeginOn, contributionsDueFrom: booksBeginOn }),
  )
  await database.platform((tx) => setStatus(tx, cooperativeId, 'active', null, trialEndFrom(dayIn(now))))
  return { role: 'coop_admin', office: 'admin', cooperativeId, cooperativeStatus: 'active', memberId: undefined, loginId, sessionId: '' as SessionId, name }
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

/** Open, with one person who waits. */
async function openJoinPage({ database, secret }: Context, actor: TenantActor): Promise<void> {
  const { firstName, lastName, phone, gender, monthlyNaira } = samplePerson(membersCount)
  await database.tenant(actor, async (tx) => {
    await keepJoinPage(tx, actor, { isOpen: true, welcome: 'For staff of the three ministries. Bring your last payslip and two passport photographs to the secretariat.' })
    const number = (await takeApplicationNumber(tx)) ?? 1
    await insertApplication(tx, actor.cooperativeId, {
      id: newId<MembershipApplicationId>(), number, firstName, lastName, phone: phone as Phone, gender, monthlyContributions: kobo(monthlyNaira * 100), employer: 'Ministry of Works',
      introducedBy: 'The secretary', consentVersion: applicationPurpose.version, searchText: foldForSearch(`${firstName} ${lastName} ${firstName} ${phone} ${applicationNumber(number)}`),
      addressHash: addressHashOf(secret, '192.0.2.1'),
    })
  })
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

/** What the society itself earned and spent each month, in naira between accounts of the chart. */
function societyJournal(month: number): readonly (readonly [debit: string, credit: string, naira: number])[] {
  const quarterly = month % 3 === 2 ? ([['5410', '1010', 12_500], ['1020', '4410', 36_250.75]] as const) : []
  return [['1010', '4210', 4000 + (month % 5) * 500], ['1020', '1010', 150_000], ['5310', '1020', 1075.5], ['5710', '1010', 3200], ...quarterly]
}

async function keepSocietyBooks({ database, now }: Context, actor: TenantActor): Promise<void> {
  const today = dayIn(now)
  await database.tenant(actor, async (tx) => {
    const accounts = new Map((await listAccounts(tx)).map(({ code, id }) => [code, id]))
    const entries = Array.from({ length: monthsCount }, (_, month) => {
      const day = `${addMonths(periodOf(today), month - monthsCount + 1)}-25` as Day
      const id = newId<EntryId>()
      const postings = societyJournal(month).flatMap(([debit, credit, naira]) => {
        const [from, to] = [accounts.get(debit), accounts.get(credit)]
        return from && to ? [{ debit: from, credit: to, amount: koboFromNaira(naira) ?? zeroKobo }] : []
      })
      return { entry: entry({ id, on: day > today ? today : day, kind: 'journal', source: { type: 'journal', id }, postings }), actorId: actor.loginId, requestId: 'sample' }
    })
    await post(tx, actor.cooperativeId, entries)
  })
}

/** An employer that is asked to deduct from every third member's salary next month. */
async function drawUpDeductions(context: Context, actor: TenantActor, members: readonly SampleMember[]): Promise<void> {
  const period = addMonths(periodOf(dayIn(context.now)), 1)
  await context.database.tenant(actor, async (tx) => {
    const employer = await createEmployer(tx, actor, { name: 'Ministry of Works', code: 'IRP-04', contactName: 'Salaries unit' }, context)
    const rows = members.flatMap(({ membershipno }, n) => (n % 3 === 0 ? [{ membershipno, staffNumber: `MW/${String(1000 + n)}`, shares: kobo(n % 2 === 0 ? 100_000 : 0) }] : []))
    await assignMembers(tx, actor, { employerId: employer.id, rows }, context)
    const schedule = await createSchedule(tx, actor, { employerId: employer.id, period })
    await sendSchedule(tx, actor, { scheduleId: schedule.id })
  })
}

const dayMilliseconds = 86_400_000

/** A general meeting two months ago with adopted minutes, and the annual one to come. */
async function holdMeetings(context: Context, actor: TenantActor, members: readonly SampleMember[]): Promise<void> {
  const at = (days: number): Context => ({ ...context, now: new Date(context.now.getTime() + days * dayMilliseconds) })
  const agenda = ['Opening prayer', 'Minutes of the last meeting', "Treasurer's report", 'Loans and arrears', 'Any other business', 'Closing']
  const occasion = { time: '10:00', place: 'Staff canteen, ground floor', quorum: 40 }
  await context.database.tenant(actor, async (tx) => {
    const past = { ...occasion, kind: 'general' as const, title: 'Quarterly general meeting', date: dayIn(at(-60).now), agenda }
    const { id } = await planMeeting(tx, actor, past, at(-75))
    const present = members.flatMap((member, n) => (n % 3 === 0 ? [] : [member.memberid]))
    await recordAttendance(tx, actor, { id, present }, context)
    await writeMinutes(tx, actor, { id, minutes: sampleMinutes(present.length), resolutions: [{ text: 'Members who are two months behind are called by the secretary.', for: present.length - 4, against: 3, abstain: 1 }] }, context)
    await adoptMinutes(tx, actor, { id }, context)
    const next = { ...occasion, kind: 'annual_general' as const, title: 'Annual general meeting', date: dayIn(at(21).now), agenda: [...agenda.slice(0, 3), 'Election of officers', ...agenda.slice(4)] }
    await planMeeting(tx, actor, next, context)
  })
}

function sampleMinutes(present: number): string {
  return [
    `The meeting opened with a prayer. ${present} members were present.`,
    'The minutes of the last meeting were read and adopted.',
    'The treasurer read the trial balance. Members asked about arrears; the secretary will call those who are behind.',
    'There being no other business, the meeting closed.',
  ].join('\n\n')
}

/**
 * Two years of postings told the sample members of each month; only what is new is kept for them. The reminders of the
 * first day are taken, so that the sample looks the same at whatever hour and on whatever day of a month it is made.
 */
async function sendNotifications(context: Context, actor: TenantActor, [first]: readonly SampleMember[]): Promise<void> {
  await context.database.jobs((tx) => tx.run(sql`delete from app.notification`))
  await context.database.tenant(actor, async (tx) => {
    await takeDay(tx, actor.cooperativeId, dayIn(context.now))
    await sendNotification(tx, actor, { message: 'The office is open on Saturdays from 9am to 1pm this month.', to: 'all' }, context)
    notifyOfficers(tx, actor.cooperativeId, { type: 'success', message: 'This sample cooperative is ready. Try everything here: nothing leaves your machine.' })
    if (first) notifyMembers(tx, actor.cooperativeId, [{ memberId: first.memberid, type: 'success', message: 'Your contribution was recorded.', link: '/member/contributions' }])
  })
}

/** A few members pay something extra in, and one takes some out. */
async function recordMovements(context: Context, actor: TenantActor, members: readonly SampleMember[]): Promise<void> {
  const occurredOn = dayIn(context.now)
  for (const { n, type, naira } of sampleMovements) {
    const member = members[n]
    if (!member) continue
    const movement = { type, memberId: member.memberid, amount: kobo(naira * 100), occurredOn }
    await context.database.tenant(actor, (tx) => recordMovement(tx, actor, movement, context))
  }
}

/** Ordinary savings earn interest by the quarter, and two members have fixed deposits, of which one has matured. */
async function keepDeposits(context: Context, actor: TenantActor, [first, second]: readonly SampleMember[]): Promise<void> {
  const { database, now } = context
  if (!first || !second) throw new Error('The sample cooperative has no members')
  const types = await database.tenant(actor, (tx) => listAccountTypes(tx, actor, {}))
  const ordinary = types.find(({ isDefault }) => isDefault)
  if (!ordinary) throw new Error('The sample cooperative has no ordinary savings')
  const interest = { annualRatePercent: 4, method: 'minimum', every: 'quarter', leastBalance: kobo(100_000) } as const
  await database.tenant(actor, (tx) => updateAccountType(tx, actor, { id: ordinary.id, interest }))
  const fixedDeposit = { annualRatePercent: 10, months: 12, leastAmount: kobo(1_000_000), atMaturity: 'pay_out', breakRule: 'forfeit' } as const
  const { id: accountTypeId } = await database.tenant(actor, (tx) => createAccountType(tx, actor, { name: 'Fixed deposit', kind: 'fixed_deposit', fixedDeposit }))
  const opened = [{ member: first, naira: 200_000, monthsAgo: 4 }, { member: second, naira: 150_000, monthsAgo: 12 }]
  for (const { member, naira, monthsAgo } of opened) {
    const deposit = { memberId: member.memberid, accountTypeId, amount: kobo(naira * 100), occurredOn: addMonthsToDay(dayIn(now), -monthsAgo) }
    await database.tenant(actor, (tx) => openFixedDeposit(tx, actor, deposit, context))
  }
}

/** Some applications wait, some run and are paid month by month, one was turned down. */
async function askForLoans(context: Context, actor: TenantActor, members: readonly SampleMember[]): Promise<void> {
  const { database } = context
  const offered = new Map((await database.tenant(actor, (tx) => listLoanConfigurations(tx, actor, {}))).map((each) => [each.name, each.id]))
  for (const { n, loan, naira, instalments, purpose, outcome, monthsRunning, guarantors, isAgreed = outcome === 'approved' } of sampleLoans) {
    const [borrower, ...standing] = [n, ...guarantors].map((index) => members[index]?.memberid)
    const loanConfigId = offered.get(loan)
    if (!borrower || !loanConfigId) throw new Error('The sample loans speak of nobody')
    const application = { memberId: borrower, loanConfigId, principal: kobo(naira * 100), instalments, purpose, guarantors: standing.filter((id) => id !== undefined) }
    const { id: loanId } = await database.tenant(actor, (tx) => applyForLoan(tx, actor, application, context))
    if (isAgreed) for (const memberId of application.guarantors) await acceptFor(context, actor, loanId, memberId)
    if (outcome === 'approved') {
      await database.tenant(actor, (tx) => approveLoan(tx, actor, { loanId }, context))
      if (monthsRunning !== undefined) await runLoan(context, actor, loanId, monthsRunning)
    }
    if (outcome === 'rejected') await database.tenant(actor, (tx) => rejectLoan(tx, actor, { loanId, reason: 'The committee asks for an invoice of the goods first.' }, context))
  }
}

/** Each guarantor's own session accepts, as his phone would. */
async function acceptFor(context: Context, actor: TenantActor, loanId: LoanId, memberId: MemberId): Promise<void> {
  const guarantor = { ...actor, role: 'member', memberId } as const
  await context.database.tenant(guarantor, (tx) => acceptGuarantee(tx, guarantor, { loanId, memberId }))
}

/** Paid out some months ago, and repaid in cash each month but the last. */
async function runLoan(context: Context, actor: TenantActor, loanId: LoanId, months: number): Promise<void> {
  const { database } = context
  const on = addMonthsToDay(dayIn(context.now), -months)
  const { schedule } = await database.tenant(actor, (tx) => disburseLoan(tx, actor, { loanId, on, to: 'cash' }, context))
  for (const { dueOn, total } of schedule.slice(0, months - 1)) {
    await database.tenant(actor, (tx) => repayLoan(tx, actor, { loanId, amount: total, on: dueOn }, context))
  }
}

async function activateFirst(context: Context, [first]: readonly SampleMember[]): Promise<void> {
  if (!first) throw new Error('The sample cooperative has no members')
  const { password } = logins.member
  const stranger = { device: undefined, address: '', agent: '', origin: '', isFromOtherSite: false, query: '', signIn: undefined, keepSignIn: () => {}, trust: () => {} }
  const refusal = await resetPassword(context, stranger, { identifier: first.phone, code: first.activationCode, password, confirmPassword: password })
  if (refusal) throw refusal
}
