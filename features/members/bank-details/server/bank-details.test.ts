import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  type TestMember,
} from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative
let ada: TestMember
let own: string

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app, { name: 'Unity Farmers' })
  ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
  own = await loginMember(app, ada)
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown, token = cooperative.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }), ...(method === 'POST' && { key: newKey() }) })
const path = () => `/cooperatives/members/${ada.id}/bank-details`
const gtb = { bankName: 'gtb', accountNumber: '0123456789', accountName: 'Ada Obi' }
const sentTo = async (phone: string) => (await app.outbox()).filter(({ to }) => to === phone).map(({ text }) => text)

describe('bank details of a member', () => {
  test('are null, then kept under the bank’s own name, and the member is told', async () => {
    expect(dataOf(await ask('GET', path()))).toBeNull()
    expect(dataOf(await ask('PUT', path(), gtb))).toMatchObject({
      bankName: 'GTBank',
      accountNumber: '0123456789',
      accountName: 'Ada Obi',
      fitsBank: false,
      changedBy: 'Unity Farmers',
    })
    expect((await sentTo(ada.phone)).at(-1)).toBe(
      `Ajose: Unity Farmers changed the bank account of member ${ada.membershipno} to GTBank ...6789. If you did not ask for this, call your cooperative now.`,
    )
    expect(dataOf(await ask('GET', '/member-portal/profile', undefined, own)).bankDetails).toMatchObject({
      bankName: 'GTBank',
      accountNumber: '0123456789',
    })
    expect(dataOf(await ask('GET', '/notifications', undefined, own))[0].message).toContain(
      'changed your bank account to GTBank account ending in 6789',
    )
  })

  test.each([
    [{ ...gtb, accountNumber: '12345' }, 'accountNumber', 'Enter the 10 digits of the account number'],
    [{ ...gtb, bankName: ' ' }, 'bankName', 'Choose or enter the bank'],
    [{ ...gtb, accountName: '' }, 'accountName', 'Enter the name on the account'],
  ])('%j is refused beside its field', async (body, field, message) => {
    expect((await ask('PUT', path(), body)).body).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('are in no list and on no page of members, and another member reads none of them', async () => {
    for (const page of ['/members', `/cooperatives/members/${ada.id}`])
      expect((await ask('GET', page)).text).not.toContain('0123456789')
    const other = await loginMember(app, await buildMember(app, cooperative))
    expect((await ask('GET', path(), undefined, other)).status).toBe(403)
    expect((await ask('GET', '/member-portal/profile', undefined, other)).text).not.toContain('0123456789')
    const stranger = await buildCooperative(app)
    expect((await ask('GET', path(), undefined, stranger.token)).status).toBe(404)
    expect((await ask('PUT', path(), gtb, stranger.token)).status).toBe(404)
  })

  test('are changed at the member’s own request, by an officer who approves it', async () => {
    const asked = (profile: object) => ask('POST', '/member-portal/requests', { profile }, own)
    const request = dataOf(await asked({ bankAccountNumber: '0000014579', bankName: 'First Bank' }), 201)
    expect(request).toMatchObject({
      needsPaper: true,
      fields: [
        { field: 'bankName', before: 'GTBank', after: 'First Bank' },
        { field: 'bankAccountNumber', before: '0123456789', after: '0000014579' },
      ],
    })
    // Officers who neither pay out nor edit members read the end of an account number alone.
    const officer = await buildMember(app, cooperative)
    const officerToken = await loginMember(app, officer)
    dataOf(await ask('PUT', `/cooperatives/members/${officer.id}/roles`, { roleIds: ['member', 'loan_committee'] }))
    const { accessToken } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, officerToken),
    )
    expect(dataOf(await ask('GET', '/member-requests', undefined, accessToken))[0].fields[1]).toEqual({
      field: 'bankAccountNumber',
      before: '…6789',
      after: '…4579',
      now: '…6789',
    })
    expect((await ask('GET', path(), undefined, accessToken)).status).toBe(403)
    expect(dataOf(await ask('GET', '/member-requests'))[0].fields[1].after).toBe('0000014579')
    expect(dataOf(await ask('GET', '/member-portal/requests', undefined, own))[0].fields[1].after).toBe('0000014579')
    expect(dataOf(await ask('POST', `/member-requests/${request.id}/approve`))).toMatchObject({ status: 'approved' })
    expect(dataOf(await ask('GET', path()))).toMatchObject({
      bankName: 'First Bank',
      accountNumber: '0000014579',
      accountName: 'Ada Obi',
      fitsBank: true,
    })
    const bola = await loginMember(app, await buildMember(app, cooperative))
    expect((await ask('POST', '/member-portal/requests', { profile: { bankName: 'UBA' } }, bola)).body).toMatchObject({
      status: 422,
      message: 'Give both the bank and the account number, or neither.',
    })
  })

  test('wait for a second officer where there is one', async () => {
    const other = await buildOfficer(app, cooperative)
    const waits = await ask('PUT', path(), {
      bankName: 'UBA',
      accountNumber: '2000000000',
      accountName: 'Somebody Else',
    })
    expect(waits.status).toBe(202)
    expect(dataOf(await ask('GET', path())).bankName).toBe('First Bank')
    const [request] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, other.token))
    expect(request.description).toMatch(
      /^Bank details of Ada Obi: First Bank …4579, Ada Obi \(since \d\d \w{3} \d{4}.*\) → UBA …0000, Somebody Else$/,
    )
    dataOf(await agreed(app, waits, other.token))
    expect(dataOf(await ask('GET', path()))).toMatchObject({ bankName: 'UBA', accountName: 'Somebody Else' })
    // The same bank, name and last digits, and yet another account: a phone's number is one at some banks.
    const alike = await ask('PUT', path(), {
      bankName: 'UBA',
      accountNumber: '2111110000',
      accountName: 'Somebody Else',
    })
    expect(alike.status).toBe(202)
    const [second] = dataOf(await ask('GET', '/financial/approvals?kind=change', undefined, other.token))
    expect(second.description).toMatch(
      /^Bank details of Ada Obi: UBA …0000, Somebody Else \(since .*\) → another account number that ends in the same digits$/,
    )
    // Another officer's request of the meantime, which is approved first: the one before was made for what is there no longer.
    await app.admin.query("update app.member_bank_details set changed_at = changed_at - interval '1 day'")
    dataOf(
      await ask('POST', `/change-requests/${alike.body.data.changeRequestId}/reject`, { reason: 'Again' }, other.token),
    )
    const asking = (accountNumber: string) =>
      ask('PUT', path(), { bankName: 'UBA', accountNumber, accountName: 'Somebody Else' })
    const [older, newer] = [await asking('2222220000'), await asking('2111110000')]
    dataOf(await agreed(app, newer, other.token))
    expect(
      (await ask('POST', `/change-requests/${older.body.data.changeRequestId}/approve`, {}, other.token)).status,
    ).toBe(409)
    expect(dataOf(await ask('GET', path())).accountNumber).toBe('2111110000')
  })

  test('that are saved again as they are wait for no one, tell no one and leave no line in the trail', async () => {
    const messages = (await sentTo(ada.phone)).length
    const lines = async () =>
      (
        await app.admin.query(
          "select from audit.event where action = 'PUT /cooperatives/members/:memberId/bank-details'",
        )
      ).rowCount
    const before = await lines()
    expect(before).toBeGreaterThan(0)
    const same = { bankName: 'uba', accountNumber: '2111110000', accountName: 'Somebody Else' }
    expect(dataOf(await ask('PUT', path(), same))).toMatchObject({ bankName: 'UBA', accountNumber: '2111110000' })
    expect(await lines()).toBe(before)
    expect(await sentTo(ada.phone)).toHaveLength(messages)
  })

  test('of one who is registered by the API are both bank and number, or neither', async () => {
    const person = { firstName: 'Chidi', lastName: 'Eze', phone: '+2348071110001' }
    expect((await ask('POST', '/members', { ...person, bankName: 'UBA' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'bankAccountNumber' }],
    })
    const { memberid } = dataOf(
      await ask('POST', '/members', {
        ...person,
        bankName: 'UBA',
        bankAccountNumber: '2000000000',
        title: 'Chief',
        formerNumber: 'OLD-7',
      }),
      201,
    )
    expect(dataOf(await ask('GET', `/cooperatives/members/${memberid}/bank-details`))).toMatchObject({
      accountName: 'Chidi Eze',
    })
    expect(
      (await ask('POST', '/members', { ...person, phone: '+2348071110002', formerNumber: 'old-7' })).body,
    ).toMatchObject({
      status: 409,
      errors: [{ field: 'formerNumber', message: 'Another member has the former number old-7.' }],
    })
    expect(dataOf(await ask('PUT', `/cooperatives/members/${memberid}`, { address: 'Market Road' }))).toMatchObject({
      title: 'Chief',
      formerNumber: 'OLD-7',
    })
    expect((await ask('PUT', `/cooperatives/members/${ada.id}`, { formerNumber: 'Old-7' })).status).toBe(409)
  })
})

test('an erased member’s bank details and former number are gone, in words too', async () => {
  const { id } = await buildMember(app, cooperative, {
    firstName: 'Gone',
    lastName: 'Away',
    title: 'Dr',
    formerNumber: 'OLD-9',
    bankName: 'UBA',
    bankAccountNumber: '2099999999',
  })
  await app.admin.query("update app.member set title = 'Dr' where member_id = $1", [id])
  await app.admin.query('begin')
  await app.admin.query(`set local app.coop_id = '${cooperative.id}'; set local app.role = 'coop_admin'`)
  await app.admin.query('set local role coop_app')
  await app.admin.query("select app.erase_member($1, $2, 'Officer')", [id, id])
  await app.admin.query('commit')
  const { rows } = await app.admin.query(
    'select m.title, m.former_number, (select count(*)::int from app.member_bank_details b where b.member_id = m.member_id) as details from app.member m where member_id = $1',
    [id],
  )
  expect(rows).toEqual([{ title: null, former_number: null, details: 0 }])
})
