import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative
let treasurer: TestMember
let token: string

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
  treasurer = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Treasurer' })
  const portal = await loginMember(app, treasurer)
  dataOf(
    await byCooperative('PUT', `/cooperatives/members/${treasurer.id}/roles`, { roleIds: ['member', 'treasurer'] }),
  )
  token = dataOf(
    await app.call('POST', '/member-auth/switch', {
      token: portal,
      body: { cooperativeId: cooperative.id, role: 'coop_admin' },
    }),
  ).accessToken
})
afterAll(() => app.stop())

const byCooperative = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: cooperative.token, ...(body !== undefined && { body }) })
const byTreasurer = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const savings = async ({ phone }: TestMember) =>
  dataOf(await byCooperative('GET', `/members?q=${phone.slice(1)}`))[0].savings as number

const refused = {
  success: false,
  status: 409,
  message: 'You can’t record or decide on your own money. Ask another officer.',
}

describe('a treasurer alone', () => {
  test('posts no contribution to their own savings, by itself or among others', async () => {
    const other = await buildMember(app, cooperative)
    expect(
      (await byTreasurer('POST', '/financial/contributions', { memberId: treasurer.id, amount: 500_000 })).body,
    ).toMatchObject({ ...refused, errors: [{ field: 'memberId' }] })
    const rows = [
      { memberId: other.id, amount: 5000 },
      { membershipno: treasurer.membershipno, amount: 500_000 },
    ]
    expect(
      (
        await byTreasurer('POST', '/financial/contributions/bulk', {
          occurredOn: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
          rows,
        })
      ).body,
    ).toMatchObject({ ...refused, errors: [{ field: 'rows.1.memberId' }] })
    // Nothing of the voucher was posted.
    expect([await savings(treasurer), await savings(other)]).toEqual([0, 0])
    expect((await byTreasurer('POST', '/financial/contributions', { memberId: other.id, amount: 5000 })).status).toBe(
      201,
    )
    expect(
      (await byCooperative('POST', '/financial/contributions', { memberId: treasurer.id, amount: 700 })).status,
    ).toBe(201)
    expect([await savings(treasurer), await savings(other)]).toEqual([700, 5000])
  })

  test('what they pay in at the counter waits for another officer', async () => {
    const before = await savings(treasurer)
    const deposit = dataOf(
      await byTreasurer('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: treasurer.id,
        amount: 500_000,
      }),
      201,
    )
    expect([deposit.status, await savings(treasurer)]).toEqual(['pending', before])
    expect((await byTreasurer('POST', `/financial/transactions/${deposit.id}/approve`, {})).body).toMatchObject(refused)
    expect(await savings(treasurer)).toBe(before)
  })

  test('neither repays nor settles their own loan', async () => {
    const { data: products } = (await byCooperative('GET', '/financial/loan-configs')).body
    const regular = products.find(({ name }: { name: string }) => name === 'Regular')
    const eased = { guarantorsRequired: 0 }
    dataOf(await byCooperative('PUT', `/financial/loan-config/${regular.id}`, eased))
    const loan = dataOf(
      await byCooperative('POST', '/financial/loans', {
        memberId: treasurer.id,
        loanConfigId: regular.id,
        principal: 1200,
        instalments: 6,
        purpose: 'School fees',
      }),
      201,
    )
    dataOf(await byCooperative('POST', `/financial/loans/${loan.id}/approve`, {}))
    dataOf(await byCooperative('POST', `/financial/loans/${loan.id}/disburse`, { to: 'cash' }), 201)
    const own = { status: 409, message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.' }
    expect((await byTreasurer('POST', `/financial/loans/${loan.id}/repayments`, { amount: 200 })).body).toMatchObject(
      own,
    )
    expect((await byTreasurer('POST', `/financial/loans/${loan.id}/mark-paid`, {})).body).toMatchObject(own)
    expect(dataOf(await byCooperative('GET', `/financial/loans/${loan.id}`))).toMatchObject({
      status: 'active',
      outstanding: expect.any(Number),
    })
    expect(dataOf(await byCooperative('POST', `/financial/loans/${loan.id}/mark-paid`, {})).status).toBe('completed')
  })

  test('and the books hold', async () => {
    expect(await app.checks()).toEqual([])
  })
})
