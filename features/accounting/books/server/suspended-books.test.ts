import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  appCode,
  buildCooperative,
  buildMember,
  dataOf,
  setCooperativeStatus,
  type TestCooperative,
  turnOnTwoSteps,
} from '#dev/testing/builders.ts'

describe('the books of a suspended cooperative', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    const [ada, musa] = [
      await buildMember(app, cooperative, { firstName: 'Ada' }),
      await buildMember(app, cooperative, { firstName: 'Musa' }),
    ]
    const record = async (type: string, memberId: string, amount: number, occurredOn: string) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { type, memberId, amount, occurredOn },
        }),
        201,
      )
    await record('deposit', ada.id, 1000.1, '2025-12-30')
    await record('deposit', musa.id, 500.25, '2026-01-10')
    await record('withdrawal', ada.id, 200.05, '2026-02-01')
    // Another society's money is never in the file.
    const other = await buildCooperative(app)
    const stranger = await buildMember(app, other, { firstName: 'Stranger' })
    dataOf(
      await app.call('POST', '/financial/transactions', {
        token: other.token,
        body: { type: 'deposit', memberId: stranger.id, amount: 77_777, occurredOn: '2026-01-10' },
      }),
      201,
    )
  })
  afterAll(() => app.stop())

  const ask = (body: Record<string, unknown>) => app.call('POST', '/cooperatives/suspended-books', { body })
  const own = () => ({ identifier: cooperative.coopId, password: cooperative.password })

  test('are for its own login only, and only while it is suspended', async () => {
    expect((await ask(own())).body).toMatchObject({
      status: 409,
      message: 'This cooperative is not suspended. Log in to download its books.',
    })
    await setCooperativeStatus(app, cooperative.id, 'suspended')
    expect((await app.call('POST', '/cooperatives/login', { body: own() })).status).toBe(403)
    expect((await ask({ ...own(), password: 'not-the-password' })).status).toBe(401)
    expect((await ask({ ...own(), identifier: 'AJO-NONE22' })).status).toBe(404)
    expect((await ask({ identifier: cooperative.coopId })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'password' }],
    })
  })

  test('are its reports from the first entry until today, to the kobo', async () => {
    const response = await fetch(`${app.url}/cooperatives/suspended-books`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(own()),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzipSync(Buffer.from(await response.arrayBuffer()))
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    expect(Object.keys(files).toSorted((one, other) => one.localeCompare(other))).toEqual([
      `balance-sheet-${today}.xlsx`,
      `cash-book-2025-12-30-to-${today}.csv`,
      `income-statement-2025-12-30-to-${today}.xlsx`,
      `member-balances-${today}.xlsx`,
      `receipts-and-payments-2025-12-30-to-${today}.xlsx`,
      `trial-balance-2025-12-30-to-${today}.xlsx`,
    ])
    const sheet = async (name: string) => readExcelFile(Buffer.from(files[name] ?? []))
    const balances = JSON.stringify(await sheet(`member-balances-${today}.xlsx`))
    // 1,000.10 - 200.05 and 500.25, 1,300.30 in all.
    for (const figure of [800.05, 500.25, 1300.3]) expect(balances).toContain(String(figure))
    expect(balances).not.toContain('Stranger')
    const trial = JSON.stringify(await sheet(`trial-balance-2025-12-30-to-${today}.xlsx`))
    for (const figure of [1500.35, 200.05, 1300.3]) expect(trial).toContain(String(figure))
    const cashBook: string[][] = parse(Buffer.from(files[`cash-book-2025-12-30-to-${today}.csv`] ?? []), {
      bom: true,
      relax_column_count: true,
    })
    expect(JSON.stringify(cashBook)).not.toContain('77777')
    expect(cashBook.at(-1)?.at(-1)).toBe('1300.30')

    await setCooperativeStatus(app, cooperative.id, 'active')
    const { accessToken } = dataOf(await app.call('POST', '/cooperatives/login', { body: own() }))
    await app.settled()
    const trail: { what: string }[] = dataOf(
      await app.call('GET', '/cooperatives/audit-events?limit=50', { token: accessToken }),
    )
    expect(JSON.stringify(trail)).toContain('Downloaded the books of the suspended cooperative')
  })

  test('ask for the second factor where the login has one, and take each code once', async () => {
    const { accessToken } = dataOf(await app.call('POST', '/cooperatives/login', { body: own() }))
    const { key } = await turnOnTwoSteps(app, accessToken, cooperative.password)
    await setCooperativeStatus(app, cooperative.id, 'suspended')
    expect((await ask(own())).body).toMatchObject({
      status: 422,
      errors: [{ field: 'code', message: 'Enter a new code from your authenticator app, or a recovery code.' }],
    })
    expect((await ask({ ...own(), code: '000000' })).body).toMatchObject({ status: 422, errors: [{ field: 'code' }] })
    const code = appCode(key)
    expect((await ask({ ...own(), code })).status).toBe(200)
    expect((await ask({ ...own(), code })).body).toMatchObject({ status: 422, errors: [{ field: 'code' }] })
  })
})
