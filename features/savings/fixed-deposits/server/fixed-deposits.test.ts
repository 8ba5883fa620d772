import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

const usual = { annualRatePercent: 10, months: 6, leastAmount: 10_000, atMaturity: 'pay_out', breakRule: 'forfeit' }

describe('fixed deposits', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative)
  })

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const get = async (path: string, token?: string) => (await ask('GET', path, undefined, token)).body
  const type = async (terms: object = {}, name = 'Fixed deposit') =>
    dataOf(
      await ask('POST', '/financial/account-types', {
        name,
        kind: 'fixed_deposit',
        fixedDeposit: { ...usual, ...terms },
      }),
      201,
    ).id as string
  const savingsId = async () => dataOf(await ask('GET', '/financial/account-types'))[0].id as string
  const open = (accountTypeId: string, more: object = {}) =>
    ask('POST', '/financial/fixed-deposits', {
      memberId: ada.id,
      accountTypeId,
      amount: 36_500,
      occurredOn: '2026-01-01',
      ...more,
    })
  const breakIt = (id: string, more: object = {}) =>
    ask('POST', `/financial/fixed-deposits/${id}/break`, { reason: 'Hospital', ...more })
  const mature = (body: object = {}) => ask('POST', '/financial/fixed-deposits/mature', body)
  const balances = async (member = ada) =>
    Object.fromEntries(
      dataOf(await ask('GET', `/financial/members/${member.id}/accounts`)).map(
        ({ name, balance, free }: { name: string; balance: number; free: number }) => [name, [balance, free]],
      ),
    )
  const holds = async () => expect(await app.checks()).toEqual([])
  const reverse = (transactionId: string, more: object = {}) =>
    ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'Mistake', ...more })

  test('is opened from cash with a certificate, bound, and shown to its member with what it earns', async () => {
    const opened = dataOf(await open(await type()), 201)
    // 181 days at 10 naira.
    expect(opened).toMatchObject({
      certificate: 'FD-00001',
      principal: 36_500,
      annualRatePercent: 10,
      openedOn: '2026-01-01',
      maturesOn: '2026-07-01',
      interestAtMaturity: 1810,
      status: 'open',
      matured: true,
    })
    expect(await balances()).toMatchObject({ 'Fixed deposit': [36_500, 0] })
    const token = await loginMember(app, ada)
    const own = await get('/financial/fixed-deposits', token)
    expect(own).toMatchObject({
      data: [{ certificate: 'FD-00001', interestSoFar: 1810, openingId: null }],
      meta: { summary: { open: 1, principal: 36_500, waiting: 1 } },
    })
    const bola = await buildMember(app, cooperative, { firstName: 'Bola' })
    expect((await get('/financial/fixed-deposits', await loginMember(app, bola))).meta).toMatchObject({
      total: 0,
      summary: { open: 0 },
    })
    expect((await get('/financial/fixed-deposits?q=fd-00001')).data).toHaveLength(1)
    expect((await get('/financial/fixed-deposits?q=none')).data).toHaveLength(0)
    await holds()
  })

  test('is opened from savings as one movement with two sides, as far as they are free', async () => {
    const [deposits, savings] = [await type(), await savingsId()]
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 40_000,
        occurredOn: '2026-01-01',
      }),
      201,
    )
    expect((await open(deposits, { fromAccountTypeId: savings, amount: 40_000.01 })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'amount' }],
    })
    dataOf(await open(deposits, { fromAccountTypeId: savings }), 201)
    expect(await balances()).toMatchObject({ 'Ordinary savings': [3500, 3500], 'Fixed deposit': [36_500, 0] })
    const moved = (await get(`/financial/transactions?memberId=${ada.id}&type=fixed_deposit`)).data
    expect(moved).toMatchObject([{ amount: 36_500 }, { amount: 36_500 }])
    expect(dataOf(await ask('GET', `/financial/transactions/${moved[0].id}`)).pair).not.toBe(null)
    await holds()
  })

  test('takes no other money, and gives none away: only what its own page does', async () => {
    const [deposits, savings] = [await type(), await savingsId()]
    dataOf(await open(deposits), 201)
    const refused = [
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        accountTypeId: deposits,
        amount: 10,
      }),
      await ask('POST', '/financial/transactions', {
        type: 'withdrawal',
        memberId: ada.id,
        accountTypeId: deposits,
        amount: 10,
      }),
      await ask('POST', '/financial/transactions', {
        type: 'transfer',
        memberId: ada.id,
        accountTypeId: deposits,
        toAccountTypeId: savings,
        amount: 10,
      }),
    ]
    for (const { body } of refused)
      expect(body).toMatchObject({
        status: 422,
        message: 'Fixed deposit is a fixed deposit. Open, pay out or break it on the page Fixed deposits.',
      })
    expect(
      (await ask('POST', '/financial/contributions', { memberId: ada.id, amount: 10, accountTypeId: deposits })).status,
    ).toBe(422)
    expect((await ask('PUT', `/financial/account-types/${deposits}`, { isDefault: true })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'isDefault' }],
    })
    // The ledger itself lets nothing out, whoever asks it.
    const {
      rows: [account],
    } = await app.admin.query(
      'select account_id, min_balance from ledger.account where member_id = $1 and account_type_id = $2',
      [ada.id, deposits],
    )
    expect(account.min_balance).toBe('3650000')
    await holds()
  })

  test('that is broken loses its interest, or earns the lower rate, and goes to ordinary savings', async () => {
    const forfeited = dataOf(await open(await type(), { occurredOn: '2026-06-01' }), 201)
    // Not matured on the day that is asked for.
    const broken = dataOf(await breakIt(forfeited.id, { occurredOn: '2026-08-10' }))
    expect(broken).toMatchObject({ status: 'broken', endedOn: '2026-08-10', interestPaid: 0, brokenReason: 'Hospital' })
    expect(await balances()).toMatchObject({ 'Ordinary savings': [36_500, 36_500] })
    const lower = dataOf(
      await open(await type({ breakRule: 'lower_rate', breakRatePercent: 4 }, 'Softer'), { occurredOn: '2026-06-01' }),
      201,
    )
    expect(dataOf(await breakIt(lower.id, { occurredOn: '2026-06-11' }))).toMatchObject({ interestPaid: 40 })
    expect(await balances()).toMatchObject({ 'Ordinary savings': [73_040, 73_040] })
    expect((await breakIt(lower.id)).body).toMatchObject({
      status: 409,
      message: 'This deposit is broken already. Nothing was changed.',
    })
    const token = await loginMember(app, ada)
    const [told] = (await get('/notifications', token)).data
    expect(told.message).toContain('₦36,500.00 and ₦40.00 of interest are on your savings')
    await holds()
  })

  test('waits for its notice, and is paid out, not broken, once it has matured', async () => {
    const noticed = dataOf(await open(await type({ noticeDays: 30 }), { occurredOn: '2026-06-01' }), 201)
    expect((await breakIt(noticed.id, { occurredOn: '2026-07-01' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'noticeOn' }],
    })
    expect((await breakIt(noticed.id, { occurredOn: '2026-07-01', noticeOn: '2026-06-02' })).body.message).toContain(
      '02 Jul 2026',
    )
    expect((await breakIt(noticed.id, { occurredOn: '2026-07-02', noticeOn: '2026-06-02' })).status).toBe(200)
    const matured = dataOf(await open(await type({}, 'Plain')), 201)
    expect((await breakIt(matured.id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('matured on 01 Jul 2026'),
    })
    expect((await breakIt(crypto.randomUUID())).status).toBe(404)
  })

  test('of the dead is broken for the estate without a notice, which no one could give', async () => {
    const noticed = dataOf(
      await open(await type({ noticeDays: 30, breakRule: 'lower_rate', breakRatePercent: 4 }), {
        occurredOn: '2026-06-01',
      }),
      201,
    )
    expect(noticed.noticeDays).toBe(30)
    dataOf(await ask('POST', `/cooperatives/members/${ada.id}/leaving`, { reason: 'death' }), 201)
    // 36,500 at 4 % for ten days.
    expect(dataOf(await breakIt(noticed.id, { occurredOn: '2026-06-11' }))).toMatchObject({ interestPaid: 40 })
  })

  test('matured ones are paid out or renewed with one press, each by its own entry', async () => {
    dataOf(await open(await type()), 201)
    dataOf(await open(await type({ atMaturity: 'renew_principal' }, 'Renewed')), 201)
    dataOf(await open(await type({ atMaturity: 'renew_all' }, 'Grown')), 201)
    const later = dataOf(await open(await type({ months: 120 }, 'Long')), 201)
    expect((await get('/financial/fixed-deposits?matured=true')).meta).toMatchObject({
      total: 3,
      summary: { open: 4, waiting: 3 },
    })
    expect((await mature({ depositIds: [later.id] })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('FD-00004 matures on 01 Jan 2036'),
    })
    expect((await mature({ occurredOn: '2026-06-30' })).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('nothing to pay out'),
    })
    const before = (await get('/financial/reports/trial-balance')).data
    expect(dataOf(await mature({ occurredOn: '2026-07-03' }))).toMatchObject({
      paidOut: 1,
      renewed: 2,
      principal: 109_500,
      interest: 5430,
      waiting: 0,
    })
    expect(await balances()).toMatchObject({
      'Ordinary savings': [40_120, 40_120],
      'Fixed deposit': [0, 0],
      Renewed: [36_500, 0],
      Grown: [38_310, 0],
    })
    const renewed = (await get('/financial/fixed-deposits?status=open&sort=principal')).data
    expect(
      renewed.map(({ certificate, openedOn, maturesOn, principal }: Record<string, unknown>) => [
        certificate,
        openedOn,
        maturesOn,
        principal,
      ]),
    ).toEqual([
      ['FD-00004', '2026-01-01', '2036-01-01', 36_500],
      ['FD-00005', '2026-07-01', '2027-01-01', 36_500],
      ['FD-00006', '2026-07-01', '2027-01-01', 38_310],
    ])
    expect((await mature()).status).toBe(409)
    expect(before.balanced && (await get('/financial/reports/trial-balance')).data.balanced).toBe(true)
    await holds()
  })

  test('two presses at once pay out once', async () => {
    dataOf(await open(await type()), 201)
    expect(statusesOf(await Promise.all([mature(), mature()]))).toEqual([200, 409])
    expect(await balances()).toMatchObject({ 'Ordinary savings': [38_310, 38_310] })
  })

  test('where its type is retired nothing new is opened, and a matured one is paid out instead of renewed', async () => {
    const grown = await type({ atMaturity: 'renew_all' })
    dataOf(await open(grown), 201)
    dataOf(await ask('PUT', `/financial/account-types/${grown}`, { retired: true }))
    expect((await open(grown)).body).toMatchObject({ status: 409, errors: [{ field: 'accountTypeId' }] })
    expect(dataOf(await mature())).toMatchObject({ paidOut: 1, renewed: 0 })
    await holds()
  })

  test('an opening that was reversed frees the money; a reversed payout opens the deposit again', async () => {
    const deposits = await type()
    const wrong = dataOf(await open(deposits), 201)
    expect(dataOf(await reverse(wrong.openingId))).toMatchObject({ reversed: 1, total: 36_500 })
    expect((await get('/financial/fixed-deposits')).data[0]).toMatchObject({ status: 'reversed' })
    expect((await mature()).status).toBe(409)
    await holds()
    const right = dataOf(await open(deposits), 201)
    dataOf(await mature())
    expect((await reverse(right.openingId)).status).toBe(409)
    const [paid] = (await get('/financial/fixed-deposits?status=paid_out')).data
    expect(dataOf(await reverse(paid.endingId, { voucher: true }))).toMatchObject({ reversed: 3, total: 38_310 })
    expect((await get('/financial/fixed-deposits?status=open')).data[0]).toMatchObject({
      certificate: 'FD-00002',
      interestPaid: null,
      matured: true,
    })
    expect(await balances()).toMatchObject({ 'Ordinary savings': [0, 0], 'Fixed deposit': [36_500, 0] })
    await holds()
    dataOf(await mature())
    // What has been withdrawn since can't be taken back.
    dataOf(await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada.id, amount: 100 }), 201)
    const [again] = (await get('/financial/fixed-deposits?status=paid_out')).data
    expect((await reverse(again.endingId, { voucher: true })).body.message).toContain('Ada Obi')
    await holds()
  })

  // Remedy: deposit_renewal_ended
  test('a renewal is reversed while the new deposit is open, and not after it has ended', async () => {
    const grown = await type({ atMaturity: 'renew_all', months: 1 })
    dataOf(await open(grown), 201)
    dataOf(await mature({ occurredOn: '2026-02-01' }))
    const [renewed] = (await get('/financial/fixed-deposits?status=renewed')).data
    dataOf(await reverse(renewed.endingId))
    expect(await balances()).toMatchObject({ 'Fixed deposit': [36_500, 0] })
    await holds()
    dataOf(await mature({ occurredOn: '2026-02-01' }))
    dataOf(await mature())
    const first = (await get('/financial/fixed-deposits?sort=openedOn&status=renewed')).data[0]
    expect((await reverse(first.endingId)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('has ended since'),
    })
    const [second] = (await get('/financial/fixed-deposits?sort=-openedOn&status=renewed')).data
    dataOf(await reverse(second.endingId))
    dataOf(await reverse(first.endingId))
    await holds()
  })

  test('says what is wrong with what is asked for', async () => {
    const [deposits, savings] = [await type(), await savingsId()]
    expect((await open(deposits, { amount: 9999.99 })).body).toMatchObject({
      status: 422,
      message: 'Fixed deposit starts at ₦10,000.00. Enter that or more.',
    })
    expect((await open(savings)).body).toMatchObject({ status: 422, errors: [{ field: 'accountTypeId' }] })
    expect((await open(deposits, { occurredOn: '2024-12-31' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'occurredOn' }],
    })
    const [{ id: cash }] = dataOf(await ask('GET', '/financial/posting-accounts?use=money'))
    expect((await open(deposits, { fromAccountTypeId: savings, paidThrough: cash })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'paidThrough' }],
    })
    expect((await ask('POST', '/financial/account-types', { name: 'Bare', kind: 'fixed_deposit' })).body).toMatchObject(
      { status: 422, errors: [{ field: 'fixedDeposit' }] },
    )
    expect((await ask('PUT', `/financial/account-types/${savings}`, { fixedDeposit: usual })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'fixedDeposit' }],
    })
    const wrong = await ask('POST', '/financial/account-types', {
      name: 'Odd',
      kind: 'fixed_deposit',
      fixedDeposit: { ...usual, months: 0, annualRatePercent: 101, leastAmount: 0 },
    })
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'fixedDeposit.annualRatePercent',
      'fixedDeposit.leastAmount',
      'fixedDeposit.months',
    ])
  })

  test('a deposit keeps its terms when its type changes', async () => {
    const deposits = await type({ months: 1 })
    dataOf(await open(deposits), 201)
    dataOf(
      await ask('PUT', `/financial/account-types/${deposits}`, {
        fixedDeposit: { ...usual, annualRatePercent: 2, months: 3 },
      }),
    )
    expect(dataOf(await mature())).toMatchObject({ interest: 310 })
    expect(dataOf(await open(deposits, { amount: 36_500 }), 201)).toMatchObject({
      annualRatePercent: 2,
      maturesOn: '2026-04-01',
    })
  })

  const rates = [
    { months: 6, from: 500_000, annualRatePercent: 9 },
    { months: 3, from: 0, annualRatePercent: 6 },
    { months: 6, from: 0, annualRatePercent: 8 },
  ]
  const sorted = rates.toSorted((one, other) => one.months - other.months || one.from - other.from)

  test('is opened for a term that its table offers, at the rate of its amount, and keeps both', async () => {
    const deposits = await type({ months: 12, rates })
    const listed = dataOf(await ask('GET', '/financial/account-types')).find(
      ({ id }: { id: string }) => id === deposits,
    )
    expect(listed.fixedDeposit).toMatchObject({ months: 12, annualRatePercent: 10, rates: sorted })
    for (const wrong of [{}, { months: 9 }])
      expect((await open(deposits, wrong)).body).toMatchObject({
        status: 422,
        message: 'Fixed deposit is offered for 3, 6 or 12 months. Choose one of these terms.',
        errors: [{ field: 'months' }],
      })
    // 365 naira at 1 % is a kobo a day: 90, 181, 181 and 365 days.
    const opened = async (months: number, amount: number) => {
      const { maturesOn, annualRatePercent, interestAtMaturity } = dataOf(await open(deposits, { months, amount }), 201)
      return [maturesOn, annualRatePercent, interestAtMaturity]
    }
    expect(await opened(3, 36_500)).toEqual(['2026-04-01', 6, 90 * 6])
    expect(await opened(6, 36_500)).toEqual(['2026-07-01', 8, 181 * 8])
    expect(await opened(6, 511_000)).toEqual(['2026-07-01', 9, 181 * 9 * 14])
    expect(await opened(12, 36_500)).toEqual(['2027-01-01', 10, 3650])
    dataOf(await ask('PUT', `/financial/account-types/${deposits}`, { fixedDeposit: { ...usual, months: 12 } }))
    expect((await open(deposits, { months: 6 })).body).toMatchObject({ errors: [{ field: 'months' }] })
    expect(dataOf(await mature({ occurredOn: '2026-07-01' }))).toMatchObject({
      paidOut: 3,
      interest: 90 * 6 + 181 * 8 + 181 * 9 * 14,
    })
    await holds()
  })

  test('that is renewed stays at its term and takes the rate of the day for what it has grown to', async () => {
    const grown = await type({ months: 12, atMaturity: 'renew_all', rates })
    dataOf(await open(grown, { months: 6, amount: 492_750 }), 201)
    dataOf(await mature({ occurredOn: '2026-07-01' }))
    // 492,750 naira at 8 % are 108 naira a day.
    expect((await get('/financial/fixed-deposits?status=open')).data).toMatchObject([
      {
        principal: 492_750 + 181 * 108,
        months: 6,
        annualRatePercent: 9,
        openedOn: '2026-07-01',
        maturesOn: '2027-01-01',
      },
    ])
    await holds()
  })

  test('the table of rates has each once, is for deposits only, and its change is told in the history', async () => {
    const more = (months: number, from: number) => [...rates, { months, from, annualRatePercent: 7 }]
    const made = async (terms: object) =>
      (
        await ask('POST', '/financial/account-types', {
          name: 'Odd',
          kind: 'fixed_deposit',
          fixedDeposit: { ...usual, months: 12, ...terms },
        })
      ).body
    expect(await made({ rates: more(6, 500_000) })).toMatchObject({
      status: 422,
      message:
        'For 6 months from ₦500,000.00 on there are two rates. Keep one of them, or let the other begin at another amount.',
      errors: [{ field: 'fixedDeposit.rates' }],
    })
    expect(await made({ rates: more(12, 10_000) })).toMatchObject({ errors: [{ field: 'fixedDeposit.rates' }] })
    expect(await made({ rates: [{ months: 0, from: -1, annualRatePercent: 0 }] })).toMatchObject({
      status: 422,
      errors: [
        { field: 'fixedDeposit.rates.0.months' },
        { field: 'fixedDeposit.rates.0.from' },
        { field: 'fixedDeposit.rates.0.annualRatePercent' },
      ],
    })
    const deposits = await type({ months: 12, rates })
    // The same rows in another order are no change.
    dataOf(
      await ask('PUT', `/financial/account-types/${deposits}`, {
        fixedDeposit: { ...usual, months: 12, rates: rates.toReversed() },
      }),
    )
    dataOf(
      await ask('PUT', `/financial/account-types/${deposits}`, {
        fixedDeposit: { ...usual, months: 12, rates: rates.slice(0, 1) },
      }),
    )
    const told = (await get('/financial/configs?kind=account_type&limit=2')).data
    expect(told.map(({ changes }: { changes: object[] }) => changes.at(-1))).toEqual([
      {
        field: 'depositRates',
        before: '3 months 6 %, 6 months 8 %, 6 months from ₦500,000.00 9 %',
        after: '6 months from ₦500,000.00 9 %',
      },
      { field: 'depositRates', before: null, after: '3 months 6 %, 6 months 8 %, 6 months from ₦500,000.00 9 %' },
    ])
    await expect(
      app.admin.query(`update app.account_type set deposit_rates = '[{}]' where kind = 'savings'`),
    ).rejects.toThrow('rates_are_of_deposits')
  })

  test('through any sequence of openings, breaks, payouts and reversals the books and the register agree', async () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('open', 'openFromSavings', 'break', 'mature', 'reverse'),
        pick: fc.nat(),
        amount: fc.integer({ min: 100, max: 90_000 }),
        day: fc.integer({ min: 1, max: 28 }),
      }),
      { minLength: 4, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(
        acts,
        fc.constantFrom('pay_out', 'renew_principal', 'renew_all'),
        fc.constantFrom('forfeit', 'lower_rate'),
        async (steps, atMaturity, breakRule) => {
          cooperative = await buildCooperative(app)
          ada = await buildMember(app, cooperative)
          const deposits = await type({ months: 1, leastAmount: 100, atMaturity, breakRule, breakRatePercent: 3 })
          const savings = await savingsId()
          for (const { act, pick, amount, day } of steps) {
            const on = `2026-0${1 + (pick % 9)}-${String(day).padStart(2, '0')}`
            const all = (await get('/financial/fixed-deposits?limit=100&sort=openedOn')).data
            const one = all[pick % Math.max(1, all.length)]
            const reply =
              act === 'open'
                ? await open(deposits, { amount, occurredOn: on })
                : act === 'openFromSavings'
                  ? await open(deposits, { amount, occurredOn: on, fromAccountTypeId: savings })
                  : act === 'mature'
                    ? await mature({ occurredOn: on })
                    : !one
                      ? undefined
                      : act === 'break'
                        ? await breakIt(one.id, { occurredOn: on })
                        : await reverse(one.endingId ?? one.openingId, { voucher: true })
            expect(reply?.status ?? 0, reply?.text).toBeLessThan(500)
          }
          expect((await get('/financial/reports/trial-balance')).data.balanced).toBe(true)
        },
      ),
      { numRuns: atSize(4, 10) },
    )
    await holds()
  })
})
