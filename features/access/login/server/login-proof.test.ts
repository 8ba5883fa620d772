import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReading } from '#core/contract/endpoint.ts'
import { may } from '#core/actor.ts'
import { routes } from '#app/server/app.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, lastCode, resetPassword } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

/** What a member whose login is not proved may still send, and why; whoever adds a write puts it here or marks it. */
const open: Record<string, string> = {
  'POST /member-portal/consents': 'that they read how their data is used',
  'POST /financial/transactions/:transactionId/proof': 'the slip of money that they paid in',
  'POST /financial/transactions/deposits': 'of officers',
  'DELETE /member-portal/statement-links/:linkId': 'takes away who reads',
  'POST /member-portal/payments': 'money that they pay in',
  'POST /member-portal/transfer-account': 'an account to pay in',
  'POST /financial/held-money/:entryId/allocate': 'of officers',
  'POST /financial/held-money/:entryId/refund': 'of officers',
  'POST /financial/held-money/:entryId/return': 'of officers',
  'POST /financial/online-payments/:paymentId/allocate': 'of officers',
  'POST /financial/online-payments/cases/:caseId/record': 'of officers',
  'POST /financial/online-payments/settlements/:settlementId/post': 'of officers',
  'POST /financial/online-payments/settlements/read': 'of officers',
  'POST /financial/fixed-assets': 'of officers',
  'POST /financial/loans/provision': 'of officers',
  'PUT /notifications/read-all': 'what they have read',
  'PUT /notifications/:id/read': 'what they have read',
  'PUT /notifications/:id/restore': 'what they have read',
  'DELETE /notifications/:id': 'what they have read; what is urgent comes to the phone too',
  'POST /governance/actions/own/:id/done': 'officers see it and decide',
  'PUT /governance/meetings/:id/answer': 'whether they mean to come',
  'PUT /governance/meetings/:id/attendance/own': 'who has the code of the hall; officers record the others',
}

test('each write of a member needs a proved login, but for those that are named with their reason', () => {
  const writes = routes.flatMap(({ endpoint }) => {
    const { access, method, path, needsProof } = endpoint
    if (isReading(endpoint) || access === 'public' || access === 'signed_in' || !may({ role: 'member' }, access))
      return []
    return [{ line: `${method} ${path}`, needsProof: needsProof === true }]
  })
  const without = writes.filter(({ needsProof }) => !needsProof).map(({ line }) => line)
  expect(without.toSorted()).toEqual(Object.keys(open).toSorted())
  expect(writes.filter(({ needsProof }) => needsProof)).toHaveLength(26)
  // What opens the login later is set up by no one else either.
  const ofLogin = routes.flatMap(({ endpoint: { access, method, path, needsProof } }) =>
    access === 'signed_in' && needsProof ? [`${method} ${path}`] : [],
  )
  expect(ofLogin.toSorted()).toEqual([
    'POST /auth/identities',
    'POST /auth/second-factor/authenticator',
    'POST /auth/second-factor/passkeys',
  ])
})

const password = 'forty-green-parrots'
const ask = (token: string, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const login = async (phoneNumber: string): Promise<string> =>
  dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber, password } })).accessToken
const withdraw = async (token: string) =>
  (await ask(token, 'POST', '/financial/transactions', { type: 'withdrawal', amount: 10 })).status

// Remedy: login_not_proved
test('a member with a slip proves the login where they are: a code comes to the phone, other sessions end, and it counts everywhere from then on', async () => {
  const cooperative = await buildCooperative(app)
  const { id, phone, activationCode } = await buildMember(app, cooperative)
  dataOf(await resetPassword(app, phone, activationCode, password))
  const [here, elsewhere] = [await login(phone), await login(phone)]
  expect(await withdraw(here)).toBe(428)
  dataOf(await ask(here, 'POST', '/auth/login-proof/code'))
  await app.settled()
  const code = await lastCode(app, phone)
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`
  expect(dataOf(await ask(here, 'POST', '/auth/login-proof', { code: spaced }))).toBe(null)
  expect(await withdraw(here)).not.toBe(428)
  expect(await withdraw(elsewhere)).toBe(401)
  expect(await withdraw(await login(phone))).not.toBe(428)
  // It works once, and the trail has it.
  expect((await ask(here, 'POST', '/auth/login-proof', { code })).status).toBe(422)
  await app.settled()
  const { rows } = await app.admin.query(
    "select count(*)::int from audit.event where action = 'login.proved' and subject_id = $1",
    [id],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('codes are three an hour for one login, with those of a forgotten password', async () => {
  const { phone, activationCode } = await buildMember(app, await buildCooperative(app))
  dataOf(await resetPassword(app, phone, activationCode, password))
  const token = await login(phone)
  dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: phone } }))
  const replies = []
  for (let n = 0; n < 3; n += 1) replies.push((await ask(token, 'POST', '/auth/login-proof/code')).status)
  expect(replies).toEqual([200, 200, 429])
})

test('codes that an officer sends by SMS without seeing them prove the login, slips do not', async () => {
  const cooperative = await buildCooperative(app)
  const [sent, printed] = [await buildMember(app, cooperative), await buildMember(app, cooperative)]
  const members = ({ id }: { id: string }) => ({ members: { ids: [id] } })
  dataOf(await ask(cooperative.token, 'POST', '/members/activation-codes', members(sent)))
  await app.settled()
  dataOf(await resetPassword(app, sent.phone, await lastCode(app, sent.phone), password))
  expect(await withdraw(await login(sent.phone))).not.toBe(428)
  dataOf(await ask(cooperative.token, 'POST', '/members/activation-slips', members(printed)))
  // The slip has ended the code that was sent before.
  expect((await resetPassword(app, printed.phone, await lastCode(app, printed.phone), password)).status).toBe(422)
})
