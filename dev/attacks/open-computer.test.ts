import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  letProofsLapse,
  loginMember,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative
let saver: TestMember
let voter: string
let loanId: string
let voteId: string
let depositId: string

const ask = (method: string, path: string, body?: unknown, token = cooperative.token, key?: string) =>
  app.call(method, path, { token, ...(body !== undefined && { body }), ...(key && { key }) })

/** An officer without a second factor, who logged in this morning and went out of the room; and a member's phone on the table. */
beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
  await fundCash(app, cooperative, { naira: 1_000_000, on: '2026-01-05' })
  dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, sharesMin: 0, shareCeilingPercent: 100 }))
  saver = await buildMember(app, cooperative)
  voter = await loginMember(app, await buildMember(app, cooperative, { firstName: 'Bola' }))
  const deposit = { type: 'deposit', memberId: saver.id, amount: 100_000, occurredOn: '2026-02-01' }
  depositId = dataOf(await ask('POST', '/financial/transactions', deposit), 201).id
  const loanConfigId = dataOf(await ask('GET', '/financial/loan-config')).id
  const loan = { memberId: saver.id, loanConfigId, principal: 50_000, instalments: 6 }
  loanId = dataOf(await ask('POST', '/financial/loans', loan), 201).id
  const vote = { kind: 'resolution', wording: 'That the hall be painted.', isSecret: false }
  const closesAt = new Date(Date.now() + 30 * 60_000).toISOString()
  voteId = dataOf(await ask('POST', '/governance/votes', { ...vote, closesAt }), 201).id
  await letProofsLapse(app)
})
afterAll(() => app.stop())

const held = async () => ({
  savings: dataOf(await ask('GET', `/financial/members/${saver.id}/accounts`)).reduce(
    (sum: number, { balance }: { balance: number }) => sum + balance,
    0,
  ),
  loan: dataOf(await ask('GET', `/financial/loans/${loanId}`)).status,
  vote: dataOf(await ask('GET', `/governance/votes/${voteId}`)).status,
})

test('who finds it open pays nothing out, lends nothing, takes over no member, undoes nothing and stops no vote', async () => {
  const before = await held()
  const tries: [string, string, object?, string?][] = [
    ['POST', '/financial/transactions', { type: 'withdrawal', memberId: saver.id, amount: 90_000 }],
    ['POST', `/financial/loans/${loanId}/approve`, {}],
    ['POST', `/financial/transactions/${depositId}/reverse`, { reason: 'It never came' }],
    ['POST', `/cooperatives/members/${saver.id}/activation`],
    ['POST', '/members/activation-slips', { members: { ids: [saver.id] } }],
    ['PUT', `/cooperatives/members/${saver.id}`, { email: 'thief@example.com' }],
    ['POST', `/governance/votes/${voteId}/cancel`, { reason: 'Going the wrong way' }],
    ['POST', `/governance/votes/${voteId}/open-ballot`, { choices: [0] }, voter],
  ]
  for (const [method, path, body, token] of tries)
    expect([path, (await ask(method, path, body, token, newKey())).status]).toEqual([path, 428])
  expect(await held()).toEqual(before)
})

test('nor after a refresh or by guessing the password, which locks', async () => {
  const session = dataOf(
    await app.call('POST', '/cooperatives/login', {
      body: { identifier: cooperative.coopId, password: cooperative.password },
    }),
  )
  await letProofsLapse(app)
  const { accessToken } = dataOf(
    await app.call('POST', '/cooperatives/refresh-token', { body: { refreshToken: session.refreshToken } }),
  )
  const approve = () => ask('POST', `/financial/loans/${loanId}/approve`, {}, accessToken)
  expect((await approve()).status).toBe(428)
  const guesses = []
  for (let n = 0; n < 6; n += 1)
    guesses.push((await ask('POST', '/auth/step-up', { password: `guess-number-${n}` }, accessToken)).status)
  expect([guesses[0], guesses.at(-1), (await approve()).status]).toEqual([422, 423, 428])
  await app.admin.query('delete from platform.login_failure')
})

// ASVS V7.2.4
test('the officer comes back, gives the password once, and does all of it', async () => {
  const copied = cooperative.token
  const { accessToken: token } = dataOf(await ask('POST', '/auth/step-up', { password: cooperative.password }))
  // A copy of the token, taken while the room was empty, gains nothing from the proof.
  expect((await ask('GET', '/cooperatives/profile', undefined, copied)).status).toBe(401)
  cooperative = { ...cooperative, token }
  dataOf(await ask('POST', `/financial/loans/${loanId}/approve`, {}))
  dataOf(await ask('POST', `/cooperatives/members/${saver.id}/activation`))
  dataOf(await ask('POST', `/governance/votes/${voteId}/cancel`, { reason: 'A wrong word in the question' }))
  expect(await held()).toMatchObject({ savings: 100_000, loan: 'approved', vote: 'cancelled' })
})
