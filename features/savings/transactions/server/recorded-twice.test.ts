import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const transactions = '/financial/transactions'
const contributions = '/financial/contributions'

describe('a payment that is typed twice', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let bayo: TestMember
  let chart: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2025-03-10' })
    bayo = await buildMember(app, cooperative, { firstName: 'Bayo', lastName: 'Ade', registrationDate: '2025-03-10' })
    chart = Object.fromEntries(
      dataOf(await app.call('GET', '/financial/posting-accounts', { token: cooperative.token })).map(
        ({ code, id }: Record<string, string>) => [code, id],
      ),
    )
  })
  afterAll(() => app.stop())

  const ask = (to: string, body: object, token = cooperative.token) => app.call('POST', to, { token, body })
  const deposit = (amount: number, changes: object = {}) =>
    ask(transactions, { type: 'deposit', memberId: ada.id, amount, paidThrough: chart['1020'], ...changes })
  const contribute = (amount: number, changes: object = {}) =>
    ask(contributions, { memberId: ada.id, amount, paidThrough: chart['1020'], ...changes })
  const savings = async () =>
    dataOf(await app.call('GET', `/cooperatives/members/${ada.id}`, { token: cooperative.token })).savings

  test('has one reference in one bank account, however it is written, and the refusal says who recorded it and when', async () => {
    const { id } = dataOf(await deposit(5000, { reference: 'TEL-4471' }), 201)
    for (const again of [
      await contribute(700, { memberId: bayo.id, reference: 'tel 4471' }),
      await deposit(800, { memberId: bayo.id, reference: 'TEL4471', anotherPayment: true }),
      await ask(transactions, {
        type: 'income',
        party: 'First Bank',
        incomeAccountId: chart['4410'],
        paidThrough: chart['1020'],
        amount: 90,
        reference: 'Tel4471',
      }),
    ]) {
      expect(again.status).toBe(409)
      expect(again.body.errors).toMatchObject([{ field: 'reference' }])
      expect(again.body.errors[0].message).toMatch(
        /^tel.?4471 is recorded already: ₦5,000\.00 of Ada Obi, by Unity Thrift on .+ at \d\d:\d\d\./i,
      )
    }
    // Another account's teller, and another part of the same payment, are others.
    expect((await deposit(10, { reference: 'TEL-4471', paidThrough: chart['1010'] })).status).toBe(201)
    expect((await deposit(11, { reference: 'TEL-4471/2' })).status).toBe(201)
    expect(dataOf(await app.call('GET', `${transactions}/${id}`, { token: cooperative.token })).reference).toBe(
      'TEL-4471',
    )
    // What was reversed frees its reference.
    dataOf(await ask(`${transactions}/${id}/reverse`, { reason: 'Wrong member' }))
    expect((await deposit(5000, { memberId: bayo.id, reference: 'TEL-4471' })).status).toBe(201)
    expect((await deposit(12, { reference: ' - ' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reference' }],
    })
  })

  test('has one reference also where a loan is paid out or repaid', async () => {
    const { token } = cooperative
    const { id: loanConfigId } = dataOf(await app.call('GET', '/financial/loan-config', { token }))
    const body = { guarantorsRequired: 0 }
    dataOf(await app.call('PUT', `/financial/loan-config/${loanConfigId}`, { token, body }))
    await fundCash(app, cooperative, { naira: 100_000, on: '2025-06-01' })
    const loanOf = async () => {
      const asked = { memberId: ada.id, loanConfigId, principal: 1000, instalments: 2 }
      const { id } = dataOf(await ask('/financial/loans', asked), 201)
      dataOf(await ask(`/financial/loans/${id}/approve`, {}))
      return `/financial/loans/${id}`
    }
    dataOf(await deposit(5020, { reference: 'V-1', paidThrough: chart['1010'] }), 201)
    const loan = await loanOf()
    const payOut = (reference: string) => ask(`${loan}/disburse`, { to: 'cash', reference, amount: 500 })
    const repay = (body: object) => ask(`${loan}/repayments`, { amount: 100, from: 'bank', ...body })
    expect((await payOut('v1')).body).toMatchObject({ status: 409, errors: [{ field: 'reference' }] })
    expect((await payOut('V-2')).status).toBe(201)
    expect((await payOut('V 2')).body).toMatchObject({ status: 409, errors: [{ field: 'reference' }] })
    expect((await deposit(21, { reference: 'V2', paidThrough: chart['1010'] })).status).toBe(409)
    // The bank's is another account; a payment from savings has none.
    expect((await repay({ reference: 'V-2' })).status).toBe(201)
    expect((await deposit(22, { reference: 'v2' })).status).toBe(409)
    expect((await repay({ reference: 'V-3', from: 'savings' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reference' }],
    })
    const listed = dataOf(await app.call('GET', `${transactions}?type=repayment`, { token: cooperative.token }))
    expect(listed).toMatchObject([{ amount: 100, reference: 'V-2' }])
  })

  test('is asked about where a loan is repaid', async () => {
    const { token } = cooperative
    const { id: loanConfigId } = dataOf(await app.call('GET', '/financial/loan-config', { token }))
    await fundCash(app, cooperative, { naira: 10_000, on: '2025-06-01' })
    const lend = async () => {
      const asked = { memberId: bayo.id, loanConfigId, principal: 600, instalments: 2 }
      const { id } = dataOf(await ask('/financial/loans', asked), 201)
      dataOf(await ask(`/financial/loans/${id}/approve`, {}))
      dataOf(await ask(`/financial/loans/${id}/disburse`, { to: 'cash' }), 201)
      return `/financial/loans/${id}`
    }
    dataOf(await ask(transactions, { type: 'deposit', memberId: bayo.id, amount: 7000 }), 201)
    const [loan, other] = [await lend(), await lend()]
    const repay = (to: string, body: object = {}) => ask(`${to}/repayments`, { amount: 50, ...body })
    expect((await repay(loan)).status).toBe(201)
    for (const again of [
      await repay(loan),
      await repay(loan, { from: 'savings' }),
      await repay(loan, { from: 'bank' }),
    ])
      expect(again.body).toMatchObject({
        status: 409,
        message: expect.stringContaining('₦50.00 of Bayo Ade paid on'),
        errors: [{ field: 'anotherPayment' }],
      })
    expect((await repay(other, { from: 'savings' })).status).toBe(201)
    expect((await repay(loan, { amount: 50.01 })).status).toBe(201)
    expect((await repay(loan, { anotherPayment: true })).status).toBe(201)
    expect(
      dataOf(await app.call('GET', loan, { token })).movements.map((move: { amount: number }) => move.amount),
    ).toEqual([600, 50, 50.01, 50])
    const { movements } = dataOf(await app.call('GET', other, { token }))
    dataOf(await ask(`${other}/movements/${movements.at(-1).id}/reverse`, { reason: 'Wrong loan' }))
    expect((await repay(other)).status).toBe(201)
  })

  test('is asked about where a month of many is posted again, or one stands twice in it', async () => {
    const rows = [ada, bayo].map(({ id: memberId }) => ({ memberId, amount: 777 }))
    const bulk = (body: object = {}) => ask(`${contributions}/bulk`, { occurredOn: '2025-07-01', rows, ...body })
    expect(dataOf(await bulk(), 201)).toMatchObject({ posted: 2, total: 1554 })
    expect((await bulk()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('₦777.00 of Ada Obi paid on 01 Jul 2025'),
      errors: [{ field: 'anotherPayment' }],
    })
    const [first] = rows
    expect((await bulk({ occurredOn: '2025-07-02', rows: [first, ...rows] })).status).toBe(409)
    expect((await bulk({ occurredOn: '2025-07-02' })).status).toBe(201)
    expect((await bulk({ anotherPayment: true })).status).toBe(201)
  })

  test('at once by two officers is recorded once', async () => {
    const replies = await Promise.all(
      [ada, bayo].flatMap(({ id: memberId }, place) => [
        deposit(310 + place, { memberId, reference: 'NIP88' }),
        contribute(320 + place, { memberId, reference: 'NIP-88' }),
      ]),
    )
    expect(statusesOf(replies)).toEqual([201, 409, 409, 409])
    const same = await Promise.all([1, 2, 3].map(() => contribute(444)))
    expect(statusesOf(same)).toEqual([201, 409, 409])
  })

  test('of the same member, day and amount is asked about, and recorded where the officer says that it is another', async () => {
    const before = await savings()
    for (const record of [deposit, contribute]) {
      expect((await record(2500)).status).toBe(201)
      const asked = await record(2500)
      expect(asked.body).toMatchObject({ status: 409, errors: [{ field: 'anotherPayment' }] })
      expect(asked.body.errors[0].message).toContain('₦2,500.00 of Ada Obi paid on')
      expect((await record(2500, { memberId: bayo.id })).status).toBe(201)
      expect((await record(2500.01)).status).toBe(201)
      expect((await record(2500, { anotherPayment: true })).status).toBe(201)
    }
    // Two of 2,500.00 and one of 2,500.01, as deposits and as contributions.
    expect(await savings()).toBeCloseTo(before + 2 * (2 * 2500 + 2500.01), 2)
    // Another month's contribution, and payments with references of their own, are others.
    expect((await contribute(2500, { period: '2026-01' })).status).toBe(201)
    expect((await deposit(990, { reference: 'A1' })).status).toBe(201)
    expect((await deposit(990, { reference: 'A2' })).status).toBe(201)
    expect((await deposit(990)).status).toBe(409)
  })

  test('by a member who reports it twice is asked about too, and its reference is compared when an officer approves it', async () => {
    const token = await loginMember(app, bayo)
    const report = (changes: object) => ask(transactions, { type: 'deposit', amount: 6100, ...changes }, token)
    const { id } = dataOf(await report({ reference: 'B-7' }), 201)
    expect((await report({ reference: 'B-7' })).body.errors).toMatchObject([{ field: 'anotherPayment' }])
    dataOf(await deposit(6100, { reference: 'B7', paidThrough: chart['1020'] }), 201)
    const approve = (paidThrough: string | undefined) => ask(`${transactions}/${id}/approve`, { paidThrough })
    expect((await approve(chart['1020'])).body).toMatchObject({ status: 409, errors: [{ field: 'reference' }] })
    expect((await approve(chart['1015'])).status).toBe(200)
  })
})
