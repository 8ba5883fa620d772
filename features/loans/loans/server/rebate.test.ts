import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/loans'
const day = 86_400_000
const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const back = (days: number) => new Date(Date.parse(today()) - days * day).toISOString().slice(0, 10)
const kobo = (naira: number) => Math.round(naira * 100)
/** Of 14,400 that were taken off at the start, in kobo, what the days from this one to the last have not earned. */
const notEarned = (start: string, on: string, last: string) => {
  const [gone, all] = [start, on].map((from) => (Date.parse(last) - Date.parse(from)) / day) as [number, number]
  return 1_440_000 - Math.floor((1_440_000 * 2 * (gone - all) + gone) / (2 * gone))
}

type Movement = { id: string; kind: string; way: string; status: string; amount: number; entryNumber: number }
type Detail = {
  id: string
  status: string
  outstanding: number
  schedule: { dueOn: string; owed: number }[]
  movements: Movement[]
  paid: unknown
}

describe('upfront interest that is not earned when a loan is settled', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let product: string
  let loan: string

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, url: string, body?: unknown, status?: number) =>
    dataOf(await ask(method, url, body), status)
  const read = async (id = loan): Promise<Detail> => done('GET', `${path}/${id}`)
  const quote = async (id = loan) => done('GET', `${path}/${id}/settlement-quote`)
  const repay = (amount: number, on = today()) => ask('POST', `${path}/${loan}/repayments`, { amount, on })
  const reverse = (movement: Movement | undefined, id = loan) =>
    ask('POST', `${path}/${id}/movements/${movement?.id}/reverse`, { reason: 'Paid by someone else' })
  const movementOf = ({ movements }: Detail, way: string) =>
    movements.find((each) => each.way === way && each.status === 'posted')
  const repaymentOf = ({ movements }: Detail) =>
    movements.find(({ kind, way, status }) => kind === 'repayment' && way !== 'rebate' && status === 'posted')
  const apply = async (body: object = {}): Promise<string> => {
    const { id } = await done(
      'POST',
      path,
      { memberId: ada.id, loanConfigId: product, principal: 120_000, instalments: 12, ...body },
      201,
    )
    await done('POST', `${path}/${id}/approve`)
    return id
  }
  const lend = async (days: number, body: object = {}): Promise<Detail> => {
    loan = await apply(body)
    await done('POST', `${path}/${loan}/disburse`, { to: 'cash', on: back(days) }, 201)
    return read()
  }
  const last = ({ schedule }: Detail) => schedule.at(-1)?.dueOn ?? ''
  /** Net of an account of the chart in kobo, debits above zero. */
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { accounts, totals } = (await done('GET', '/financial/reports/trial-balance')) as {
      accounts: { code: string; debit: number; credit: number }[]
      totals: { debit: number; credit: number }
    }
    expect(totals.debit).toBe(totals.credit)
    return (code: string) =>
      kobo(accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0))
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
    adaToken = await loginMember(app, ada)
    await done('PUT', '/financial/config', { guarantorsRequired: 0 })
    await done(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: ada.id, amount: 200_000, occurredOn: back(300) },
      201,
    )
    product = (
      await done(
        'POST',
        '/financial/loan-configs',
        {
          name: 'Sallah',
          interestMethod: 'upfront',
          annualRatePercent: 12,
          instalmentsMax: 12,
          savingsMultiple: 2,
          overdueDaysMax: null,
          topUpAfterPercent: 0,
          schedule: { rebate: true, prepayment: 'smaller' },
        },
        201,
      )
    ).id
  })

  test('is chosen where interest is taken off at the start, and each loan keeps what its product had', async () => {
    const refused = await ask('PUT', `/financial/loan-config/${product}`, { interestMethod: 'flat' })
    expect(refused.body).toMatchObject({
      status: 409,
      errors: [{ field: 'schedule.rebate', message: expect.stringContaining('can be given back') }],
    })
    const before = await lend(40)
    await done('PUT', `/financial/loan-config/${product}`, { schedule: { rebate: false } })
    const history = await done('GET', '/financial/configs')
    expect(JSON.stringify(history)).toContain('rebate')
    expect(kobo((await quote()).rebate)).toBe(notEarned(back(40), today(), last(before)))
    await lend(40)
    expect(await quote()).toMatchObject({ amount: 120_000, outstanding: 120_000, rebate: 0 })
  })

  test('is taken off what is paid, in one entry, and undone with it', async () => {
    const lent = await lend(100)
    const was = await books()
    expect([was('1240'), was('4110')]).toEqual([12_000_000, -1_440_000])
    const rebate = notEarned(back(100), today(), last(lent))
    expect(rebate).toBeGreaterThan(900_000)
    const owed = await quote()
    expect(owed).toEqual({
      on: today(),
      amount: (12_000_000 - rebate) / 100,
      outstanding: 120_000,
      interest: 0,
      fees: 0,
      penalties: 0,
      rebate: rebate / 100,
    })
    const settled: Detail = await done('POST', `${path}/${loan}/mark-paid`)
    expect(settled).toMatchObject({ status: 'completed', outstanding: 0, paid: { principal: 120_000, interest: 0 } })
    const [paid, given] = [repaymentOf(settled), movementOf(settled, 'rebate')]
    expect([paid?.amount, given?.amount]).toEqual([owed.amount, owed.rebate])
    expect(given?.entryNumber).toBe(paid?.entryNumber)
    const of = await books()
    expect([of('1240'), of('4110'), of('1010') - was('1010')]).toEqual([0, -(1_440_000 - rebate), 12_000_000 - rebate])

    // The member reads it, and has a receipt for what was paid alone.
    const statement = await done('GET', `/financial/members/${ada.id}/statement?from=${back(300)}&to=${today()}`)
    expect(JSON.stringify(statement)).toContain('of it by a rebate of interest')
    const receipt = (id: string | undefined) =>
      app.call('GET', `/financial/transactions/${id}/receipt`, { token: adaToken })
    expect([(await receipt(paid?.id)).status, (await receipt(given?.id)).status]).toEqual([200, 404])
    const notices = JSON.stringify(dataOf(await ask('GET', '/notifications', undefined, adaToken)))
    expect(notices).toContain('of its interest was given back. It is fully repaid.')

    expect((await reverse(given)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reverse that payment'),
    })
    const undone: Detail = dataOf(await reverse(paid))
    expect(undone).toMatchObject({ status: 'active', outstanding: 120_000, schedule: lent.schedule })
    expect(undone.movements.map(({ status }) => status)).toEqual(['posted', 'reversed', 'reversed'])
    expect(await quote()).toEqual(owed)
    const now = await books()
    expect(['1240', '4110', '1010'].map((code) => now(code))).toEqual(['1240', '4110', '1010'].map((code) => was(code)))
  })

  // Remedy: loan_settled_with_rebate
  test('comes with a repayment that settles, none more is taken, and what was paid before stays paid', async () => {
    const lent = await lend(40)
    dataOf(await repay(10_000, back(10)), 201)
    const rebate = notEarned(back(40), today(), last(lent))
    const settlement = (11_000_000 - rebate) / 100
    expect(await quote()).toMatchObject({ amount: settlement, outstanding: 110_000, rebate: rebate / 100 })
    for (const amount of [settlement + 0.01, 110_000])
      expect((await repay(amount)).body).toMatchObject({
        status: 422,
        errors: [{ field: 'amount', message: expect.stringContaining('of its interest is given back') }],
      })
    dataOf(await repay(settlement), 201)
    const settled = await read()
    expect(settled.status).toBe('completed')
    const earlier = settled.movements.find(({ amount }) => amount === 10_000)
    expect((await reverse(earlier)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reverse that settlement first'),
    })
    dataOf(await reverse(settled.movements.find(({ amount }) => amount === settlement)))
    dataOf(await reverse(earlier))
    expect(await read()).toMatchObject({ status: 'active', outstanding: 120_000, schedule: lent.schedule })
    await books()
  })

  test('alone settles a loan of which no more is left than it, and is then reversed by itself', async () => {
    await lend(20)
    dataOf(await repay(1000, back(5)), 201)
    // Dated before another payment, it brings no rebate and is not held to what settles.
    dataOf(await repay(115_000, back(10)), 201)
    expect(await quote()).toMatchObject({ amount: 0, outstanding: 4000, rebate: 4000 })
    const was = await books()
    const settled: Detail = await done('POST', `${path}/${loan}/mark-paid`)
    expect(settled).toMatchObject({ status: 'completed', outstanding: 0 })
    const of = await books()
    expect([of('4110') - was('4110'), of('1010') - was('1010')]).toEqual([400_000, 0])
    expect(settled.movements).toHaveLength(4)
    expect(dataOf(await reverse(movementOf(settled, 'rebate')))).toMatchObject({ status: 'active', outstanding: 4000 })
    await books()
  })

  test('leaves what was received in advance with the next month end, where interest is income as it is earned', async () => {
    await done('PUT', '/financial/config', { loanInterestBasis: 'accrual' })
    const lent = await lend(100)
    const { days } = (await ask('GET', '/financial/loan-accruals')).body.meta.summary as { days: string[] }
    const post = async (on: string | undefined) => {
      const { receivable, inAdvance, payable } = (await ask('GET', `/financial/loan-accruals/preview?on=${on}`)).body
        .meta.summary
      await done('POST', '/financial/loan-accruals', { on, receivable, inAdvance, payable }, 201)
    }
    const [newest, before] = days.filter((end) => end < today())
    await post(before)
    const accrued = await books()
    expect(-accrued('2330')).toBe(notEarned(back(100), before ?? '', last(lent)))
    expect(accrued('4110') + accrued('2330')).toBe(-1_440_000)
    const rebate = notEarned(back(100), today(), last(lent))
    await done('POST', `${path}/${loan}/mark-paid`)
    const settled = await books()
    expect(settled('4110') - accrued('4110')).toBe(rebate)
    // At the end of the last month it still ran; only the next one takes all out.
    await post(newest)
    const then = await books()
    expect(-then('2330')).toBe(notEarned(back(100), newest ?? '', last(lent)))
    expect(then('4110') + then('2330')).toBe(-1_440_000 + rebate)
  })

  test('lets a new loan settle the old one for less, undone with it', async () => {
    const lent = await lend(100)
    const old = loan
    const rebate = notEarned(back(100), today(), last(lent))
    const fresh = await apply({ principal: 150_000, settles: [old] })
    const was = await books()
    const paidOut: Detail = await done('POST', `${path}/${fresh}/disburse`, { to: 'cash' }, 201)
    const settled = await read(old)
    expect(settled).toMatchObject({ status: 'completed', outstanding: 0 })
    expect(
      [movementOf(settled, 'top_up')?.amount, movementOf(settled, 'rebate')?.amount].map((each) => kobo(each ?? 0)),
    ).toEqual([12_000_000 - rebate, rebate])
    const of = await books()
    expect([of('1240'), of('4110') - was('4110'), was('1010') - of('1010')]).toEqual([
      15_000_000,
      rebate - 1_800_000,
      15_000_000 - 1_800_000 - (12_000_000 - rebate),
    ])
    expect((await reverse(movementOf(settled, 'rebate'), old)).status).toBe(409)
    dataOf(await reverse(movementOf(paidOut, 'cash'), fresh))
    expect(await read(old)).toMatchObject({ status: 'active', outstanding: 120_000, schedule: lent.schedule })
    const now = await books()
    expect(['1240', '4110', '1010'].map((code) => now(code))).toEqual(['1240', '4110', '1010'].map((code) => was(code)))
  })

  test('comes with the whole loan recovered from savings, and not with what is overdue alone', async () => {
    const lent = await lend(100)
    const rebate = notEarned(back(100), today(), last(lent))
    const preview = await done('GET', `${path}/${loan}/recovery?scope=balance`)
    expect(kobo(preview.wanted)).toBe(12_000_000 - rebate)
    const parts = preview.parts
      .filter(({ amount }: { amount: number }) => amount > 0)
      .map(({ memberId, source, amount }: Record<string, unknown>) => ({ memberId, source, amount }))
    await done('POST', `${path}/${loan}/recovery`, { scope: 'balance', parts, reason: 'Three months late' }, 201)
    const recovered = await read()
    expect(recovered).toMatchObject({ status: 'completed', outstanding: 0 })
    expect(kobo(movementOf(recovered, 'rebate')?.amount ?? 0)).toBe(rebate)
    await books()
    dataOf(await reverse(movementOf(recovered, 'recovery')))
    expect(await read()).toMatchObject({ status: 'active', outstanding: 120_000, schedule: lent.schedule })
    await books()
    const overdue = await done('GET', `${path}/${loan}/recovery?scope=overdue`)
    await done(
      'POST',
      `${path}/${loan}/recovery`,
      { scope: 'overdue', parts: [{ memberId: ada.id, source: 'savings', amount: overdue.wanted }], reason: 'Late' },
      201,
    )
    expect(movementOf(await read(), 'rebate')).toBeUndefined()
  })

  test('comes with the settlement of a member who leaves, and goes with its reversal', async () => {
    const lent = await lend(100)
    const rebate = notEarned(back(100), today(), last(lent))
    const leavings = '/cooperatives/leavings'
    const { leaving } = await done('POST', `/cooperatives/members/${ada.id}/leaving`, { reason: 'expulsion' }, 201)
    const { statement, payees } = await done('GET', `/cooperatives/members/${ada.id}/leaving`)
    expect(kobo(statement.setOff)).toBe(12_000_000 - rebate)
    const { id: cash } = (await done('GET', '/financial/accounts?use=money')).find(
      ({ code }: { code: string }) => code === '1010',
    )
    await done('POST', `${leavings}/${leaving.id}/settle`, {
      net: statement.net,
      payees: payees.map(({ number }: { number: number }) => ({ number, paidThrough: cash })),
    })
    expect(kobo(movementOf(await read(), 'rebate')?.amount ?? 0)).toBe(rebate)
    await books()
    await done('POST', `${leavings}/${leaving.id}/reverse`, { reason: 'Wrong member' })
    const undone = await read()
    expect(undone).toMatchObject({ status: 'active', outstanding: 120_000, schedule: lent.schedule })
    expect(movementOf(undone, 'rebate')).toBeUndefined()
    await books()
  })
})
