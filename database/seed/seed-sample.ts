import type { TenantActor } from '#core/actor.ts'
import {
  addDays,
  addMonths,
  addMonthsToDay,
  type Day,
  dayIn,
  firstDayOf,
  type Period,
  periodOf,
} from '#core/calendar.ts'
import { trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import type { CooperativeId, EntryId, MembershipApplicationId, SessionId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { applicationNumber, applicationPurpose } from '#features/members/applications/rules/membership-application.ts'
import { kobo, koboFromNaira, zeroKobo } from '#core/money.ts'
import type { Phone } from '#core/phone.ts'
import { foldForSearch } from '#core/searching.ts'
import { askOf } from '#platform/action.ts'
import type { Context, Services } from '#platform/context.ts'
import { addressHashOf } from '#platform/credentials/address-hash.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import { samplePasswords } from '#platform/credentials/sample-passwords.ts'
import { newId } from '#platform/db/id.ts'
import { transactionTime, update } from '#platform/db/write.ts'
import { sql } from '#platform/db/sql.ts'
import { findAccounts } from '#features/accounting/books/server/reads.ts'
import { postContributionsBulk } from '#features/savings/contributions/server/actions.ts'
import { createCooperative } from '#features/society/registration/server/actions.ts'
import { askForErasure } from '#features/members/data-protection/server/actions.ts'
import { askForChange } from '#features/members/requests/server/actions.ts'
import { insertApplication, saveJoinPage, takeApplicationNumber } from '#features/members/applications/server/writes.ts'
import { registerMembers } from '#features/members/members/server/register-members.ts'
import { updateMemberRoles } from '#features/members/members/server/actions.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { sendNotification } from '#features/members/register/server/actions.ts'
import { claimDay } from '#features/loans/reminders/server/writes.ts'
import { findMemberLogin } from '#features/access/login/server/reads.ts'
import { resetPassword } from '#features/access/login/server/reset-password.ts'
import { proveByPhone } from '#features/access/login/server/writes.ts'
import { recordMovement } from '#features/savings/transactions/server/record-movement.ts'
import { post } from '#platform/ledger/ledger.ts'
import { bankCode } from '#features/accounting/books/rules/chart.ts'
import {
  isPaidBySalary,
  paidPercent,
  sampleChange,
  sampleErasure,
  sampleExpenses,
  sampleMovements,
  sampleOffices,
  samplePerson,
  sampleRequest,
  sampleTransfers,
  sharesBought,
} from './sample-people.ts'
import { asMember, asOfficer, memberAt, type SampleMember, type SampleSociety, seedDay } from './sample-society.ts'
import { seedBankStatement } from './seed-bank-statement.ts'
import { seedDeposits, seedInterest } from './seed-deposits.ts'
import { seedLoans } from './seed-loans.ts'
import { seedMeetings } from './seed-meetings.ts'
import { seedOpeningBalances } from './seed-opening-balances.ts'
import { seedPayroll } from './seed-payroll.ts'

export type SampleLogins = {
  cooperative: { coopId: string; password: string }
  officer: { phone: string; password: string }
  member: { phone: string; password: string }
}

const coopId = 'AJO-DEM234'
const membersCount = 120
const monthsCount = 24
/** The closed months whose contributions the Ministry of Health deducted; it deducts this month's as well. */
const monthsBySalary = 2
/** The day of the month on which the sample society posts its contributions. */
const postingDay = 20

const logins: SampleLogins = {
  cooperative: { coopId, password: samplePasswords.cooperative },
  officer: { phone: samplePerson(sampleOffices.secretary).phone, password: samplePasswords.officer },
  member: { phone: samplePerson(0).phone, password: samplePasswords.member },
}

/**
 * The sample cooperative on an empty database, as it looks after two years: everything goes through the use cases that
 * everybody's goes through, dated back from `now`, so that it can be made on any day. Answers its logins where it exists;
 * nothing where others work in this database.
 */
export async function seedSample(services: Services, now = new Date()): Promise<SampleLogins | undefined> {
  const { exists, isSample } = await services.database.platform((tx) =>
    tx.one<{ exists: boolean; isSample: boolean }>(sql`
      select count(*) > 0 as exists, coalesce(bool_or(coop_id = ${coopId}), false) as "isSample" from app.cooperative`),
  )
  if (isSample) return logins
  if (exists) return undefined
  const context: Context = { ...services, requestId: 'sample', now }
  const actor = await makeCooperative(context)
  const society: SampleSociety = { context, actor, members: await makeMembers(context, actor) }
  await giveFirstOffice(society)
  await activate(society, sampleOffices.secretary, logins.officer.password)
  await seedOpeningBalances(society)
  await giveOffices(society)
  await postMonths(society)
  await buyShares(society)
  await recordMovements(society)
  await keepSocietyBooks(society)
  await seedLoans(society)
  await seedDeposits(society)
  await seedPayroll(society)
  await seedInterest(society)
  await activate(society, 0, logins.member.password)
  await openJoinPage(society)
  await seedBankStatement(society)
  await clearNotifications(society)
  await askAsMembers(society)
  await seedMeetings(society)
  await sendNotifications(society)
  // No one is behind the sample phones, so nothing is sent to them.
  await services.database.jobs((tx) =>
    tx.run(sql`update platform.message set sent_at = now(), body = '' where sent_at is null`),
  )
  return logins
}

async function makeCooperative({ database, now }: Context): Promise<TenantActor> {
  const cooperativeId = newId<CooperativeId>()
  const name = 'Ìrẹ̀pọ̀ Staff Cooperative (sample)'
  const passwordHash = await hashPassword(logins.cooperative.password, 'officer')
  const booksBeginOn = firstDayOf(addMonths(periodOf(dayIn(now)), -36))
  const loginId = await database.tenant({ cooperativeId, role: 'job' }, (tx) =>
    createCooperative(tx, {
      cooperativeId,
      coopId,
      name,
      phone: '+2348030000001',
      email: null,
      passwordHash,
      booksBeginOn,
      contributionsDueFrom: booksBeginOn,
    }),
  )
  await database.platform((tx) =>
    update(
      tx,
      'app.cooperative',
      { cooperativeId },
      { status: 'active', statusChangedAt: transactionTime, trialEndsOn: trialEndFrom(dayIn(now)) },
    ),
  )
  return {
    role: 'coop_admin',
    office: 'admin',
    cooperativeId,
    cooperativeStatus: 'active',
    memberId: undefined,
    loginId,
    sessionId: '' as SessionId,
    name,
  }
}

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
  return context.database.tenant(actor, (tx) => registerMembers(askOf(tx, actor, context), { member }))
}

/** Open, with one person who waits. */
async function openJoinPage({ context: { database, secret }, actor }: SampleSociety): Promise<void> {
  const { firstName, lastName, phone, gender, monthlyNaira } = samplePerson(membersCount)
  await database.tenant(actor, async (tx) => {
    await saveJoinPage(tx, actor, {
      isOpen: true,
      welcome:
        'For staff of the three ministries. Bring your last payslip and two passport photographs to the secretariat.',
    })
    const number = (await takeApplicationNumber(tx)) ?? 1
    await insertApplication(tx, actor.cooperativeId, {
      id: newId<MembershipApplicationId>(),
      number,
      firstName,
      lastName,
      phone: phone as Phone,
      gender,
      monthlyContributions: kobo(monthlyNaira * 100),
      employer: 'Ministry of Works',
      introducedBy: 'The secretary',
      consentVersion: applicationPurpose.version,
      searchText: foldForSearch(`${firstName} ${lastName} ${firstName} ${phone} ${applicationNumber(number)}`),
      addressHash: addressHashOf(secret, '192.0.2.1'),
    })
  })
}

async function postMonths({ context, actor, members }: SampleSociety): Promise<void> {
  const today = dayIn(context.now)
  const thisMonth = periodOf(today)
  for (let month = 0; month < monthsCount; month += 1) {
    const period = addMonths(thisMonth, month - monthsCount + 1)
    const day = `${period}-${postingDay}` as Day
    const occurredOn = day > today ? today : day
    const rows = members.flatMap((member, n) => rowOf(member, n, month, occurredOn))
    if (rows.length > 0)
      await context.database.tenant(actor, (tx) =>
        postContributionsBulk(askOf(tx, actor, context), { occurredOn, period: period as Period, rows }),
      )
  }
}

function rowOf(member: SampleMember, n: number, month: number, occurredOn: Day) {
  const percent = paidPercent(n, month)
  if (isPaidBySalary(n) && month >= monthsCount - 1 - monthsBySalary) return []
  if (percent === 0 || member.registrationDate > occurredOn) return []
  return [{ memberId: member.memberid, amount: kobo((member.monthlyContributions * BigInt(percent)) / 100n) }]
}

/** What the society itself earned and spent each month, in naira between accounts of the chart. */
function societyJournal(month: number): readonly (readonly [debit: string, credit: string, naira: number])[] {
  const quarterly =
    month % 3 === 2
      ? ([
          ['5410', '1010', 12_500],
          ['1020', '4410', 186_250.75],
        ] as const)
      : []
  return [
    ['1010', '4210', 4000 + (month % 5) * 500],
    ['1020', '1010', 800_000],
    ['5310', '1020', 1075.5],
    ['5710', '1010', 3200],
    ...quarterly,
  ]
}

async function keepSocietyBooks(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  const today = seedDay(society)
  await asOfficer(society, async (tx) => {
    const accounts = new Map((await findAccounts(tx)).map(({ code, id }) => [code, id]))
    const entries = Array.from({ length: monthsCount }, (_, month) => {
      const day = `${addMonths(periodOf(today), month - monthsCount + 1)}-25` as Day
      const id = newId<EntryId>()
      const postings = societyJournal(month).flatMap(([debit, credit, naira]) => {
        const [from, to] = [accounts.get(debit), accounts.get(credit)]
        return from && to ? [{ debit: from, credit: to, amount: koboFromNaira(naira) ?? zeroKobo }] : []
      })
      return {
        entry: entry({ id, on: day > today ? today : day, kind: 'journal', source: { type: 'journal', id }, postings }),
        actorId: actor.loginId,
        requestId: 'sample',
      }
    })
    await post(tx, actor.cooperativeId, entries)
    for (const { description, debit, credit, naira, daysAgo } of sampleExpenses) {
      const [debitId, creditId] = [accounts.get(debit), accounts.get(credit)]
      if (!debitId || !creditId) throw new Error(`The chart of accounts lacks ${debit} or ${credit}`)
      const amount = kobo(naira * 100)
      const lines = [
        { accountId: debitId, debit: amount },
        { accountId: creditId, credit: amount },
      ]
      const journal = { type: 'journal', occurredOn: addDays(today, -daysAgo), description, lines } as const
      await recordMovement(askOf(tx, actor, context), journal)
    }
  })
}

/** Two years of postings told the sample members of each step; only what is new is kept for them. */
async function clearNotifications({ context }: SampleSociety): Promise<void> {
  await context.database.jobs((tx) => tx.run(sql`delete from app.notification`))
}

/**
 * What is new today. The reminders of the first day are taken, so that the sample looks the same at whatever hour and on
 * whatever day of a month it is made.
 */
async function sendNotifications(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  await asOfficer(society, async (tx) => {
    await claimDay(tx, actor.cooperativeId, seedDay(society))
    await sendNotification(askOf(tx, actor, context), {
      message: 'The office is open on Saturdays from 9am to 1pm this month.',
      to: 'all',
    })
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'success',
      message: 'This sample cooperative is ready. Try everything here: nothing leaves your machine.',
    })
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId: memberAt(society, 0).memberid,
        type: 'success',
        message: 'Your contribution was recorded.',
        link: '/member/contributions',
      },
    ])
  })
}

