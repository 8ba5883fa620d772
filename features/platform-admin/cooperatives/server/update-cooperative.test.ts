import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

describe("a cooperative's profile and status", () => {
  let app: TestApp
  let cooperative: TestCooperative
  let superAdmin: string

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    superAdmin = await app.superAdminToken()
  })
  afterAll(() => app.stop())

  const profile = async (token = cooperative.token) => dataOf(await app.call('GET', '/cooperatives/profile', { token }))
  const putProfile = (body: unknown, token = cooperative.token) =>
    app.call('PUT', '/cooperatives/profile', { token, body })
  const update = (id: string, body: unknown, token = superAdmin) =>
    app.call('PUT', `/cooperatives/update/${id}`, { token, body })
  const messagesTo = async (to: string) => (await app.outbox()).filter((message) => message.to === to)

  describe('the profile', () => {
    test('is shown to the cooperative itself', async () => {
      expect(await profile()).toMatchObject({
        id: cooperative.id,
        cooperativeId: cooperative.id,
        coop_id: cooperative.coopId,
        name: 'Unity Thrift',
        phone: cooperative.phone,
        email: null,
        status: 'active',
        verificationStatus: 'verified',
        members: 0,
        documents: [],
      })
    })

    test('changes in the fields that are named, and an empty one is emptied', async () => {
      const reply = await putProfile({ email: ' office@unity.example ', address: '1 Allen Avenue, Ikeja' })
      expect(reply.body).toMatchObject({
        message: 'Profile updated successfully!',
        data: { name: 'Unity Thrift', email: 'office@unity.example' },
      })
      dataOf(await putProfile({ registrationNumber: 'LSCS 1234' }))
      expect(await profile()).toMatchObject({
        email: 'office@unity.example',
        address: '1 Allen Avenue, Ikeja',
        registrationNumber: 'LSCS 1234',
      })
      dataOf(await putProfile({ address: '', email: null }))
      expect(await profile()).toMatchObject({ email: null, address: null, registrationNumber: 'LSCS 1234' })
    })

    test('changes of different fields at the same time are all kept', async () => {
      const own = await buildCooperative(app)
      const replies = await Promise.all(
        [{ name: 'Renamed Thrift' }, { email: 'a@b.ng' }, { address: 'Aba' }, { registrationNumber: '7' }].map((body) =>
          putProfile(body, own.token),
        ),
      )
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await profile(own.token)).toMatchObject({
        name: 'Renamed Thrift',
        email: 'a@b.ng',
        address: 'Aba',
        registrationNumber: '7',
      })
      const found = await app.call('GET', '/cooperatives/search?q=renamed', { token: superAdmin })
      expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([own.id])
    })

    test.each([
      ['an empty name', { name: ' ' }, 'name', 'name is required'],
      ['an e-mail that is none', { email: 'office' }, 'email', 'Invalid email format'],
      ['another phone', { phone: '+2348031234567' }, 'phone', 'phone is not a field of this request'],
      ['its own status', { status: 'active' }, 'status', 'status is not a field of this request'],
    ])('refuses %s', async (_, body, field, message) => {
      expect((await putProfile(body)).body).toMatchObject({ status: 422, message, errors: [{ field, message }] })
    })
  })

  describe('the status', () => {
    test('is the decision of the super administrator, and the cooperative is told by SMS and e-mail', async () => {
      const email = 'office@pending.example'
      const body = {
        name: 'Pending Thrift',
        phone: newPhone(),
        email,
        password: 'secret-1',
        confirmpassword: 'secret-1',
      }
      const { id } = dataOf(await app.call('POST', '/cooperatives/register', { body }), 201)
      const reply = await update(id, { status: 'rejected', reason: 'The certificate is not readable.' })
      expect(reply.body).toMatchObject({
        message: 'Cooperative updated successfully!',
        data: { status: 'rejected', verificationStatus: 'rejected', statusReason: 'The certificate is not readable.' },
      })
      const text =
        'Ajose: Pending Thrift was not approved. Reason: The certificate is not readable. Contact support to appeal.'
      expect((await messagesTo(body.phone)).at(-1)).toMatchObject({ channel: 'sms', text })
      expect(await messagesTo(email)).toMatchObject([
        { channel: 'email', subject: 'Pending Thrift: your Ajose account', text },
      ])
      expect(dataOf(await update(id, { status: 'active', reason: 'A readable one came.' }))).toMatchObject({
        status: 'active',
        statusReason: null,
      })
      expect((await messagesTo(body.phone)).at(-1)?.text).toBe(
        'Ajose: Pending Thrift is verified. You can log in and add your members.',
      )
    })

    // ASVS V7.4.2, V7.4.5
    test('a suspended cooperative is signed out everywhere at once, its members too', async () => {
      const closing = await buildCooperative(app)
      const member = await loginMember(app, await buildMember(app, closing))
      dataOf(await update(closing.id, { status: 'suspended', reason: 'Complaint' }))
      expect((await app.call('GET', '/cooperatives/profile', { token: closing.token })).status).toBe(401)
      expect((await app.call('GET', '/member-portal/profile', { token: member })).status).toBe(401)
      const login = () =>
        app.call('POST', '/cooperatives/login', { body: { identifier: closing.coopId, password: closing.password } })
      expect((await login()).status).toBe(403)
      dataOf(await update(closing.id, { status: 'active', reason: 'The complaint was withdrawn.' }))
      expect((await login()).status).toBe(200)
      const text = 'Ajose: Test Cooperative is open again. Reason: The complaint was withdrawn. You can log in.'
      expect((await messagesTo(closing.phone)).at(-1)?.text).toBe(text)
    })

    test('refuses the status that it has, also when it is set many times at once', async () => {
      expect((await update(cooperative.id, { status: 'active' })).body).toMatchObject({
        status: 409,
        message: 'This cooperative is already active.',
        errors: [{ field: 'status' }],
      })
      const waiting = await buildCooperative(app, { status: 'pending' })
      const replies = await Promise.all(Array.from({ length: 3 }, () => update(waiting.id, { status: 'active' })))
      expect(statusesOf(replies)).toEqual([200, 409, 409])
      expect((await messagesTo(waiting.phone)).filter(({ text }) => text.includes('is verified'))).toHaveLength(1)
    })

    test.each([
      ['a word that is no status', { status: 'open' }, 'Use active, suspended or rejected'],
      ['pending, which is only where it begins', { status: 'pending' }, 'Use active, suspended or rejected'],
      ['an empty reason', { status: 'suspended', reason: '' }, 'Give the reason'],
      ['no reason', { status: 'suspended' }, 'Give the reason'],
    ])('refuses %s', async (_, body, message) => {
      expect((await update(cooperative.id, body)).body).toMatchObject({ status: 422, message })
    })

    test("is not the cooperative's own to set", async () => {
      const waiting = await buildCooperative(app, { status: 'pending' })
      expect((await update(cooperative.id, { status: 'suspended' }, cooperative.token)).status).toBe(403)
      expect((await update(waiting.id, { status: 'active' }, waiting.token)).status).toBe(403)
      expect((await profile()).status).toBe('active')
    })

    test('leaves a line of who decided what', async () => {
      const own = await buildCooperative(app)
      dataOf(await update(own.id, { status: 'suspended', reason: 'Fraud report' }))
      const { rows } = await app.admin.query(
        'select actor_name, action, detail from platform.audit_event where cooperative_id = $1 order by at desc limit 1',
        [own.id],
      )
      expect(rows).toEqual([
        {
          actor_name: 'Super Admin',
          action: 'cooperative.status',
          detail: { before: { status: 'active' }, after: { status: 'suspended' }, reason: 'Fraud report' },
        },
      ])
    })

    test('is opened again only with a reason, while an approval needs none', async () => {
      const own = await buildCooperative(app)
      dataOf(await update(own.id, { status: 'suspended', reason: 'Complaint' }))
      expect((await update(own.id, { status: 'active' })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'reason', message: 'Give the reason' }],
      })
      const waiting = await buildCooperative(app, { status: 'pending' })
      expect(dataOf(await update(waiting.id, { status: 'active' })).status).toBe('active')
    })
  })

  test('an officer changes their own cooperative by its id, and no other exists for them', async () => {
    const other = await buildCooperative(app)
    expect(dataOf(await update(cooperative.id, { address: 'Own Street' }, cooperative.token)).address).toBe(
      'Own Street',
    )
    const missing = '00000000-0000-4000-8000-000000000000'
    const [foreign, none] = [
      await update(other.id, { address: 'x' }, cooperative.token),
      await update(missing, { address: 'x' }, cooperative.token),
    ]
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
    expect((await update(missing, { address: 'x' })).status).toBe(404)
    expect((await update('not-an-id', { address: 'x' })).status).toBe(422)
  })
})
