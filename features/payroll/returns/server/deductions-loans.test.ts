import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, dayIn, lastDayOf, type Period, periodName, periodOf } from '#core/calendar.ts'
import type { CooperativeId, LoanId } from '#core/ids.ts'
import { totalOf } from '#features/loans/loans/rules/running-loan.ts'
import { nairaNumber } from '#core/money.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, loginMember, newKey, newPhone, type TestCooperative } from '#dev/testing/builders.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/reads.ts'

let app: TestApp

beforeAll(async () => {
  app = await sharedTestApp()
})

afterAll(async () => {
  await app.stop()
})

/** Naira as a number, without what a computer adds to the kobo. */
const inKobo = (naira: number) => Math.round(naira * 100) / 100

type Person = { id: string; membershipno: string; phone: string; activationCode: string; staffNumber: string }
type Society = { cooperative: TestCooperative; employerId: string; people: Person[]; regular: string }

const today = dayIn(new Date())
/** The month so many months from this one, and its last day. */
const month = (from: number) => addMonths(periodOf(today), from)
const end = (from: number) => lastDayOf(month(from))

const ask = (cooperative: TestCooperative, method: string, path: string, body?: unknown) =>
  app.call(method, path, {
    token: cooperative.token,
    ...(body !== undefined && { body }),
    ...(method === 'POST' && { key: newKey() }),
  })
const done = async (cooperative: TestCooperative, method: string, path: string, body?: unknown, status = 200) =>
  dataOf(await ask(cooperative, method, path, body), status)

/** Members who save 5,000 a month from their salary, each with 200,000 on their account, in a society that asks for no guarantors. */
async function buildSociety(count: number, settings: object = {}): Promise<Society> {
  const cooperative = await buildCooperative(app)
  const member = Array.from({ length: Math.max(count, 3) }, () => ({
    firstName: 'Ada',
    lastName: 'Obi',
    phone: newPhone(),
    registrationDate: '2025-01-15',
    monthlyContributions: 5000,
  }))
  const registered: { memberid: string; membershipno: string; activationCode: string }[] = await done(
    cooperative,
    'POST',
    '/cooperatives/members',
    { member },
    201,
  )
  const { id: employerId } = await done(
    cooperative,
    'POST',
    '/financial/employers',
    { name: 'Ministry of Works', code: 'MW-7' },
    201,
  )
  const people = registered.map((each, n) => ({
    id: each.memberid,
    membershipno: each.membershipno,
    activationCode: each.activationCode,
    phone: member[n]?.phone ?? '',
    staffNumber: `P${n + 1}`,
  }))
  await done(cooperative, 'PUT', `/financial/employers/${employerId}/members`, {
    rows: people.map(({ membershipno, staffNumber }) => ({ membershipno, staffNumber, from: '2025-02-01' })),
  })
  await done(cooperative, 'PUT', '/financial/config', { guarantorsRequired: 0 })
  await done(cooperative, 'PUT', '/financial/deductions/settings', settings)
  for (const { id: memberId } of people)
    await done(
      cooperative,
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId, amount: 200_000, occurredOn: end(-4) },
      201,
    )
  const { id: regular } = (await done(cooperative, 'GET', '/financial/loan-configs')).find(
    ({ name }: { name: string }) => name === 'Regular',
  )
  // Loans that are late by the calendar keep no one from a second one here.
  await done(cooperative, 'PUT', `/financial/loan-config/${regular}`, { overdueDaysMax: null })
  return { cooperative, employerId, people, regular }
}

/** 120,000 over a year, at 12 % on the reducing balance: 10,661.85 a month. */
async function lend(
  { cooperative, regular }: Society,
  { id: memberId }: Person,
  {
    on,
    firstDueOn,
    principal = 120_000,
    instalments = 12,
  }: { on: string; firstDueOn: string; principal?: number; instalments?: number },
): Promise<string> {
  const { id } = await done(
    cooperative,
    'POST',
    '/financial/loans',
    { memberId, loanConfigId: regular, principal, instalments },
    201,
  )
  await done(cooperative, 'POST', `/financial/loans/${id}/approve`)
  await done(cooperative, 'POST', `/financial/loans/${id}/disburse`, { on, to: 'cash', firstDueOn }, 201)
  return id
}

