import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CooperativeId, LoginId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  fundCash,
  lastCode,
  newPhone,
  proveLogin,
  resetPassword,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'

/** An officer who gets another phone, and with it another login, is one person still: neither maker and checker, nor two checkers. */
let app: TestApp
let cooperative: TestCooperative
let saver: TestMember
let officer: TestOfficer
let moved: string
let waiting: Record<'withdrawal' | 'own' | 'two', string>
let changeId: string

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })
const record = async (body: object, token?: string) =>
  dataOf(await ask('POST', '/financial/transactions', body, token), 201).id
const approve = (id: string, token?: string) => ask('POST', `/financial/transactions/${id}/approve`, {}, token)

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
  await fundCash(app, cooperative, { naira: 1_000_000, on: '2020-01-01' })
  saver = await buildMember(app, cooperative, { firstName: 'Sade' })
  await record({ type: 'deposit', memberId: saver.id, amount: 200_000 })
  officer = await buildOfficer(app, cooperative, { firstName: 'Bisi' })
  const withdrawal = await record({ type: 'withdrawal', memberId: saver.id, amount: 90_000 }, officer.token)
  // One that takes two approvals: the officer gives the first under the old login.
  dataOf(await agreed(app, await ask('PUT', '/financial/config', { withdrawalApprovals: 2 }), officer.token))
  await buildOfficer(app, cooperative, { firstName: 'Chidi' }, officer.token)
  const two = await record({ type: 'withdrawal', memberId: saver.id, amount: 1000 })
  dataOf(await approve(two, officer.token))
  changeId = (await ask('PUT', '/financial/config', { withdrawalApprovals: 0 }, officer.token)).body.data
    .changeRequestId
  waiting = { withdrawal, own: withdrawal, two }

  const phone = newPhone()
  const asked = await ask('PUT', `/cooperatives/members/${officer.id}`, { phone }, officer.token)
  dataOf(await agreed(app, asked, cooperative.token))
  await app.settled()
  dataOf(await resetPassword(app, phone, await lastCode(app, phone), 'another-password'))
  await proveLogin(app, officer.id)
  const { accessToken } = dataOf(
    await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password: 'another-password' } }),
  )
  moved = dataOf(
    await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, accessToken),
  ).accessToken
})
afterAll(() => app.stop())

const yours = { status: 409, message: 'You recorded this yourself, so another officer has to approve it.' }

test('approves no withdrawal that they recorded under the login of before', async () => {
  expect((await approve(waiting.withdrawal, moved)).body).toMatchObject(yours)
  expect(dataOf(await ask('GET', `/financial/transactions/${waiting.withdrawal}`, undefined, moved))).toMatchObject({
    status: 'pending',
    approvals: { open: false, given: [], askerLeft: false },
  })
  // Nor does the database let it in.
  const { rows } = await app.admin.query<{ login: LoginId }>(
    'select login_id as login from platform.membership where member_id = $1',
    [officer.id],
  )
  await expect(
    app.services.database.tenant({ cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' }, (tx) =>
      tx.run(sql`
        insert into app.approval (cooperative_id, subject_id, kind, approved_by, approved_by_name)
        values (${cooperative.id}, ${waiting.withdrawal}, 'transaction', ${rows[0]?.login ?? ''}, 'Bisi')`),
    ),
  ).rejects.toMatchObject({ constraint: 'maker_is_not_checker' })
})

test('gives no second approval of a withdrawal that takes two', async () => {
  expect((await approve(waiting.two, moved)).body).toMatchObject({ status: 409 })
  expect(dataOf(await ask('GET', `/financial/transactions/${waiting.two}`)).approvals.given).toHaveLength(1)
})

test('approves no change that they asked for', async () => {
  expect((await ask('POST', `/change-requests/${changeId}/approve`, {}, moved)).body).toMatchObject(yours)
  expect(dataOf(await ask('GET', '/financial/config')).withdrawalApprovals).toBe(2)
})
