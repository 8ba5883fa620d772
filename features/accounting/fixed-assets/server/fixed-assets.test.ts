import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  postJournals,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

describe('the register of fixed assets', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let accounts: Map<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const build = async () => {
    cooperative = await buildCooperative(app)
    const chart = (await ask('GET', '/financial/accounts?limit=100')).body.data as { id: string; code: string }[]
    accounts = new Map(chart.map(({ id, code }) => [code, id]))
    await postJournals(app, cooperative, [{ on: '2025-01-02', lines: [['1020', '4910', 3_000_000]] }])
  }
  const account = (code: string) => accounts.get(code)
  const add = (body: object, token?: string) =>
    ask(
      'POST',
      '/financial/fixed-assets',
      { name: 'Generator', accountId: account('1510'), boughtOn: '2025-03-10', cost: 360_000, lifeMonths: 36, ...body },
      token,
    )
  const list = async (query = '') => (await ask('GET', `/financial/fixed-assets?${query}`)).body
  const run = (through: string, amount: number, token?: string) =>
    ask('POST', '/financial/depreciation', { through, amount }, token)
  const dispose = (assetId: string, body: object) =>
    ask('POST', `/financial/fixed-assets/${assetId}/dispose`, { reason: 'Worn out', ...body })
  const balances = async () => {
    const { accounts: lines } = dataOf(await ask('GET', '/financial/reports/trial-balance?to=2026-06-30'))
    const of = (code: string) =>
      lines
        .filter((line: { code: string }) => line.code === code)
        .map(({ debit, credit }: { debit: number; credit: number }) => debit - credit)[0] ?? 0
    return (codes: string[]) => codes.map(of)
  }
  const reverse = (transactionId: string) =>
    ask('POST', `/financial/transactions/${transactionId}/reverse`, { reason: 'A wrong figure' })

  // Remedy: asset_depreciated
  test('is bought through the books, depreciated month by month once, and agrees with the ledger', async () => {
    await build()
    // 360,000 over 36 months is 10,000 a month; 90,000 less 10,000 of salvage over 48 is 1,666.67 on average.
    const generator = dataOf(await add({ paidThrough: account('1020') }), 201)
    expect(generator).toMatchObject({ number: 'FA-00001', state: 'in_use', accumulated: 0, bookValue: 360_000 })
    const desk = dataOf(
      await add({
        name: 'Desks',
        boughtOn: '2025-06-30',
        cost: 90_000,
        salvage: 10_000,
        lifeMonths: 48,
        paidThrough: account('1020'),
      }),
      201,
    )
    expect((await balances())(['1510', '1020'])).toEqual([450_000, 2_550_000])

    const preview = (await ask('GET', '/financial/depreciation/preview?through=2025-12')).body
    // The desks: 7 of 48 months of 80,000 is 11,666.67 when rounded on the sum.
    expect(preview.data.map(({ months, amount }: { months: number; amount: number }) => [months, amount])).toEqual([
      [10, 100_000],
      [7, 11_666.67],
    ])
    expect(preview.meta.summary).toMatchObject({ amount: 111_666.67, assets: 2, approvals: 0 })
    expect((await run('2025-12', 111_666.66)).body).toMatchObject({ status: 409, errors: [{ field: 'amount' }] })
    const posted = dataOf(await run('2025-12', 111_666.67), 201)
    expect(posted).toMatchObject({ status: 'approved', assets: 2 })
    expect((await run('2025-12', 111_666.67)).status).toBe(409)
    expect((await balances())(['1590', '5810'])).toEqual([-111_666.67, 111_666.67])

    const shown = await list()
    expect(shown.data).toMatchObject([
      { number: 'FA-00001', accumulated: 100_000, bookValue: 260_000, depreciatedThrough: '2025-12' },
      { number: 'FA-00002', accumulated: 11_666.67, bookValue: 78_333.33, state: 'in_use' },
    ])
    const summary = shown.meta.summary
    expect(summary).toMatchObject({ cost: 450_000, accumulated: 111_666.67, bookValue: 338_333.33 })
    for (const { register, ledger } of summary.accounts) expect(ledger).toBe(register)

    // Another month is one month more, and its reversal frees it.
    expect(dataOf(await run('2026-01', 11_666.66), 201)).toMatchObject({ amount: 11_666.66 })
    const again = (await ask('GET', '/financial/depreciation')).body.data
    expect(again.map(({ through }: { through: string }) => through)).toEqual(['2026-01-31', '2025-12-31'])
    dataOf(await reverse(again[0].transactionId))
    expect(dataOf(await run('2026-01', 11_666.66), 201)).toMatchObject({ status: 'approved' })

    // A purchase on which depreciation rests is not reversed.
    expect((await reverse(desk.transactionId)).body).toMatchObject({
      status: 409,
      message: 'Depreciation of Desks is posted or waits for approval. Reverse or reject it first.',
    })
    for (const { transactionId, status } of (await ask('GET', '/financial/depreciation')).body.data)
      if (status === 'approved') dataOf(await reverse(transactionId))
    dataOf(await reverse(desk.transactionId))
    expect((await list()).data).toMatchObject([{ number: 'FA-00001', accumulated: 0 }])
    expect(await app.checks()).toEqual([])
  })

  // Remedy: asset_depreciation_behind, asset_disposed_since
  test('is sold with a gain or scrapped with a loss, and what rests on that is not undone', async () => {
    await build()
    const first = dataOf(await add({ paidThrough: account('1020') }), 201)
    const second = dataOf(await add({ name: 'Printer', paidThrough: account('1020') }), 201)
    const { assetId } = first
    expect((await dispose(assetId, { occurredOn: '2025-07-15', proceeds: 1 })).body.message).toContain('June 2025')
    const { transactionId } = dataOf(await run('2025-06', 80_000), 201)
    // Four months of 10,000: the book value is 320,000.
    const sold = dataOf(
      await dispose(assetId, { occurredOn: '2025-07-15', proceeds: 350_000.5, paidThrough: account('1020') }),
      201,
    )
    expect(sold).toMatchObject({ status: 'approved', result: 30_000.5 })
    const scrapped = dataOf(await dispose(second.assetId, { occurredOn: '2025-07-20', proceeds: 0 }), 201)
    expect(scrapped).toMatchObject({ result: -320_000 })
    expect((await balances())(['1510', '1590', '4420', '5820'])).toEqual([0, 0, -30_000.5, 320_000])
    expect((await list('state=disposed')).data).toHaveLength(2)
    expect((await dispose(assetId, { occurredOn: '2025-08-15', proceeds: 1 })).status).toBe(409)
    expect((await ask('GET', '/financial/depreciation/preview?through=2025-12')).body.data).toEqual([])
    expect((await reverse(transactionId)).body.message).toContain('was disposed of since')
    expect((await reverse(first.transactionId)).body.message).toContain('was disposed of since')
    dataOf(await reverse(sold.transactionId))
    expect((await list('state=in_use')).data).toMatchObject([{ number: 'FA-00001', bookValue: 320_000 }])
    const { data } = (await ask('GET', '/financial/reports/fixed-assets?asOf=2025-07-31')).body
    expect(data).toMatchObject([{ asset: 'Generator', accumulated: 40_000, bookValue: 320_000 }])
    expect((await ask('GET', '/financial/reports/fixed-assets?asOf=2025-07-19')).body.data).toHaveLength(2)
    dataOf(await reverse(scrapped.transactionId))
    dataOf(await reverse(transactionId))
    dataOf(await reverse(first.transactionId))
    expect((await list()).data).toMatchObject([{ name: 'Printer', accumulated: 0, state: 'in_use' }])
    expect(await app.checks()).toEqual([])
  })

  // Remedy: chart_account_missing
  test('is depreciated once the account for it is in the chart again', async () => {
    await build()
    dataOf(await add({}), 201)
    const sentence = (code: string) => ({
      status: 409,
      message: `Account ${code} is missing from the chart of accounts, or retired. Add it or bring it back first.`,
    })
    const retire = async (retired: boolean) =>
      dataOf(await ask('PUT', `/financial/accounts/${account('5810')}`, { retired }))
    await retire(true)
    expect((await run('2025-04', 20_000)).body).toMatchObject(sentence('5810'))
    await retire(false)
    // A chart from before there were fixed assets had no such account.
    await app.admin.query("update ledger.account set code = '1591' where account_id = $1", [account('1590')])
    expect((await run('2025-04', 20_000)).body).toMatchObject(sentence('1590'))
    const missing = { code: '1590', name: 'Depreciation so far', class: 'asset' }
    dataOf(await ask('POST', '/financial/accounts', missing), 201)
    dataOf(await run('2025-04', 20_000), 201)
    expect(await app.checks()).toEqual([])
  })

  test('takes what was there before with its depreciation, and refuses what makes no sense', async () => {
    await build()
    for (const [body, field] of [
      [{ accountId: account('1410') }, 'accountId'],
      [{ boughtOn: '2099-01-01' }, 'boughtOn'],
      [{ salvage: 360_000.01 }, 'salvage'],
      [{ salvage: 60_000, openingDepreciation: 300_000.01, openingThrough: '2025-06' }, 'openingDepreciation'],
      [{ openingDepreciation: 1 }, 'openingThrough'],
      [{ openingDepreciation: 1, openingThrough: '2025-06', paidThrough: account('1020') }, 'openingThrough'],
      [{ openingThrough: '2024-01' }, 'openingThrough'],
      [{ lifeMonths: 0 }, 'lifeMonths'],
      [{ paidThrough: account('4110') }, 'paidThrough'],
    ] as const)
      expect({ field, reply: (await add(body)).body }).toMatchObject({ reply: { status: 422, errors: [{ field }] } })
    // 120,000 of 360,000 by December 2024; 240,000 over the 24 months left.
    const old = dataOf(
      await add({ boughtOn: '2024-01-05', openingDepreciation: 120_000, openingThrough: '2024-12' }),
      201,
    )
    expect(old).toMatchObject({ accumulated: 120_000, transactionId: null })
    dataOf(await run('2025-03', 30_000), 201)
    expect((await list()).data).toMatchObject([{ accumulated: 150_000, bookValue: 210_000 }])
    expect((await ask('POST', `/financial/fixed-assets/${old.assetId}/remove`, { reason: 'Twice' })).status).toBe(409)
    const land = dataOf(await add({ name: 'Land', accountId: account('1530'), lifeMonths: null }), 201)
    dataOf(await ask('POST', `/financial/fixed-assets/${land.assetId}/remove`, { reason: 'Twice' }))
    expect((await list()).data).toHaveLength(1)
    const plot = dataOf(await add({ name: 'Plot', accountId: account('1530'), lifeMonths: null }), 201)
    const sold = dataOf(
      await dispose(plot.assetId, { occurredOn: '2025-07-15', proceeds: 1, paidThrough: account('1020') }),
      201,
    )
    const remove = () => ask('POST', `/financial/fixed-assets/${plot.assetId}/remove`, { reason: 'Twice' })
    expect((await remove()).body).toMatchObject({
      status: 409,
      message: 'Plot was disposed of since. Reverse its disposal first.',
    })
    dataOf(await reverse(sold.transactionId))
    dataOf(await remove())
    expect((await run('2099-01', 1)).body).toMatchObject({ status: 422, errors: [{ field: 'through' }] })
    const member = await loginMember(app, await buildMember(app, cooperative))
    expect((await ask('GET', '/financial/fixed-assets', undefined, member)).status).toBe(403)
    const other = await buildCooperative(app)
    expect((await ask('GET', '/financial/fixed-assets', undefined, other.token)).body.data).toEqual([])
  })

  // Remedy: asset_not_bought, asset_depreciation_waits, asset_depreciated
  test('waits where journals wait; of six who run depreciation at once exactly one posts it', async () => {
    await build()
    const old = dataOf(await add({}), 201)
    const statuses = statusesOf(await Promise.all(Array.from({ length: 6 }, () => run('2025-04', 20_000))))
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
    const officer = await buildOfficer(app, cooperative)
    const waits = dataOf(await run('2025-05', 10_000), 201)
    expect(waits).toMatchObject({ status: 'pending' })
    expect((await run('2025-05', 10_000)).status).toBe(409)
    const sell = (assetId: string) =>
      dispose(assetId, { occurredOn: '2025-06-15', proceeds: 1, paidThrough: account('1020') })
    const approve = async (id: string) =>
      dataOf(await ask('POST', `/financial/transactions/${id}/approve`, {}, officer.token))
    const reject = async (id: string) =>
      dataOf(await ask('POST', `/financial/transactions/${id}/reject`, { reason: 'Not yet' }, officer.token))
    expect((await sell(old.assetId)).body).toMatchObject({
      status: 409,
      message: 'Depreciation of Generator waits for approval. Approve or reject it first.',
    })
    await reject(waits.transactionId)
    const second = dataOf(await run('2025-05', 10_000), 201)
    await approve(second.transactionId)
    await reject(dataOf(await sell(old.assetId), 201).transactionId)
    expect((await list()).data).toMatchObject([{ accumulated: 30_000, depreciatedThrough: '2025-05' }])
    const bought = dataOf(await add({ name: 'Chairs', paidThrough: account('1020') }), 201)
    expect(bought).toMatchObject({ state: 'waiting' })
    expect((await sell(bought.assetId)).body).toMatchObject({
      status: 409,
      message: 'The purchase of Chairs waits for approval. Approve it first.',
    })
    await approve(bought.transactionId)
    await approve(dataOf(await run('2025-05', 30_000), 201).transactionId)
    await approve(dataOf(await sell(bought.assetId), 201).transactionId)
    // What was only entered goes off the register once its waiting depreciation is rejected.
    const shelf = dataOf(await add({ name: 'Shelf', boughtOn: '2025-06-02' }), 201)
    const june = dataOf(await run('2025-06', 20_000), 201)
    const remove = () => ask('POST', `/financial/fixed-assets/${shelf.assetId}/remove`, { reason: 'Twice' })
    expect((await remove()).body).toMatchObject({
      status: 409,
      message: 'Depreciation of Shelf is posted or waits for approval. Reverse or reject it first.',
    })
    await reject(june.transactionId)
    dataOf(await remove())
    expect(await app.checks()).toEqual([])
  })
})