async function sentSchedule({ cooperative, employerId }: Society, period: Period): Promise<string> {
  const { id } = await done(cooperative, 'POST', '/financial/deductions/schedules', { employerId, period }, 201)
  await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/send`)
  return id
}

/** What an employer sent back, read, decided about and posted on a day. */
async function postReturn(
  { cooperative }: Society,
  scheduleId: string,
  rows: (readonly [Person, number, element?: string])[],
  { on = today as string, decide = {} }: { on?: string; decide?: object } = {},
) {
  const lines = rows.map(([{ staffNumber }, amount, element = '']) => `${staffNumber},${amount},${element}`)
  const heading = rows.some(([, , element]) => element) ? 'Staff number,Total,Element' : 'Staff number,Total,'
  const content = Buffer.from([heading, ...lines].join('\r\n'))
  const { id } = dataOf(
    await app.call('POST', `/financial/deductions/schedules/${scheduleId}/returns`, {
      token: cooperative.token,
      file: { name: 'return.csv', content },
    }),
    201,
  )
  await done(cooperative, 'PUT', `/financial/deductions/returns/${id}`, { occurredOn: on, ...decide })
  await done(cooperative, 'POST', `/financial/deductions/returns/${id}/post`, undefined, 202)
  for (;;) {
    const found = await done(cooperative, 'GET', `/financial/deductions/returns/${id}`)
    if (found.status !== 'posting') return found
    await wait(30)
  }
}

const linesOf = ({ cooperative }: Society, scheduleId: string) =>
  done(cooperative, 'GET', `/financial/deductions/schedules/${scheduleId}/lines`)
const loanOf = ({ cooperative }: Society, id: string) => done(cooperative, 'GET', `/financial/loans/${id}`)
/** The loan without its movements, of which a reversal leaves traces on purpose. */
async function standingOf(society: Society, id: string) {
  const { movements: _movements, ...standing } = await loanOf(society, id)
  return standing
}

async function trialBalance({ cooperative }: Society): Promise<Record<string, number>> {
  const { accounts, balanced } = await done(cooperative, 'GET', '/financial/reports/trial-balance')
  expect(balanced).toBe(true)
  return Object.fromEntries(
    accounts
      .map(({ code, debit, credit }: { code: string; debit: number; credit: number }) => [code, inKobo(debit - credit)])
      .filter(([, net]: [string, number]) => net !== 0),
  )
}

/** The books prove themselves, and each stored schedule is what its terms and movements give. */
async function expectTrue({ cooperative }: Society, ...loans: string[]): Promise<void> {
  expect(await app.checks()).toEqual([])
  for (const id of loans) {
    const { schedule } = await done(cooperative, 'GET', `/financial/loans/${id}`)
    const { before } = await app.services.database.tenant(
      { cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' },
      (tx) => findRunningLoan(tx, id as LoanId),
    )
    expect(
      schedule.map(({ dueOn, principal, interest, owed }: Record<string, unknown>) => [
        dueOn,
        principal,
        interest,
        owed,
      ]),
    ).toEqual(
      before.instalments.map(({ dueOn, principal, interest, owed }) => [
        dueOn,
        nairaNumber(principal),
        nairaNumber(interest),
        nairaNumber(totalOf(owed)),
      ]),
    )
  }
}

test('a month asks for the instalments that fall due in it, and what is deducted repays as a hand would have', async () => {
  const society = await buildSociety(4)
  const { cooperative, people } = society
  const [deducted, byHand, later] = people as [Person, Person, Person]
  const days = { on: end(-2), firstDueOn: end(-1) }
  const [one, other] = [await lend(society, deducted, days), await lend(society, byHand, days)]
  await lend(society, later, { on: end(-1), firstDueOn: end(0) })
  await done(cooperative, 'POST', `/financial/loans/${other}/repayments`, { amount: 10_661.85, on: end(-1) }, 201)
  const before = await trialBalance(society)
  const schedule = await sentSchedule(society, month(-1))
  // Paid by hand is not asked for, nor is what falls due next month.
  expect(
    (await linesOf(society, schedule)).map(({ loans, total }: { loans: number; total: number }) => [loans, total]),
  ).toEqual([
    [10_661.85, 15_661.85],
    [0, 5000],
    [0, 5000],
    [0, 5000],
  ])
  expect(
    await postReturn(
      society,
      schedule,
      [
        [deducted, 15_661.85],
        [byHand, 5000],
        [later, 5000],
      ],
      { on: end(-1) },
    ),
  ).toMatchObject({ status: 'posted', failure: null })

  const [{ movements, ...mine }, { movements: _by, ...hand }] = await Promise.all([
    loanOf(society, one),
    loanOf(society, other),
  ])
  for (const field of ['schedule', 'paid', 'outstanding', 'overdue', 'next', 'status'])
    expect(mine[field], field).toEqual(hand[field])
  expect(movements[1]).toMatchObject({
    kind: 'repayment',
    status: 'posted',
    amount: 10_661.85,
    occurredOn: end(-1),
    way: 'deduction',
    principal: 9461.85,
    interest: 1200,
    entryNumber: expect.any(Number),
    schedule: { id: schedule, period: month(-1), employer: 'Ministry of Works' },
  })
  const after = await trialBalance(society)
  expect(after).toEqual({
    ...before,
    '1110-001': 25_661.85,
    '1210': inKobo((before['1210'] ?? 0) - 9461.85),
    '2110': (before['2110'] ?? 0) - 15_000,
    '4110': inKobo((before['4110'] ?? 0) - 1200),
  })
  // The borrower reads it too, and hears of it; which list it came with is the office's.
  const token = await loginMember(app, deducted)
  expect(dataOf(await app.call('GET', `/financial/loans/${one}`, { token })).movements[1]).toMatchObject({
    way: 'deduction',
    schedule: null,
  })
  // That the next instalment comes from the salary is read by the office and by them.
  for (const own of [cooperative.token, token])
    expect(dataOf(await app.call('GET', `/financial/loans/${one}`, { token: own })).fromSalary).toBe(true)
  await app.settled()
  const [notice] = dataOf(await app.call('GET', '/notifications', { token }))
  expect(notice.message).toBe(
    `₦15,661.85 was deducted from your salary for ${periodName(month(-1))}: ₦10,661.85 repaid your loan, the rest is on your account.`,
  )
  await expectTrue(society, one, other)
})

test('a salary that comes before the due date pays that instalment, interest and all, and no one is late', async () => {
  const society = await buildSociety(3)
  const [ada] = society.people as [Person]
  const loan = await lend(society, ada, { on: end(-1), firstDueOn: end(0) })
  const agreed = (await loanOf(society, loan)).schedule
  const schedule = await sentSchedule(society, month(0))
  await postReturn(society, schedule, [[ada, 15_661.85]])
  const now = await loanOf(society, loan)
  expect(now.schedule).toEqual(
    agreed.map((line: { number: number; owed: number }) => (line.number === 1 ? { ...line, owed: 0 } : line)),
  )
  expect(now).toMatchObject({
    overdue: 0,
    paid: { principal: 9461.85, interest: 1200 },
    next: { on: end(1), amount: 10_661.85 },
  })
  await expectTrue(society, loan)
})

test('too little pays the loan first, as the society has it; too much goes to savings', async () => {
  const society = await buildSociety(3)
  const { cooperative, people } = society
  const [short, over] = people as [Person, Person]
  const days = { on: end(-2), firstDueOn: end(-1) }
  const [one, other] = [await lend(society, short, days), await lend(society, over, days)]
  const before = await trialBalance(society)
  const schedule = await sentSchedule(society, month(-1))
  const found = await postReturn(
    society,
    schedule,
    [
      [short, 8000],
      [over, 16_000],
    ],
    { on: end(-1), decide: { kinds: [{ kind: 'over', decision: 'post' }] } },
  )
  expect(found).toMatchObject({ status: 'posted', totals: { file: 24_000, posted: 24_000, unallocated: 0 } })
  expect(await loanOf(society, one)).toMatchObject({
    paid: { interest: 1200, principal: 6800 },
    schedule: [{ owed: 2661.85 }, ...Array(11).fill({})],
  })
  expect((await loanOf(society, other)).paid).toMatchObject({ interest: 1200, principal: 9461.85 })
  expect((await trialBalance(society))['2110']).toBe((before['2110'] ?? 0) - 5338.15)
  expect((await done(cooperative, 'GET', `/financial/loans?overdue=true`)).map(({ id }: { id: string }) => id)).toEqual(
    [one],
  )
  await expectTrue(society, one, other)
})

test('of two loans the instalment that fell due first is paid first, and what no loan owes any more goes on to savings', async () => {
  const society = await buildSociety(3)
  const { cooperative, people } = society
  const [ada] = people as [Person]
  const younger = await lend(society, ada, { on: end(-2), firstDueOn: end(-1), principal: 24_000, instalments: 2 })
  const older = await lend(society, ada, { on: end(-3), firstDueOn: `${month(-1)}-15`, principal: 60_000 })
  const schedule = await sentSchedule(society, month(-1))
  const [{ loans }] = await linesOf(society, schedule)
  const [first, second] = [(await loanOf(society, older)).schedule[0], (await loanOf(society, younger)).schedule[0]]
  expect(loans).toBeCloseTo(first.total + second.total, 5)
  await postReturn(society, schedule, [[ada, first.total + 1000]], {
    on: `${month(-1)}-15`,
    decide: { kinds: [{ kind: 'short', decision: 'split' }] },
  })
  expect((await loanOf(society, older)).schedule[0].owed).toBe(0)
  expect((await loanOf(society, younger)).schedule[0].owed).toBeCloseTo(second.total - 1000, 5)
  await expectTrue(society, older, younger)

  // Both are settled by hand while the list is with the employer.
  const next = await sentSchedule(society, month(0))
  const [asked] = await linesOf(society, next)
  expect(asked.loans).toBeGreaterThan(0)
  for (const id of [older, younger]) await done(cooperative, 'POST', `/financial/loans/${id}/mark-paid`)
  const before = await trialBalance(society)
  const found = await postReturn(society, next, [[ada, asked.total]])
  expect(found).toMatchObject({ status: 'posted', totals: { posted: asked.total, unallocated: 0 } })
  expect(await trialBalance(society)).toEqual({
    ...before,
    '1110-001': (before['1110-001'] ?? 0) + asked.total,
    '2110': inKobo((before['2110'] ?? 0) - asked.total),
  })
  const [line] = await done(cooperative, 'GET', `/financial/deductions/returns/${found.id}/lines?sort=number`)
  expect(line).toMatchObject({ loans: 0, savings: asked.total })
  await expectTrue(society, older, younger)
})

test.each(['return', 'voucher'])(
  'reversed as one from its %s, the loans are what they were, to the byte, and it can be posted again',
  async (from) => {
    const society = await buildSociety(3)
    const { cooperative, people } = society
    const [ada, bayo] = people as [Person, Person]
    const days = { on: end(-2), firstDueOn: end(-1) }
    const loans = [
      await lend(society, ada, days),
      await lend(society, bayo, { ...days, principal: 10_000, instalments: 1 }),
    ]
    const schedule = await sentSchedule(society, month(-1))
    const rows: [Person, number][] = (await linesOf(society, schedule))
      .slice(0, 2)
      .map(({ total }: { total: number }, n: number) => [people[n], total])
    const before = [await trialBalance(society), ...(await Promise.all(loans.map((id) => standingOf(society, id))))]
    const found = await postReturn(society, schedule, rows, { on: end(-1) })
    expect((await loanOf(society, loans[1] ?? '')).status).toBe('completed')
    const [, movement] = (await loanOf(society, loans[0] ?? '')).movements
    expect(
      (
        await ask(cooperative, 'POST', `/financial/loans/${loans[0]}/movements/${movement.id}/reverse`, {
          reason: 'This one only',
        })
      ).body,
    ).toMatchObject({
      status: 409,
      message: 'This came with the return of an employer. Reverse that return as a whole on its page.',
    })
    if (from === 'return')
      await done(cooperative, 'POST', `/financial/deductions/returns/${found.id}/reverse`, { reason: 'Wrong month' })
    else {
      const [one] = await done(cooperative, 'GET', '/financial/transactions?type=contribution&status=approved')
      await done(cooperative, 'POST', `/financial/transactions/${one.id}/reverse`, {
        reason: 'Wrong month',
        voucher: true,
      })
    }
    expect([await trialBalance(society), ...(await Promise.all(loans.map((id) => standingOf(society, id))))]).toEqual(
      before,
    )
    expect((await loanOf(society, loans[0] ?? '')).movements[1]).toMatchObject({
      status: 'reversed',
      reversal: { reason: 'Wrong month', by: 'Test Cooperative' },
    })
    await expectTrue(society, ...loans)
    expect(await postReturn(society, schedule, rows, { on: end(-1) })).toMatchObject({ status: 'posted' })
    expect((await loanOf(society, loans[1] ?? '')).status).toBe('completed')
    await expectTrue(society, ...loans)
  },
)

test('reversed from the middle, what came later is used for what then fell due first', async () => {
  const society = await buildSociety(3)
  const { cooperative, people } = society
  const [ada] = people as [Person]
  const loan = await lend(society, ada, { on: end(-3), firstDueOn: end(-2) })
  const schedule = await sentSchedule(society, month(-2))
  const found = await postReturn(society, schedule, [[ada, 15_661.85]], { on: end(-2) })
  await done(cooperative, 'POST', `/financial/loans/${loan}/repayments`, { amount: 10_661.85, on: end(-1) }, 201)
  await done(cooperative, 'POST', `/financial/deductions/returns/${found.id}/reverse`, {
    reason: 'Not deducted after all',
  })
  const now = await loanOf(society, loan)
  expect(now.schedule.slice(0, 2).map(({ owed }: { owed: number }) => owed > 0)).toEqual([false, true])
  expect(now.movements.some(({ kind }: { kind: string }) => kind === 'reallocation')).toBe(true)
  const books = await trialBalance(society)
  expect([books['1210'], -(books['4110'] ?? 0)]).toEqual([now.outstanding, now.paid.interest])
  await expectTrue(society, loan)
})

// Remedy: deduction_loan_moved
test('of a loan by its element repays that, and no savings do; what it no longer owes is for savings, in a file of its own too', async () => {
  const society = await buildSociety(2)
  const { cooperative, people } = society
  const [ada, bola] = people as [Person, Person]
  const days = { on: end(-1), firstDueOn: end(0) }
  const [one, other] = [
    await lend(society, ada, days),
    await lend(society, bola, { ...days, principal: 9000, instalments: 1 }),
  ]
  const before = await trialBalance(society)
  const schedule = await sentSchedule(society, month(0))
  const all = await linesOf(society, schedule)
  const dueOf = (person: Person) => all.find(({ memberId }: { memberId: string }) => memberId === person.id).loans
  expect(dueOf(ada)).toBe(10_661.85)

  // 2,661.85 of the loan is missing, though 4,000 more were deducted as savings: they are held.
  const first = await postReturn(society, schedule, [
    [ada, 9000, 'COOP SAVINGS'],
    [ada, 8000, 'COOP LOAN'],
    [bola, 5000, 'COOP SAVINGS'],
  ])
  expect(first).toMatchObject({
    status: 'posted',
    kinds: { over: { lines: 1 }, short: { lines: 1 } },
    totals: { file: 22_000, posted: 18_000, unallocated: 4000 },
  })
  const { movements } = await loanOf(society, one)
  expect(movements.filter(({ way }: { way: string }) => way === 'deduction')).toMatchObject([{ amount: 8000 }])
  const after = await trialBalance(society)
  expect([after['2110'] ?? 0, after['2410'] ?? 0]).toEqual([(before['2110'] ?? 0) - 10_000, -4000])

  // Bola settles by hand what a file of loans then brings again.
  const settled = await done(cooperative, 'POST', `/financial/loans/${other}/mark-paid`)
  expect(settled.status).toBe('completed')
  const second = await postReturn(society, schedule, [[bola, dueOf(bola), 'LOAN REPAYMENT']])
  // What was short of Ada's loan has still not come.
  expect(second).toMatchObject({
    status: 'posted',
    kinds: { exact: { lines: 1 }, missing: { lines: 1, scheduled: 2661.85 } },
  })
  expect((await trialBalance(society))['2110']).toBe(inKobo((after['2110'] ?? 0) - dueOf(bola)))
  await expectTrue(society, one)
})

test('earns no rebate, and stays while a settlement that gave one does', async () => {
  const society = await buildSociety(3)
  const { cooperative, people, regular } = society
  const [ada] = people as [Person]
  await done(cooperative, 'PUT', `/financial/loan-config/${regular}`, {
    interestMethod: 'upfront',
    schedule: { rebate: true },
  })
  const loan = await lend(society, ada, { on: end(-2), firstDueOn: end(-1) })
  const schedule = await sentSchedule(society, month(-1))
  const found = await postReturn(society, schedule, [[ada, 15_000]], { on: end(-1) })
  const { rebate, amount } = await done(cooperative, 'GET', `/financial/loans/${loan}/settlement-quote`)
  expect(inKobo(rebate + amount)).toBe(110_000)
  const settled = await done(cooperative, 'POST', `/financial/loans/${loan}/mark-paid`)
  expect(settled.movements.map(({ way }: { way: string }) => way)).toEqual(['cash', 'deduction', 'cash', 'rebate'])
  const reversed = () =>
    ask(cooperative, 'POST', `/financial/deductions/returns/${found.id}/reverse`, { reason: 'Not deducted' })
  expect((await reversed()).body).toMatchObject({
    status: 409,
    message: expect.stringContaining('Reverse what came later on that loan first.'),
  })
  await done(cooperative, 'POST', `/financial/loans/${loan}/movements/${settled.movements[2].id}/reverse`, {
    reason: 'Paid by someone else',
  })
  dataOf(await reversed())
  expect(await loanOf(society, loan)).toMatchObject({ status: 'active', outstanding: 120_000 })
  await expectTrue(society, loan)
})

test('credited when the employer pays, a loan still counts as paid from the day of the deduction', async () => {
  const society = await buildSociety(3, { creditOn: 'remittance' })
  const { cooperative, people } = society
  const [ada] = people as [Person]
  const loan = await lend(society, ada, { on: end(-2), firstDueOn: end(-1) })
  const schedule = await sentSchedule(society, month(-1))
  expect(await loanOf(society, loan)).toMatchObject({ overdue: 10_661.85 })
  expect(await postReturn(society, schedule, [[ada, 15_661.85]], { on: end(-1) })).toMatchObject({ status: 'deducted' })
  // The employer holds it: the books know nothing of it yet, and no one is called a defaulter.
  expect(await loanOf(society, loan)).toMatchObject({ overdue: 0, paid: { principal: 0 } })
  expect((await ask(cooperative, 'GET', '/financial/loans?overdue=true')).body.meta).toMatchObject({
    total: 0,
    summary: { overdueLoans: 0 },
  })
  expect((await done(cooperative, 'GET', '/financial/loans/portfolio')).totals).toMatchObject({
    overdue: 0,
    overdueLoans: 0,
  })
  // Nor is it asked for again.
  await done(cooperative, 'PUT', '/financial/deductions/settings', { arrears: true })
  expect((await linesOf(society, await sentSchedule(society, month(0))))[0].loans).toBe(10_661.85)
  await done(cooperative, 'POST', `/financial/deductions/schedules/${schedule}/remittances`, { amount: 15_661.85 }, 201)
  await app.settled()
  const [, movement] = (await loanOf(society, loan)).movements
  expect(movement).toMatchObject({ occurredOn: end(-1), principal: 9461.85, interest: 1200 })
  await expectTrue(society, loan)
})

test('what is late is asked for one instalment a month, or at once where the society says so; the list tells what is new and what is finished', async () => {
  const society = await buildSociety(4)
  const { cooperative, employerId, people } = society
  const [late, ends, begins] = people as [Person, Person, Person]
  await lend(society, late, { on: end(-3), firstDueOn: end(-2) })
  const last = await lend(society, ends, { on: end(-2), firstDueOn: end(-1), principal: 10_000, instalments: 1 })
  const before = await sentSchedule(society, month(-1))
  expect((await linesOf(society, before)).map(({ loans }: { loans: number }) => loans)).toEqual([
    10_661.85, 10_100, 0, 0,
  ])
  await postReturn(society, before, [[ends, 15_100]], { on: end(-1) })
  expect((await loanOf(society, last)).status).toBe('completed')
  await lend(society, begins, { on: end(-1), firstDueOn: end(0) })
  const { id } = await done(
    cooperative,
    'POST',
    '/financial/deductions/schedules',
    { employerId, period: month(0) },
    201,
  )
  expect((await linesOf(society, id)).map(({ loans }: { loans: number }) => loans)).toEqual([
    10_661.85, 0, 10_661.85, 0,
  ])
  const variations: { kind: string; difference: number }[] = await done(
    cooperative,
    'GET',
    `/financial/deductions/schedules/${id}/variations`,
  )
  expect(variations.map(({ kind, difference }) => [kind, difference])).toEqual([
    ['finished', -10_100],
    ['changed', 10_661.85],
  ])
  await done(cooperative, 'PUT', '/financial/deductions/settings', { arrears: true })
  await done(cooperative, 'POST', `/financial/deductions/schedules/${id}/rebuild`)
  expect((await linesOf(society, id))[0].loans).toBeCloseTo(3 * 10_661.85, 5)
  expect(await done(cooperative, 'GET', '/financial/deductions/settings')).toMatchObject({ arrears: true })
})

test('of a weekly loan a month asks for all that falls due in it, and one deduction pays each instalment whole', async () => {
  const society = await buildSociety(1)
  const {
    cooperative,
    regular,
    people: [ada, ...others],
  } = society
  await done(cooperative, 'PUT', `/financial/loan-config/${regular}`, {
    interestMethod: 'flat',
    annualRatePercent: 52,
    repaidEvery: 'week',
  })
  // 1,000 of principal and 100 of interest a week: four of them in this month, whichever it is.
  const loan = await lend(society, ada as Person, {
    on: end(-1),
    firstDueOn: addDays(end(-1), 7),
    principal: 10_000,
    instalments: 10,
  })
  const scheduleId = await sentSchedule(society, month(0))
  expect(await linesOf(society, scheduleId)).toMatchObject([
    { savings: 5000, loans: 4400, total: 9400 },
    { loans: 0 },
    { loans: 0 },
  ])
  await postReturn(society, scheduleId, [[ada as Person, 9400], ...others.map((each) => [each, 5000] as const)])
  const { schedule, paid, overdue, next } = await loanOf(society, loan)
  expect({ paid, overdue, next }).toEqual({
    paid: { principal: 4000, interest: 400, fees: 0, penalties: 0 },
    overdue: 0,
    next: { on: addDays(end(-1), 35), amount: 1100 },
  })
  expect(schedule.map(({ owed }: { owed: number }) => owed)).toEqual([0, 0, 0, 0, 1100, 1100, 1100, 1100, 1100, 1100])
  await trialBalance(society)
  expect(await app.checks()).toEqual([])
})
