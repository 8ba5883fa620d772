import { afterEach, describe, expect, test } from 'vitest'
import { sampleErasure, sampleLoans, sampleOffices, sampleOpening, samplePerson } from '#database/seed/sample-people.ts'
import { seedSample } from '#database/seed/seed-sample.ts'
import type { CooperativeActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, LoginId, SessionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findAccounts, getTrialBalance } from '#features/accounting/books/server/reads.ts'
import { getReturn, listReturnLines } from '#features/payroll/returns/server/reads.ts'
import { listRemittances } from '#features/payroll/remittances/server/reads.ts'
import { askOf } from '#platform/action.ts'
import { listSchedules } from '#features/payroll/schedules/server/reads.ts'
import { listErasureRequests } from '#features/members/data-protection/server/reads.ts'
import { getOpeningBalances } from '#features/accounting/opening-balances/server/reads.ts'
import { listFixedDeposits } from '#features/savings/fixed-deposits/server/reads.ts'
import { listMeetings } from '#features/governance/meetings/server/reads.ts'
import { listInterestRuns } from '#features/savings/interest/server/reads.ts'
import { listLoans } from '#features/loans/loans/server/reads.ts'
import { listMemberRequests } from '#features/members/requests/server/reads.ts'
import { getReconciliation, listBankLines } from '#features/accounting/reconciliation/server/queries.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { atSize } from '#dev/testing/size.ts'

let app: TestApp
afterEach(() => app.stop())

/** A leap day; at full size also a new year, the last of a long month, a day before and one after the day on which the sample posts its contributions. */
const seedDays = ['2028-02-29', ...atSize([], ['2027-01-01', '2026-03-31', '2026-08-14', '2026-11-25'])] as Day[]
const page = { page: 1, limit: 100 }
const kobo = (naira: number) => BigInt(Math.round(naira * 100))

describe.each(seedDays)('the sample society made on %s', (today) => {
  test('holds what it promises, and its books prove themselves', async () => {
    app = await startTestApp()
    const now = new Date(`${today}T11:00:00Z`)
    await seedSample({ ...app.services, sampleIsOpen: true }, now)
    await app.settled()
    expect(await app.checks()).toEqual([])

    const context: Context = { ...app.services, requestId: 'test', now }
    const {
      rows: [cooperative],
    } = await app.admin.query<{ id: CooperativeId; login: LoginId }>(`
      select c.cooperative_id as id, l.login_id as login from app.cooperative c join platform.login l on l.cooperative_id = c.cooperative_id where c.coop_id = 'AJO-DEM234'`)
    if (!cooperative) throw new Error('There is no sample society')
    const actor: CooperativeActor = {
      role: 'coop_admin',
      office: 'admin',
      cooperativeId: cooperative.id,
      cooperativeStatus: 'active',
      memberId: undefined,
      loginId: cooperative.login,
      sessionId: '' as SessionId,
      name: 'Test',
    }
    const look = <T>(work: (tx: Tx) => Promise<T>) => app.services.database.tenant(actor, work)

    await expectLoans(await look((tx) => listLoans(askOf(tx, actor, context), { ...page })))
    await expectDeposits(
      await look((tx) => listFixedDeposits(askOf(tx, actor, context), { ...page, sort: 'openedOn' })),
      today,
    )

    const months = await look((tx) => listSchedules(askOf(tx, actor, context), { ...page, q: 'Ministry of Health' }))
    if (!('rows' in months)) throw new Error('A page was asked for, and no file')
    expect(months.rows.map(({ state }) => state).toSorted()).toEqual(['remitted', 'remitted', 'sent'])
    const [, newer, older] = months.rows.toSorted((one, other) => (one.period < other.period ? 1 : -1))
    if (!newer?.returnId || !older) throw new Error('The months of the Ministry of Health are missing')
    const returnId = newer.returnId
    const [found, lines, paid] = await Promise.all([
      look((tx) => getReturn(askOf(tx, actor, context), { returnId })),
      look((tx) => listReturnLines(askOf(tx, actor, context), { ...page, returnId })),
      look((tx) => listRemittances(askOf(tx, actor, context), { ...page, scheduleId: older.id })),
    ])
    const staff = Array.from({ length: 36 }, (_, index) => 60 + index).filter((n) => n % 3 !== 0)
    const scheduled = staff.reduce((sum, n) => sum + samplePerson(n).monthlyNaira, 0)
    // One was left out, of another half was deducted.
    const variance = samplePerson(64).monthlyNaira + samplePerson(68).monthlyNaira / 2
    expect(variance).toBe(17_500)
    expect([found.scheduled, found.totals.posted, newer.total, newer.remitted, newer.owed]).toEqual([
      kobo(scheduled),
      kobo(scheduled - variance),
      kobo(scheduled),
      kobo(scheduled - variance),
      0n,
    ])
    expect(
      new Map(lines.rows.filter(({ kind }) => kind !== 'exact').map(({ kind, deducted }) => [kind, deducted])),
    ).toEqual(
      new Map([
        ['missing', 0n],
        ['short', kobo(samplePerson(68).monthlyNaira / 2)],
      ]),
    )
    // The older month was paid over at the end of the month after it.
    expect(paid.rows.map(({ receivedOn, amount }) => [receivedOn, amount])).toEqual([
      [
        new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 0)).toISOString().slice(0, 10),
        kobo(scheduled),
      ],
    ])

    const secretary = `${samplePerson(sampleOffices.secretary).firstName} ${samplePerson(sampleOffices.secretary).lastName}`
    const opening = await look((tx) => getOpeningBalances(askOf(tx, actor, context), {}))
    const brought = sampleOpening.reserve + sampleOpening.savings.reduce((sum, { naira }) => sum + naira, 0)
    expect([opening?.status, opening?.credit, opening?.signatures.map(({ by }) => by === secretary)]).toEqual([
      'approved',
      kobo(brought),
      [true, false],
    ])
    const erasures = await look((tx) => listErasureRequests(askOf(tx, actor, context), { ...page }))
    expect(erasures.rows.map(({ status, reason }) => [status, reason])).toEqual([['pending', sampleErasure.reason]])

    const trial = await look((tx) => getTrialBalance(askOf(tx, actor, context), {}))
    if (!('totals' in trial)) throw new Error('The trial balance is a file')
    expect(trial.totals.debit).toBe(trial.totals.credit)
    expect(trial.totals.debit > 0n).toBe(true)
    // What was written off: two of five equal parts of the principal had come back.
    expect(trial.accounts.find(({ name }) => name === 'Bad debts')).toMatchObject({ debit: kobo(50_000 - 2 * 10_000) })

    const bankId = (await look((tx) => findAccounts(tx))).find(({ code }) => code === '1020')?.id
    if (!bankId) throw new Error('There is no bank account')
    const [bank, proposed] = await Promise.all([
      look((tx) => getReconciliation(tx, actor, { accountId: bankId })),
      look((tx) => listBankLines(tx, actor, { ...page, accountId: bankId, show: 'proposed' })),
    ])
    expect(bank.figures).toMatchObject({ notInBooksCount: 2, notInBooks: kobo(15_000 - 52.5), unexplained: 0n })
    expect(bank.matched).toBeGreaterThan(1)
    expect(proposed.total).toBeGreaterThan(1)

    const meetings = await look((tx) => listMeetings(askOf(tx, actor, context), { ...page }))
    expect(
      meetings.rows
        .toSorted((one, other) => (one.date < other.date ? -1 : 1))
        .map(({ kind, status, date }) => [kind, status, date < today]),
    ).toEqual([
      ['annual_general', 'held', true],
      ['general', 'held', true],
      ['annual_general', 'planned', false],
    ])
    const runs = await look((tx) => listInterestRuns(askOf(tx, actor, context), { ...page }))
    expect(runs.rows).toHaveLength(1)
    expect((await look((tx) => listMemberRequests(askOf(tx, actor, context), { ...page }))).total).toBe(1)

    // Neither cash nor bank was ever overdrawn.
    const {
      rows: [least],
    } = await app.admin.query<{ balance: string }>(`
      select min(balance) as balance from (
        select sum(sum(case when p.debit_id = a.account_id then p.amount else -p.amount end)) over (partition by a.code order by e.effective_on) as balance
        from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id join ledger.account a on a.account_id in (p.debit_id, p.credit_id)
        where a.code in ('1010', '1020') group by a.code, e.effective_on) day`)
    expect(Number(least?.balance)).toBeGreaterThanOrEqual(0)

    // Nothing is dated after the day of the seed.
    const {
      rows: [late],
    } = await app.admin.query<{ count: number }>(
      'select count(*)::int as count from ledger.entry where effective_on > $1',
      [today],
    )
    expect(late).toEqual({ count: 0 })
  })
})