/** Most members have shares, bought in the month in which they joined and some again half a year later; each holds at least the fewest that are allowed. */
async function buyShares(society: SampleSociety): Promise<void> {
  const { context, actor, members } = society
  const today = seedDay(society)
  const bought = members.flatMap(({ memberid: memberId, registrationDate }, n) =>
    sharesBought(n).map((shares, index) => ({
      type: 'share_purchase' as const,
      memberId,
      shares,
      occurredOn: addDays(addMonthsToDay(registrationDate, index * 6), 7),
    })),
  )
  // The oldest first: how many a member may hold depends on what the others hold by then.
  const ordered = bought
    .filter(({ occurredOn }) => occurredOn < today)
    .toSorted((one, other) => (one.occurredOn < other.occurredOn ? -1 : one.occurredOn > other.occurredOn ? 1 : 0))
  await asOfficer(society, async (tx) => {
    for (const purchase of ordered) await recordMovement(askOf(tx, actor, context), purchase)
  })
}

/** A few members pay something extra in, by hand or through the bank, and one takes some out. */
async function recordMovements(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  const today = seedDay(society)
  const lastMonth = addMonths(periodOf(today), -1)
  await asOfficer(society, async (tx) => {
    const bank = (await findAccounts(tx)).find(({ code }) => code === bankCode)
    if (!bank) throw new Error('The sample cooperative has no bank account')
    const transfers = sampleTransfers.map(({ n, naira, dayOfMonth }) => ({
      n,
      naira,
      type: 'deposit' as const,
      occurredOn: `${lastMonth}-${dayOfMonth}` as Day,
      paidThrough: bank.id,
    }))
    const byHand = sampleMovements.map(({ n, naira, type, daysAgo }) => ({
      n,
      naira,
      type,
      occurredOn: addDays(today, -daysAgo),
    }))
    for (const { n, naira, ...movement } of [...transfers, ...byHand]) {
      await recordMovement(askOf(tx, actor, context), {
        ...movement,
        memberId: memberAt(society, n).memberid,
        amount: kobo(naira * 100),
      })
    }
  })
}

