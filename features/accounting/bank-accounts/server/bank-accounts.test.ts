import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
} from '#dev/testing/builders.ts'

let app: TestApp

beforeAll(async () => {
  app = await sharedTestApp()
})

afterAll(async () => {
  await app.stop()
})

const accountsFor = async (token: string) => dataOf(await app.call('GET', '/financial/bank-accounts', { token }))
const bankOf = async ({ token }: TestCooperative): Promise<string> =>
  (await accountsFor(token)).find(({ code }: { code: string }) => code === '1020').accountId
const change = (token: string, accountId: string, body: object) =>
  app.call('PUT', `/financial/bank-accounts/${accountId}`, { token, body, key: newKey() })

const zenith = { bank: 'Zenith Bank', accountNumber: '1012345678', accountName: 'Unity Thrift', shownToMembers: true }

test('members read where to pay once officers show it, and nothing of another society or of what is not shown', async () => {
  const [society, other] = [await buildCooperative(app), await buildCooperative(app)]
  const member = await buildMember(app, society)
  const token = await loginMember(app, member)
  const accountId = await bankOf(society)
  // Cash in hand and the imprest are at no bank.
  expect(
    (await accountsFor(society.token)).map(({ code, details }: { code: string; details: unknown }) => [code, details]),
  ).toEqual([['1020', null]])
  expect(await accountsFor(token)).toEqual([])

  const saved = dataOf(await change(society.token, accountId, { ...zenith, accountNumber: ' 101-234 5678 ' }))
  expect(saved).toEqual({
    accountId,
    code: '1020',
    name: 'Bank',
    overdraftLimit: null,
    details: { ...zenith, changedBy: expect.any(String), changedAt: expect.any(String) },
  })
  expect(await accountsFor(token)).toEqual([{ ...saved, code: null, name: null }])
  expect((await accountsFor(other.token)).map(({ details }: { details: unknown }) => details)).toEqual([null])
  expect((await change(other.token, accountId, zenith)).status).toBe(404)

  dataOf(await change(society.token, accountId, { ...zenith, shownToMembers: false }))
  expect(await accountsFor(token)).toEqual([])
  expect((await change(token, accountId, zenith)).status).toBe(403)
})

test.each([
  ['bank', { bank: ' ' }, 'Enter the name of the bank'],
  ['accountNumber', { accountNumber: '10123456' }, 'Enter the 10 digits of the account number'],
  ['accountNumber', { accountNumber: '101234567O' }, 'Enter the 10 digits of the account number'],
  ['accountName', { accountName: '' }, 'Enter the name on the account'],
])('without a right %s nothing is saved', async (field, wrong, message) => {
  const society = await buildCooperative(app)
  const accountId = await bankOf(society)
  const refused = await change(society.token, accountId, { ...zenith, ...wrong })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field, message }] } })
  expect((await accountsFor(society.token))[0].details).toBeNull()
})

test('a new number waits for the other officer, who reads the old and the new one', async () => {
  const society = await buildCooperative(app)
  const accountId = await bankOf(society)
  dataOf(await change(society.token, accountId, zenith))
  const officer = await buildOfficer(app, society)
  const asked = await change(society.token, accountId, { ...zenith, accountNumber: '2099999999' })
  expect(asked.status).toBe(202)
  expect((await accountsFor(society.token))[0].details.accountNumber).toBe('1012345678')
  const waiting = dataOf(await app.call('GET', '/financial/approvals', { token: officer.token }))
  expect(JSON.stringify(waiting)).toContain(
    '1020 Bank: Zenith Bank 1012345678, Unity Thrift, shown to members → Zenith Bank 2099999999, Unity Thrift, shown to members',
  )
  dataOf(await agreed(app, asked, officer.token))
  expect((await accountsFor(society.token))[0].details.accountNumber).toBe('2099999999')
})