async function expectLoans({ rows }: Awaited<ReturnType<typeof listLoans>>): Promise<void> {
  const counted = Object.groupBy(rows, ({ status }) => status)
  expect(Object.fromEntries(Object.entries(counted).map(([status, loans]) => [status, loans.length]))).toEqual({
    submitted: 4,
    approved: 1,
    rejected: 1,
    active: 11,
    completed: 1,
    written_off: 1,
  })
  const overdue = (naira: number) =>
    rows.find(({ principal, status }) => status === 'active' && principal === kobo(naira))?.overdue
  // Level instalments at 1 % a month: one is late of twelve, four are late of eighteen, and none of the others.
  const level = (naira: number, months: number) => kobo((naira * 0.01) / (1 - 1.01 ** -months))
  expect([overdue(150_000), overdue(240_000)]).toEqual([level(150_000, 12), level(240_000, 18) * 4n])
  expect([overdue(60_000), overdue(250_000), overdue(400_000)]).toEqual([0n, 0n, 0n])
  expect(rows).toHaveLength(sampleLoans.length)
}

async function expectDeposits({ rows }: Awaited<ReturnType<typeof listFixedDeposits>>, today: Day): Promise<void> {
  const byCertificate = new Map(rows.map((row) => [row.certificate, row]))
  expect([byCertificate.get('FD-00001')?.matured, byCertificate.get('FD-00001')?.status]).toEqual([false, 'open'])
  expect(byCertificate.get('FD-00002')).toMatchObject({
    matured: true,
    status: 'open',
    principal: kobo(150_000),
    interestAtMaturity: yearOf(150_000, 12, today),
  })
  expect(byCertificate.get('FD-00003')).toMatchObject({
    matured: false,
    status: 'paid_out',
    principal: kobo(100_000),
    interestPaid: yearOf(100_000, 14, today),
  })
}

/** Ten percent for the days of a year that began so many months before the seed. */
function yearOf(naira: number, monthsAgo: number, today: Day): Kobo {
  const from = sameDay(today, monthsAgo)
  const to = sameDay(new Date(from).toISOString(), -12)
  return kobo((naira * 0.1 * (to - from)) / 86_400_000 / 365) as Kobo
}

/** The same day of an earlier month, or the last of that month where it is shorter; later for months below zero. */
function sameDay(today: string, monthsAgo: number): number {
  const [year = 0, month = 1, day = 1] = today.slice(0, 10).split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - monthsAgo, 0)).getUTCDate()
  return Date.UTC(year, month - 1 - monthsAgo, Math.min(day, lastOfMonth))
}