/** What members asked for on their phones and no officer has decided: a withdrawal, another monthly contribution, and to be erased. */
async function askAsMembers(society: SampleSociety): Promise<void> {
  const { context } = society
  const [saver, asker] = [memberAt(society, sampleRequest.n), memberAt(society, sampleChange.n)]
  await asMember(society, saver, (tx, own) =>
    recordMovement(askOf(tx, own, context), {
      type: 'withdrawal',
      amount: kobo(sampleRequest.naira * 100),
      description: 'School fees of the second term',
    }),
  )
  const contribution = { monthly: kobo(sampleChange.naira * 100), from: addMonths(periodOf(seedDay(society)), 1) }
  await asMember(society, asker, (tx, own) =>
    askForChange(askOf(tx, own, context), { contribution, note: 'My salary was raised.', prepared: undefined }),
  )
  await asMember(society, memberAt(society, sampleErasure.n), (tx, own) =>
    askForErasure(askOf(tx, own, context), { reason: sampleErasure.reason }),
  )
}

/** The secretary of today was the treasurer when the paper books were taken over: such balances take two who decide about money. */
async function giveFirstOffice(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  await asOfficer(society, (tx) =>
    updateMemberRoles(askOf(tx, actor, context), {
      memberId: memberAt(society, sampleOffices.secretary).memberid,
      roleIds: ['treasurer'],
    }),
  )
}

