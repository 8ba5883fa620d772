import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { balanceDaysOf, interestOf } from '#features/savings/interest/rules/savings-interest.ts'
import { kobo, koboFromNaira, nairaNumber, zeroKobo } from '#core/money.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

describe('interest runs', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let bola: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative)
    bola = await buildMember(app, cooperative, { firstName: 'Bola', lastName: 'Ade' })
  })

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const get = async (path: string) => (await ask('GET', path)).body
  const holds = async () => expect(await app.checks()).toEqual([])

  /** A savings type that earns 10 % a year by the day, unless told otherwise. */
  const savings = async (interest: object = {}) =>
    dataOf(
      await ask('POST', '/financial/account-types', {
        name: 'Special interest',
        kind: 'savings',
        interest: { annualRatePercent: 10, method: 'daily', every: 'month', ...interest },
      }),
      201,
    ).id as string
  const move = async (
    type: 'deposit' | 'withdrawal',
    accountTypeId: string,
    memberId: string,
    amount: number,
    occurredOn: string,
  ) =>
    dataOf(
      await ask('POST', '/financial/transactions', {
        type,
        memberId,
        accountTypeId,
        amount,
        occurredOn,
        anotherPayment: true,
      }),
      201,
    ).id as string
  const preview = (accountTypeId: string, to: string, more = '') =>
    get(`/financial/interest/preview?accountTypeId=${accountTypeId}&to=${to}${more}`)
  const run = (accountTypeId: string, to: string, total: number, more: object = {}, token?: string) =>
    ask('POST', '/financial/interest/runs', { accountTypeId, to, total, ...more }, token)
  const balance = async (member: TestMember, typeId: string) => {
    const accounts = dataOf(await ask('GET', `/financial/members/${member.id}/accounts`))
    return accounts.find(({ accountTypeId }: { accountTypeId: string }) => accountTypeId === typeId).balance as number
  }
  const secondOfficer = async () => {
    const person = await buildMember(app, cooperative, { firstName: 'Chidi' })
    dataOf(await ask('PUT', `/cooperatives/members/${person.id}/roles`, { roleIds: ['member', 'admin'] }))
    const token = await loginMember(app, person)
    return dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, token),
    ).accessToken as string
  }

  test('is shown before it is posted, posted as one voucher, and each member is told', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    await move('deposit', type, bola.id, 73_000, '2026-01-22')
    const shown = await preview(type, '2026-01-31')
    expect(shown.meta.summary).toMatchObject({
      name: 'Special interest',
      annualRatePercent: 10,
      from: '2026-01-01',
      members: 2,
      interest: 510,
      difference: 0,
      total: 510,
      approvals: 0,
    })
    expect(shown.data).toMatchObject([
      { name: 'Ada Obi', basis: 36_500, interest: 310, amount: 310 },
      { name: 'Bola Ade', interest: 200, amount: 200 },
    ])
    expect((await run(type, '2026-01-31', 509.99)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('₦510.00'),
      errors: [{ field: 'total' }],
    })
    const posted = dataOf(await run(type, '2026-01-31', 510), 201)
    expect(posted).toMatchObject({ status: 'approved', members: 2, total: 510, entryNumber: 3 })
    expect([await balance(ada, type), await balance(bola, type)]).toEqual([36_810, 73_200])
    const trial = dataOf(await ask('GET', '/financial/reports/trial-balance?from=2026-01-01&to=2026-01-31'))
    expect(trial).toMatchObject({ balanced: true })
    expect(trial.accounts.find(({ code }: { code: string }) => code === '5110')).toMatchObject({ debit: 510 })
    const [first] = dataOf(await ask('GET', '/financial/interest/runs'))
    expect(first).toMatchObject({
      status: 'approved',
      from: '2026-01-01',
      to: '2026-01-31',
      members: 2,
      total: 510,
      occurredOn: '2026-01-31',
      entryNumber: 3,
    })
    expect((await get(`/financial/interest/runs/${posted.runId}`)).data).toMatchObject([
      { name: 'Ada Obi', basis: 36_500, amount: 310 },
      { amount: 200 },
    ])
    const token = await loginMember(app, ada)
    const [told] = dataOf(await ask('GET', '/notifications', undefined, token))
    expect(told.message).toBe('₦310.00 interest on Special interest for the period to 31 Jan 2026 is on your account.')
    // A member sees their own line of the voucher, and nothing of the run.
    const own = (await ask('GET', '/financial/transactions?type=interest', undefined, token)).body
    expect(own.data).toMatchObject([{ amount: 310, account: 'Special interest', direction: 'in' }])
    expect(own.meta.total).toBe(1)
    await holds()
  })

  test('leaves the screen as CSV and Excel with its sums', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    const csv = await ask('GET', `/financial/interest/preview?accountTypeId=${type}&to=2026-01-31&format=csv`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.text).toContain('"Ada Obi","36500.00","310.00","0.00","310.00"')
    expect(csv.text).toContain('"All members","","310.00","0.00","310.00"')
    const excel = await ask('GET', `/financial/interest/preview?accountTypeId=${type}&to=2026-01-31&format=xlsx`)
    expect(excel.headers.get('content-disposition')).toContain('interest-2026-01-01-to-2026-01-31.xlsx')
  })

  test('is posted once for a period, whoever presses at the same moment, and the database holds that too', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    const both = await Promise.all([run(type, '2026-01-31', 310), run(type, '2026-01-31', 310)])
    expect(statusesOf(both)).toEqual([201, 409])
    expect((await run(type, '2026-01-31', 310)).body).toMatchObject({
      status: 409,
      message:
        'The interest of Special interest for the period to 31 Jan 2026 is posted or waits for approval already.',
    })
    await expect(
      app.admin.query(
        'insert into app.interest_month select cooperative_id, account_type_id, month, run_id from app.interest_month where account_type_id = $1',
        [type],
      ),
    ).rejects.toThrow('interest_of_a_month_once')
    // A longer period that holds a paid month is refused as well.
    dataOf(
      await ask('PUT', `/financial/account-types/${type}`, {
        interest: { annualRatePercent: 10, method: 'daily', every: 'quarter' },
      }),
    )
    expect((await preview(type, '2026-03-31')).message).toContain('Choose a period that is over')
    expect((await preview(type, '2026-06-30')).meta.summary).toMatchObject({ from: '2026-04-01' })
    expect(await balance(ada, type)).toBe(36_810)
  })

  test('is computed while others post, and once more where they did', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    // What the computation reads and no posting does is locked, so that it is still in the middle.
    await app.admin.query('begin; lock table app.interest_run in access exclusive mode')
    const running = run(type, '2026-01-31', 310)
    try {
      await expect
        .poll(
          async () =>
            (
              await app.admin.query(
                "select from pg_locks where relation = 'app.interest_run'::regclass and not granted",
              )
            ).rowCount,
          { timeout: 15_000 },
        )
        .toBe(1)
      const meanwhile = await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        accountTypeId: type,
        amount: 36_500,
        occurredOn: '2025-12-31',
        anotherPayment: true,
      })
      expect(meanwhile.status).toBe(201)
    } finally {
      await app.admin.query('rollback')
    }
    // The deposit counts for the whole period, so what the officer saw is not what the books say any more.
    expect((await running).body).toMatchObject({ status: 409, message: expect.stringContaining('₦620.00') })
    expect(dataOf(await run(type, '2026-01-31', 620), 201)).toMatchObject({ status: 'approved', total: 620 })
    expect(await app.checks()).toEqual([])
  })

  test('a double press of the same key is one voucher', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    const key = newKey()
    const press = () =>
      app.call('POST', '/financial/interest/runs', {
        token: cooperative.token,
        key,
        body: { accountTypeId: type, to: '2026-01-31', total: 310 },
      })
    const [one, other] = [await press(), await press()]
    expect([one.status, other.status, one.body.data.runId]).toEqual([201, 201, other.body.data.runId])
    expect(await balance(ada, type)).toBe(36_810)
  })

  test('is reversed as one, and the period can be run again to the same kobo', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    await move('deposit', type, bola.id, 1_000, '2025-12-31')
    const { total } = (await preview(type, '2026-01-31')).meta.summary
    dataOf(await run(type, '2026-01-31', total), 201)
    const [first] = dataOf(await ask('GET', '/financial/interest/runs'))
    expect(
      (await ask('POST', `/financial/transactions/${first.transactionId}/reverse`, { reason: 'Wrong rate' })).status,
    ).toBe(409)
    expect(
      dataOf(
        await ask('POST', `/financial/transactions/${first.transactionId}/reverse`, {
          reason: 'Wrong rate',
          voucher: true,
        }),
      ),
    ).toMatchObject({ reversed: 2, total })
    expect([await balance(ada, type), await balance(bola, type)]).toEqual([36_500, 1_000])
    expect((await preview(type, '2026-01-31')).meta.summary.total).toBe(total)
    dataOf(await run(type, '2026-01-31', total), 201)
    expect(
      dataOf(await ask('GET', '/financial/interest/runs')).map(({ status }: { status: string }) => status),
    ).toEqual(['approved', 'reversed'])
    await holds()
  })

  // Remedy: interest_posted_later
  test('the newest run is reversed first, and no period before it is run', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    dataOf(await run(type, '2026-02-28', (await preview(type, '2026-02-28')).meta.summary.total), 201)
    dataOf(await run(type, '2026-03-31', (await preview(type, '2026-03-31')).meta.summary.total), 201)
    expect((await run(type, '2026-01-31', 310)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('was run through 31 Mar 2026'),
    })
    const [, february] = dataOf(await ask('GET', '/financial/interest/runs'))
    const reverse = await ask('POST', `/financial/transactions/${february.transactionId}/reverse`, {
      reason: 'Mistake',
      voucher: true,
    })
    expect(reverse.body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reverse the newest run first'),
    })
    const [march] = dataOf(await ask('GET', '/financial/interest/runs'))
    for (const { transactionId } of [march, february])
      dataOf(
        await ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'Mistake', voucher: true }),
      )
    dataOf(await run(type, '2026-01-31', 310), 201)
    // One that waits for another officer is rejected instead.
    dataOf(await ask('PUT', '/financial/config', { journalApprovals: 1 }))
    const { total } = (await preview(type, '2026-02-28')).meta.summary
    expect(dataOf(await run(type, '2026-02-28', total), 201).status).toBe('pending')
    const runs: { status: string; transactionId: string }[] = dataOf(await ask('GET', '/financial/interest/runs'))
    const which = (wanted: string) => runs.find(({ status }) => status === wanted)?.transactionId
    const undo = () =>
      ask('POST', `/financial/transactions/${which('approved')}/reverse`, { reason: 'Mistake', voucher: true })
    expect((await undo()).body).toMatchObject({
      status: 409,
      message:
        'The interest of Special interest was run through 28 Feb 2026 already. Reverse the newest run first, or reject it if it waits for approval.',
    })
    dataOf(await ask('POST', `/financial/transactions/${which('pending')}/reject`, { reason: 'Too early' }))
    dataOf(await undo())
    await holds()
  })

  // Remedy: interest_not_borne
  test('is paid on an account type once the configuration gives it a rate', async () => {
    const types: { id: string; kind: string }[] = dataOf(await ask('GET', '/financial/account-types'))
    const ordinary = types[0]?.id ?? ''
    const shares = types.find(({ kind }) => kind === 'shares')?.id ?? ''
    expect((await run(shares, '2026-01-31', 310)).body).toMatchObject({
      status: 422,
      message: expect.stringContaining('Shares earn a dividend'),
    })
    await move('deposit', ordinary, ada.id, 36_500, '2025-12-31')
    expect((await run(ordinary, '2026-01-31', 310)).body).toMatchObject({
      status: 422,
      message: 'Ordinary savings earns no interest. Give it a rate under Configuration first.',
    })
    const interest = { annualRatePercent: 10, method: 'daily', every: 'month' }
    dataOf(await ask('PUT', `/financial/account-types/${ordinary}`, { interest }))
    dataOf(await run(ordinary, '2026-01-31', 310), 201)
  })

  test('waits for another officer where journals need approval, and posts exactly what they saw', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    dataOf(await ask('PUT', '/financial/config', { journalApprovals: 1, journalApprovalsFrom: 300 }))
    const checker = await secondOfficer()
    expect((await preview(type, '2026-01-31')).meta.summary.approvals).toBe(1)
    expect(dataOf(await run(type, '2026-01-31', 310), 201)).toMatchObject({ status: 'pending', entryNumber: null })
    const [waiting] = dataOf(await ask('GET', '/financial/approvals'))
    expect(waiting).toMatchObject({
      kind: 'interest',
      amount: 310,
      memberId: null,
      approvals: { asked: 1, open: false },
    })
    expect((await ask('POST', `/financial/transactions/${waiting.transactionId}/approve`, {})).body.message).toContain(
      'another',
    )
    // The books change meanwhile: what was approved stays, the difference waits for the next run.
    await move('deposit', type, ada.id, 3_650, '2026-01-31')
    expect(
      dataOf(await ask('POST', `/financial/transactions/${waiting.transactionId}/approve`, {}, checker)),
    ).toMatchObject({ status: 'approved', amount: 310 })
    expect(await balance(ada, type)).toBe(40_460)
    expect((await preview(type, '2026-02-28')).data).toMatchObject([{ difference: 1 }])
    await holds()
  })

  test('that was turned down leaves the period to be run again', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    dataOf(await ask('PUT', '/financial/config', { journalApprovals: 1 }))
    const checker = await secondOfficer()
    dataOf(await run(type, '2026-01-31', 310), 201)
    expect((await run(type, '2026-01-31', 310)).status).toBe(409)
    const [waiting] = dataOf(await ask('GET', '/financial/approvals'))
    dataOf(
      await ask(
        'POST',
        `/financial/transactions/${waiting.transactionId}/reject`,
        { reason: 'After the meeting' },
        checker,
      ),
    )
    expect(dataOf(await run(type, '2026-01-31', 310), 201).status).toBe('pending')
    expect(await balance(ada, type)).toBe(36_500)
    await holds()
  })

  test('an entry that is dated back changes nothing that was posted: the next run pays the difference', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    dataOf(await run(type, '2026-01-31', 310), 201)
    await move('deposit', type, ada.id, 3_650, '2026-01-11')
    const [january] = dataOf(await ask('GET', '/financial/interest/runs'))
    expect(january.total).toBe(310)
    // 21 days of January at 1 naira; February bears 40,150 and the 310 of January.
    const february = ((36_500 + 3_650 + 310) * 28) / 3650
    const shown = await preview(type, '2026-02-28')
    expect(shown.data).toMatchObject([{ difference: 21, interest: Math.round(february * 100) / 100 }])
    dataOf(await run(type, '2026-02-28', shown.meta.summary.total), 201)
    expect((await preview(type, '2026-03-31')).meta.summary.difference).toBe(0)
    await holds()
  })

  test('what was reversed never earned, and a member who was paid too much pays nothing back at once', async () => {
    const type = await savings()
    await move('deposit', type, ada.id, 365, '2025-12-31')
    const wrong = await move('deposit', type, ada.id, 36_500, '2026-01-01')
    dataOf(await run(type, '2026-01-31', (await preview(type, '2026-01-31')).meta.summary.total), 201)
    dataOf(await ask('POST', `/financial/transactions/${wrong}/reverse`, { reason: 'Another member' }))
    // 313.10 was paid, 3.10 was earned; February earns some 5.20, which all goes towards the difference.
    const shown = (await preview(type, '2026-02-28')).data[0]
    expect(shown).toMatchObject({ interest: 5.2, difference: -5.2, amount: 0 })
    expect((await run(type, '2026-02-28', 0)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('nothing to post'),
    })
    // Another member's interest, of February and one day of January, takes the run along, and the rest stays a difference.
    await move('deposit', type, bola.id, 36_500, '2026-01-31')
    dataOf(await run(type, '2026-02-28', 290), 201)
    const march = (await preview(type, '2026-03-31')).data.find(({ name }: { name: string }) => name === 'Ada Obi')
    expect(march.amount).toBe(0)
    expect(march.difference).toBe(-march.interest)
    await holds()
  })

  test('is posted when its period is over, for types that earn, on a day that the books take', async () => {
    const type = await savings()
    const [ordinary] = dataOf(await ask('GET', '/financial/account-types'))
    expect((await run(ordinary.id, '2026-01-31', 1)).body).toMatchObject({
      status: 422,
      message: expect.stringContaining('earns no interest'),
    })
    expect((await run(type, '2026-01-30', 1)).body).toMatchObject({ status: 422, errors: [{ field: 'to' }] })
    expect((await run(type, '2199-01-31', 1)).status).toBe(422)
    expect((await run(type, '2026-01-31', 0)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('nothing to post'),
    })
    await move('deposit', type, ada.id, 36_500, '2025-12-31')
    expect((await run(type, '2026-01-31', 310, { occurredOn: '2026-01-30' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'occurredOn' }],
    })
    dataOf(await ask('POST', '/financial/books/lock', { through: '2026-01-31' }))
    expect((await run(type, '2026-01-31', 310)).body).toMatchObject({ status: 409, errors: [{ field: 'occurredOn' }] })
    expect(dataOf(await run(type, '2026-01-31', 310, { occurredOn: '2026-02-03' }), 201).status).toBe('approved')
  })

  // Remedy: interest_loans_stand, society_takes_no_interest
  test('a non-interest society has none: neither a type that earns, nor the change to such a society while one does', async () => {
    const type = await savings()
    expect((await ask('PUT', '/financial/config', { societyKind: 'non_interest' })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'societyKind' }],
      message: expect.stringContaining('Special interest earns interest'),
    })
    dataOf(await ask('PUT', `/financial/account-types/${type}`, { interest: null }))
    expect((await ask('PUT', '/financial/config', { societyKind: 'non_interest' })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'societyKind' }],
      message: expect.stringContaining('is a loan with interest'),
    })
    const loans: { id: string; name: string; isDefault: boolean }[] = dataOf(
      await ask('GET', '/financial/loan-configs'),
    )
    const [free, ...others] = loans.filter(({ name, isDefault }) => name !== 'Commodity' && !isDefault)
    const product = async (id: string | undefined, change: object) =>
      dataOf(await ask('PUT', `/financial/loan-config/${id}`, change))
    for (const each of [free, ...others]) await product(each?.id, { annualRatePercent: 0 })
    // The default is retired once another one takes its place.
    await product(free?.id, { isDefault: true })
    await product(loans.find(({ isDefault }) => isDefault)?.id, { retired: true })
    expect(dataOf(await ask('PUT', '/financial/config', { societyKind: 'non_interest' })).societyKind).toBe(
      'non_interest',
    )
    const earning = { annualRatePercent: 10, method: 'daily', every: 'month' }
    const refusals = [
      await ask('PUT', `/financial/account-types/${type}`, { interest: earning }),
      await ask('POST', '/financial/account-types', { name: 'Other', kind: 'savings', interest: earning }),
      await ask('POST', '/financial/account-types', {
        name: 'Fixed',
        kind: 'fixed_deposit',
        fixedDeposit: {
          annualRatePercent: 10,
          months: 6,
          leastAmount: 1000,
          atMaturity: 'pay_out',
          breakRule: 'forfeit',
        },
      }),
    ]
    for (const { body } of refusals)
      expect(body).toMatchObject({ status: 409, message: expect.stringContaining('non-interest society') })
    dataOf(await ask('POST', '/financial/account-types', { name: 'Other', kind: 'savings' }), 201)
    expect(
      (await ask('POST', '/financial/account-types', { name: 'Equity', kind: 'shares', interest: earning })).status,
    ).toBe(409)
    dataOf(await ask('PUT', '/financial/config', { societyKind: 'market' }))
    expect(
      (await ask('POST', '/financial/account-types', { name: 'Equity', kind: 'shares', interest: earning })).body,
    ).toMatchObject({ status: 422, message: expect.stringContaining('Only savings') })
    const history = (await get('/financial/configs?kind=account_type')).data
    dataOf(await ask('PUT', `/financial/account-types/${type}`, { interest: earning }))
    expect(history.flatMap(({ changes }: { changes: object[] }) => changes)).toContainEqual({
      field: 'interestRatePercent',
      before: 10,
      after: null,
    })
  })

  test('the ledger in SQL and the rule by hand agree for random postings, and the books balance', async () => {
    const postings = fc.array(
      fc.record({
        day: fc.integer({ min: -20, max: 45 }),
        naira: fc.integer({ min: 1, max: 500_000 }),
        out: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    )
    const methods = ['minimum', 'average', 'daily'] as const
    await fc.assert(
      fc.asyncProperty(
        postings,
        fc.constantFrom(...methods),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 2000 }),
        async (asked, method, least, rate) => {
          cooperative = await buildCooperative(app)
          ada = await buildMember(app, cooperative)
          const interest = { annualRatePercent: rate / 100, method, every: 'month', leastBalance: least }
          const type = await savings(interest)
          const first = '2026-03-01' as Day
          const moved: { on: Day; amount: number }[] = []
          for (const { day, naira, out } of asked.toSorted((one, other) => one.day - other.day)) {
            const held = moved.reduce((sum, { amount }) => sum + amount, 0)
            const amount = out ? Math.min(naira, held) : naira
            if (amount === 0) continue
            const on = addDays(first, day)
            await move(out ? 'withdrawal' : 'deposit', type, ada.id, amount, on)
            moved.push({ on, amount: out ? -amount : amount })
          }
          const days = Array.from({ length: daysBetween(first, '2026-03-31' as Day) + 1 }, (_, index) =>
            addDays(first, index),
          )
          const balances = days.map(
            (day) =>
              koboFromNaira(moved.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0)) ?? zeroKobo,
          )
          const terms = {
            rateBasisPoints: rate,
            dayCount: 'actual/365',
            rounding: 'half_up',
            method,
            every: 'month',
            leastBalance: kobo(least * 100),
          } as const
          const wanted = nairaNumber(interestOf(terms, balanceDaysOf(balances, terms.leastBalance)))
          const { summary } = (await preview(type, '2026-03-31')).meta
          expect(summary.total).toBe(wanted)
          if (wanted > 0) dataOf(await run(type, '2026-03-31', wanted), 201)
          expect(dataOf(await ask('GET', '/financial/reports/trial-balance')).balanced).toBe(true)
        },
      ),
      { numRuns: atSize(5, 12) },
    )
    await holds()
  })
})
