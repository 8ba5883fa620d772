import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const today = dayIn(new Date())

describe('the provision for loan losses', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const post = (token?: string) => ask('POST', '/financial/loans/provision', undefined, token)
  const provision = async () => dataOf(await ask('GET', '/financial/loans/portfolio')).provision
  const accounts = async (): Promise<{ id: string; code: string; balance: number }[]> =>
    dataOf(await ask('GET', '/financial/accounts?limit=100'))
  const idOf = async (wanted: string) => (await accounts()).find(({ code }) => code === wanted)?.id
  const balances = async () => {
    const { accounts: lines } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
    const of = (wanted: string) =>
      lines
        .filter(({ code }: { code: string }) => code === wanted)
        .map(({ debit, credit }: { debit: number; credit: number }) => debit - credit)[0] ?? 0
    return { provision: of('1290'), expense: of('5210') }
  }
  const lend = async (memberId: string, principal: number, on: string) => {
    const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
    const { id } = dataOf(
      await ask('POST', '/financial/loans', { memberId, loanConfigId, principal, instalments: 6 }),
      201,
    )
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    dataOf(await ask('POST', `/financial/loans/${id}/disburse`, { on, to: 'cash' }), 201)
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  /** 60,000 of which nothing came back for half a year, and 30,000 paid out today: 60,000 and 1 % of 30,000 are to be set aside. */
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    ada = await buildMember(app, cooperative)
    const bola = await buildMember(app, cooperative)
    for (const { id: memberId } of [ada, bola])
      dataOf(
        await ask('POST', '/financial/transactions', {
          type: 'deposit',
          memberId,
          amount: 50_000,
          occurredOn: addDays(today, -200),
        }),
        201,
      )
    await lend(ada.id, 60_000, addDays(today, -190))
    await lend(bola.id, 30_000, today)
  })

  test('is posted with one press, what is missing and no more, and comes back where it is too much', async () => {
    expect(await provision()).toEqual({ built: 0, toPost: 60_300, waiting: null })
    const posted = dataOf(await post(), 201)
    expect(posted).toMatchObject({ type: 'journal', status: 'approved', amount: 60_300, occurredOn: today })
    expect(await balances()).toEqual({ provision: -60_300, expense: 60_300 })
    expect(await provision()).toEqual({ built: 60_300, toPost: 0, waiting: null })
    expect(await post()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing was posted') },
    })

    const [debit, credit] = [await idOf('5210'), await idOf('1290')]
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'journal',
        description: 'Twice',
        lines: [
          { accountId: debit, debit: 700.25 },
          { accountId: credit, credit: 700.25 },
        ],
      }),
      201,
    )
    expect(await provision()).toEqual({ built: 61_000.25, toPost: -700.25, waiting: null })
    expect(dataOf(await post(), 201)).toMatchObject({ amount: 700.25 })
    expect(await balances()).toEqual({ provision: -60_300, expense: 60_300 })
    expect(await app.checks()).toEqual([])
  })

  test('of six who press at once exactly one posts it', async () => {
    const statuses = statusesOf(await Promise.all(Array.from({ length: 6 }, () => post())))
    expect(statuses.filter((status: number) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status: number) => status === 409)).toHaveLength(5)
    expect(await balances()).toEqual({ provision: -60_300, expense: 60_300 })
  })

  // Remedy: provision_waits
  test('waits where journals wait, and is not asked for twice meanwhile', async () => {
    const officer = await buildOfficer(app, cooperative)
    const asked = dataOf(await post(), 201)
    expect(asked).toMatchObject({ status: 'pending', amount: 60_300 })
    expect(await provision()).toEqual({ built: 0, toPost: 60_300, waiting: asked.id })
    expect(await post(officer.token)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('waits for approval') },
    })
    dataOf(await ask('POST', `/financial/transactions/${asked.id}/reject`, { reason: 'Not yet' }, officer.token))
    const again = dataOf(await post(officer.token), 201)
    dataOf(await ask('POST', `/financial/transactions/${again.id}/approve`))
    expect(await provision()).toEqual({ built: 60_300, toPost: 0, waiting: null })
    // Approved, it waits no more: the next is refused only because nothing is missing.
    expect((await post()).body.message).toContain('Nothing was posted')
  })

  test('is of a day that is over, by the loans and the books of that day, and by the classes that the society has set', async () => {
    const yesterday = addDays(today, -1)
    // Bola's 30,000 were paid out today.
    expect(dataOf(await ask('POST', '/financial/loans/provision', { on: yesterday }), 201)).toMatchObject({
      amount: 60_000,
      occurredOn: yesterday,
    })
    expect(await provision()).toEqual({ built: 60_000, toPost: 300, waiting: null })
    expect((await ask('POST', '/financial/loans/provision', { on: yesterday })).status).toBe(409)
    expect((await ask('POST', '/financial/loans/provision', { on: addDays(today, 1) })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'on' }],
    })
    const classes = [
      [0, 2.5],
      [10, 2.5],
      [31, 20],
      [61, 40],
      [91, 80],
    ].map(([from, percent]) => ({ from, percent }))
    const [first, second, third, fourth, fifth] = classes
    expect(
      (await ask('PUT', '/financial/provision-classes', { classes: [first, third, second, fourth, fifth] })).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'classes.2.from' }] })
    expect(dataOf(await ask('PUT', '/financial/provision-classes', { classes })).classes).toMatchObject([
      { name: 'Performing', from: 0, to: 9, percent: 2.5 },
      { name: 'Pass and watch', from: 10, to: 30 },
      { name: 'Substandard', from: 31 },
      { name: 'Doubtful', from: 61 },
      { name: 'Lost', from: 91, to: null, percent: 80 },
    ])
    // 80 % of 60,000 and 2.5 % of 30,000, less the 60,000 that are in the books.
    expect(await provision()).toEqual({ built: 60_000, toPost: -11_250, waiting: null })
    const loans = (await ask('GET', '/financial/reports/loans')).body.data as { provision: number }[]
    expect(loans.map((loan) => loan.provision).toSorted((one, other) => one - other)).toEqual([750, 48_000])
    expect((await ask('GET', '/financial/configs')).body.data[0].changes).toMatchObject([{ field: 'provisionClasses' }])
    expect(await app.checks()).toEqual([])
  })

  test('is posted by no member, and 5210 is not offered for what an expense is for', async () => {
    expect((await post(await loginMember(app, ada))).status).toBe(403)
    const offered: { code: string }[] = dataOf(await ask('GET', '/financial/posting-accounts?use=expense'))
    expect(offered.length).toBeGreaterThan(0)
    expect(offered.map(({ code }) => code)).not.toContain('5210')
  })
})
