import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  newPhone,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('notifications', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let bola: TestMember
  let bolaToken: string

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app, { name: 'Market Women' })
    ada = await buildMember(app, cooperative, { email: 'ada@example.org' })
    adaToken = await loginMember(app, ada)
    bola = await buildMember(app, cooperative, { firstName: 'Bola', lastName: 'Ade' })
    bolaToken = await loginMember(app, bola)
  })
  afterAll(() => app.stop())

  const inbox = async (token: string, query = '') => (await app.call('GET', `/notifications${query}`, { token })).body
  const send = (body: unknown, token = cooperative.token) => app.call('POST', '/notifications', { token, body })
  const messages = ({ data }: { data: { message: string }[] }) => data.map(({ message }) => message)
  const empty = async (token: string) => {
    for (const { id } of (await inbox(token, '?limit=100')).data)
      dataOf(await app.call('DELETE', `/notifications/${id}`, { token }))
  }

  // Remedy: nobody_to_notify
  test('a message to all of a society without members waits for the first', async () => {
    const { token, ...other } = await buildCooperative(app, { name: 'New' })
    const sendAll = () => send({ message: 'The office opens at nine.', to: 'all' }, token)
    expect((await sendAll()).body).toMatchObject({
      status: 409,
      message: 'There is no active member to tell. Add members first.',
    })
    await buildMember(app, { token, ...other })
    expect(dataOf(await sendAll(), 201)).toMatchObject({ recipients: 1 })
  })

  test('a message to all reaches every active member once, and no one in another cooperative', async () => {
    const other = await buildCooperative(app, { name: 'Other' })
    const stranger = await loginMember(app, await buildMember(app, other))
    const idle = await buildMember(app, cooperative, { firstName: 'Idle' })
    const idleToken = await loginMember(app, idle)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, {
        token: cooperative.token,
        body: { status: 'inactive' },
      }),
    )
    await empty(adaToken)
    const key = newKey()
    const body = { message: 'The office opens at nine.', to: 'all', type: 'warning', link: '/member/contributions' }
    const first = await app.call('POST', '/notifications', { token: cooperative.token, body, key })
    const again = await app.call('POST', '/notifications', { token: cooperative.token, body, key })
    expect(dataOf(first, 201)).toMatchObject({ recipients: 2, sms: 0, emails: 0 })
    expect(again.body).toEqual(first.body)
    const { data, meta } = await inbox(adaToken)
    expect(data).toEqual([
      {
        id: expect.any(String),
        type: 'warning',
        message: 'The office opens at nine.',
        status: 'unread',
        read: false,
        createdAt: expect.stringMatching(/Z$/),
        link: '/member/contributions',
      },
    ])
    expect(meta).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1, summary: { unread: 1 } })
    expect(messages(await inbox(stranger))).not.toContain('The office opens at nine.')
    expect(messages(await inbox(idleToken))).not.toContain('The office opens at nine.')
    expect(messages(await inbox(cooperative.token))).not.toContain('The office opens at nine.')
    expect((await app.call('GET', '/notifications/sent', { token: cooperative.token })).body.data[0]).toMatchObject({
      message: 'The office opens at nine.',
      recipients: 2,
      sms: 0,
      sentBy: 'Market Women',
    })
  })

  test('a message to chosen ones reaches them alone, also by SMS and email where asked', async () => {
    await empty(bolaToken)
    const { recipients, sms, emails } = dataOf(
      await send({ message: 'Come and sign.', to: [ada.id, ada.id], alsoSms: true, alsoEmail: true }),
      201,
    )
    expect({ recipients, sms, emails }).toEqual({ recipients: 1, sms: 1, emails: 1 })
    expect((await inbox(bolaToken)).data).toEqual([])
    await expect
      .poll(async () =>
        (await app.outbox())
          .filter(({ text }) => text === 'Market Women: Come and sign.')
          .map(({ channel, to }) => `${channel} ${to}`)
          .toSorted((one, next) => one.localeCompare(next)),
      )
      .toEqual(['email ada@example.org', `sms ${ada.phone}`])
  })

  test('naming a member of another cooperative is answered like naming no one, and tells no one', async () => {
    const other = await buildCooperative(app)
    const foreign = await buildMember(app, other)
    await empty(adaToken)
    const replies = await Promise.all(
      [foreign.id, '00000000-0000-4000-8000-000000000000'].map((id) => send({ message: 'Hello', to: [ada.id, id] })),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404])
    expect({ ...replies[0]?.body, requestId: '' }).toEqual({ ...replies[1]?.body, requestId: '' })
    expect((await inbox(adaToken)).data).toEqual([])
  })

  test.each([
    [{ to: 'all' }, 'message', 'Write the message'],
    [{ message: '  ', to: 'all' }, 'message', 'Write the message'],
    [{ message: 'x'.repeat(501), to: 'all' }, 'message', 'Use 500 characters or fewer'],
    [{ message: 'x', to: [] }, 'to', 'Send "all" or a list of member ids'],
    [{ message: 'x', to: 'everybody' }, 'to', 'Send "all" or a list of member ids'],
    [{ message: 'x', to: 'all', type: 'urgent' }, 'type', 'Use one of info, success, warning, error'],
    [
      { message: 'x', to: 'all', link: 'https://example.org' },
      'link',
      "Use a page of the members' portal, such as /member/contributions",
    ],
    [
      { message: 'x', to: 'all', link: '//example.org' },
      'link',
      "Use a page of the members' portal, such as /member/contributions",
    ],
  ])('a bad message is refused with the field that is wrong: %j', async (body, field, sentence) => {
    const reply = await send(body)
    expect(reply.status).toBe(422)
    expect(reply.body.errors[0]).toEqual({ field, message: sentence })
  })

  test('a cooperative without members has no one to tell', async () => {
    const lonely = await buildCooperative(app)
    expect((await send({ message: 'Hello', to: 'all' }, lonely.token)).status).toBe(409)
  })

  test('opening the bell marks what was shown as read, and leaves what came later', async () => {
    await empty(adaToken)
    dataOf(await send({ message: 'First', to: [ada.id] }), 201)
    const shown = await inbox(adaToken)
    dataOf(await send({ message: 'Second', to: [ada.id] }), 201)
    const through = shown.data[0].createdAt
    expect(dataOf(await app.call('PUT', '/notifications/read-all', { token: adaToken, body: { through } }))).toEqual({
      read: 1,
    })
    expect(messages(await inbox(adaToken, '?status=unread'))).toEqual(['Second'])
    expect(messages(await inbox(adaToken, '?status=read'))).toEqual(['First'])
    expect(dataOf(await app.call('PUT', '/notifications/read-all', { token: adaToken, body: {} }))).toEqual({ read: 1 })
    expect((await inbox(adaToken)).meta.summary).toEqual({ unread: 0 })
    expect(
      dataOf(
        await app.call('PUT', '/notifications/read-all', {
          token: adaToken,
          body: { through: '-200000-01-01T00:00:00Z' },
        }),
      ),
    ).toEqual({ read: 0 })
    expect(
      (await app.call('PUT', '/notifications/read-all', { token: adaToken, body: { through: 'yesterday' } })).status,
    ).toBe(422)
  })

  test('are filtered by type and words, and paged', async () => {
    await empty(adaToken)
    for (const [message, type] of [
      ['One', 'info'],
      ['Two', 'success'],
      ['Three 100%', 'error'],
    ])
      dataOf(await send({ message, type, to: [ada.id] }), 201)
    expect(messages(await inbox(adaToken))).toEqual(['Three 100%', 'Two', 'One'])
    expect(messages(await inbox(adaToken, '?type=success'))).toEqual(['Two'])
    expect(messages(await inbox(adaToken, '?q=100%25'))).toEqual(['Three 100%'])
    const second = await inbox(adaToken, '?limit=2&page=2')
    expect(messages(second)).toEqual(['One'])
    expect(second.meta).toMatchObject({ total: 3, totalPages: 2, summary: { unread: 3 } })
    expect((await app.call('GET', '/notifications?status=new', { token: adaToken })).status).toBe(422)
  })

  test('one is read, deleted and put back by its owner, and is not there for anybody else', async () => {
    await empty(adaToken)
    dataOf(await send({ message: 'Yours', to: [ada.id] }), 201)
    const { id } = (await inbox(adaToken)).data[0]
    for (const [method, path] of [
      ['PUT', `/notifications/${id}/read`],
      ['DELETE', `/notifications/${id}`],
      ['PUT', `/notifications/${id}/restore`],
    ] as const) {
      for (const token of [bolaToken, cooperative.token])
        expect((await app.call(method, path, { token })).status).toBe(404)
    }
    expect(dataOf(await app.call('PUT', `/notifications/${id}/read`, { token: adaToken }))).toMatchObject({
      status: 'read',
      read: true,
    })
    expect(dataOf(await app.call('DELETE', `/notifications/${id}`, { token: adaToken }))).toEqual({ id })
    expect((await inbox(adaToken)).meta.total).toBe(0)
    dataOf(await app.call('PUT', `/notifications/${id}/restore`, { token: adaToken }))
    expect(messages(await inbox(adaToken))).toEqual(['Yours'])
  })

  test('a posted contribution tells the member, one by one and by the month', async () => {
    await empty(adaToken)
    await empty(bolaToken)
    const token = cooperative.token
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token,
        body: { memberId: ada.id, amount: 2500.5, period: '2026-09' },
      }),
      201,
    )
    dataOf(
      await app.call('POST', '/financial/contributions/bulk', {
        token,
        body: {
          period: '2026-10',
          rows: [
            { memberId: ada.id, amount: 1000 },
            { memberId: bola.id, amount: 2000 },
          ],
        },
      }),
      201,
    )
    expect(messages(await inbox(adaToken))).toEqual([
      'Your contribution of ₦1,000.00 for October 2026 was recorded.',
      'Your contribution of ₦2,500.50 for September 2026 was recorded.',
    ])
    expect(messages(await inbox(bolaToken))).toEqual(['Your contribution of ₦2,000.00 for October 2026 was recorded.'])
  })

  test('officers are told as a body and each login reads for itself', async () => {
    const officer = await buildMember(app, cooperative, { firstName: 'Tunde' })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${officer.id}/roles`, {
        token: cooperative.token,
        body: { roleIds: ['member', 'admin'] },
      }),
    )
    const ownToken = await loginMember(app, officer)
    const own = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: ownToken,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    ).accessToken
    const verified = (await inbox(cooperative.token)).data.find(({ type }: { type: string }) => type === 'success')
    expect(verified).toMatchObject({
      type: 'success',
      message: 'Market Women is verified. You can log in and add your members.',
    })
    dataOf(await app.call('PUT', '/notifications/read-all', { token: cooperative.token, body: {} }))
    expect((await inbox(cooperative.token)).meta.summary.unread).toBe(0)
    // That the cooperative is verified, and that it has another admin.
    expect((await inbox(own)).meta.summary.unread).toBe(2)
    dataOf(await app.call('DELETE', `/notifications/${verified.id}`, { token: own }))
    expect((await inbox(own)).meta.total).toBe(1)
    expect((await inbox(cooperative.token)).meta.total).toBe(2)
    // Reading a second time changes nothing.
    expect(dataOf(await app.call('PUT', '/notifications/read-all', { token: cooperative.token, body: {} }))).toEqual({
      read: 0,
    })
  })

  test('the super admin is told of a registration and of a document', async () => {
    const token = await app.superAdminToken()
    const phone = newPhone()
    const { coop_id: coopId, id } = dataOf(
      await app.call('POST', '/cooperatives/register', {
        body: { name: 'Fresh Fish', phone, password: 'secret-1', confirmpassword: 'secret-1' },
      }),
      201,
    )
    const login = dataOf(
      await app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password: 'secret-1' } }),
    ).accessToken
    const png = {
      name: 'cac.png',
      content: Uint8Array.from(
        atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
        (c) => c.charCodeAt(0),
      ),
    }
    dataOf(await app.call('POST', '/cooperatives/cac-document', { token: login, file: png }), 201)
    const told = await inbox(token, '?q=fresh')
    expect(messages(told)).toEqual([
      'Fresh Fish uploaded a document: cac.png.',
      `Fresh Fish (${coopId}) registered and waits for verification.`,
    ])
    expect(told.data[0].link).toBe(`/superadmin/cooperatives/${id}`)
    expect(dataOf(await app.call('PUT', `/notifications/${told.data[0].id}/read`, { token }))).toMatchObject({
      status: 'read',
    })
    dataOf(await app.call('DELETE', `/notifications/${told.data[0].id}`, { token }))
    expect((await inbox(token, '?q=fresh')).meta.total).toBe(1)
    dataOf(await app.call('PUT', '/notifications/read-all', { token, body: {} }))
    expect((await inbox(token)).meta.summary.unread).toBe(0)
    await setCooperativeStatus(app, id, 'active')
    await setCooperativeStatus(app, id, 'suspended')
    await setCooperativeStatus(app, id, 'active')
    const reopened = dataOf(
      await app.call('POST', '/cooperatives/login', { body: { identifier: coopId, password: 'secret-1' } }),
    ).accessToken
    expect((await inbox(reopened)).data.map(({ type }: { type: string }) => type)).toEqual([
      'success',
      'warning',
      'success',
    ])
  })

  test('ten thousand members are told in one go', async () => {
    const big = await buildCooperative(app)
    await app.admin.query(
      `insert into app.member (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, registration_date, contributions_due_from, gender, marital_status, employment_status, search_text)
       select $1, gen_random_uuid(), n, 'B/' || n, 'M', 'N', 'big' || n, '2025-01-01', '2025-01-01', 'female', 'single', 'employed', 'm' from generate_series(1, 10000) n`,
      [big.id],
    )
    const { recipients, sms } = dataOf(await send({ message: 'All of you', to: 'all', alsoSms: true }, big.token), 201)
    expect({ recipients, sms }).toEqual({ recipients: 10_000, sms: 10_000 })
    const { rows } = await app.admin.query(
      'select count(distinct member_id)::int as members, count(*)::int as told from app.notification where cooperative_id = $1',
      [big.id],
    )
    expect(rows).toEqual([{ members: 10_000, told: 10_000 }])
  })
})