/** A secretary without an end, and the auditor of this year, whose office ends after the next annual meeting. */
async function giveOffices(society: SampleSociety): Promise<void> {
  const { context, actor } = society
  await asOfficer(society, async (tx) => {
    await updateMemberRoles(askOf(tx, actor, context), {
      memberId: memberAt(society, sampleOffices.secretary).memberid,
      roleIds: ['secretary'],
    })
    await updateMemberRoles(askOf(tx, actor, context), {
      memberId: memberAt(society, sampleOffices.auditor).memberid,
      roleIds: ['auditor'],
      endsOn: addDays(seedDay(society), 90),
    })
  })
}

async function activate(society: SampleSociety, n: number, password: string): Promise<void> {
  const { context } = society
  const member = memberAt(society, n)
  const stranger = {
    device: undefined,
    address: '',
    agent: '',
    origin: '',
    isFromOtherSite: false,
    query: '',
    signIn: undefined,
    keepSignIn: () => {},
    trust: () => {},
  }
  const refusal = await resetPassword(
    context,
    stranger,
    { identifier: member.membershipno, code: member.activationCode, password, confirmPassword: password },
    undefined,
  )
  if (refusal) throw refusal
  // No one is behind the sample phones, who could read a code there.
  await context.database.auth(async (tx) => {
    const login = await findMemberLogin(tx, member.membershipno)
    if (login) await proveByPhone(tx, login.loginId)
  })
}
