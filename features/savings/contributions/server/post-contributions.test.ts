import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/contributions'

describe('posting a contribution', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative, {
      firstName: 'Ngọzi',
      lastName: 'Okonkwo',
      registrationDate: '2025-03-10',
    })
  })
  afterAll(() => app.stop())

  const post = (body: Record<string, unknown>, key?: string) =>
    app.call('POST', path, {
      token: cooperative.token,
      body: { memberId: member.id, amount: 1000, ...body },
      ...(key !== undefined && { key }),
    })
  const entries = async () =>
    Number(
      (await app.admin.query('select last_no from ledger.head where cooperative_id = $1', [cooperative.id])).rows[0]
        .last_no,
    )
  const savings = async () =>
    dataOf(await app.call('GET', `/cooperatives/members/${member.id}`, { token: cooperative.token })).savings

  test('moves the member to what they paid, exact to the kobo, and answers with the voucher', async () => {
    const before = await savings()
    const reply = await post({ amount: 2500.05, occurredOn: '2026-02-03', description: 'Market day' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      success: true,
      message: 'Contribution posted',
      data: {
        memberId: member.id,
        amount: 2500.05,
        occurredOn: '2026-02-03',
        period: '2026-02',
        entryNumber: expect.any(Number),
        receiptNumber: expect.stringMatching(/^\d+-[0-9a-f]{10}$/),
      },
    })
    expect(await savings()).toBe(before + 2500.05)
    const { data } = (
      await app.call('GET', `/financial/transactions?memberId=${member.id}`, { token: cooperative.token })
    ).body
    expect(data[0]).toMatchObject({
      type: 'contribution',
      status: 'approved',
      amount: 2500.05,
      direction: 'in',
      description: 'Market day',
      entryNumber: reply.body.data.entryNumber,
    })
  })

  test('pays the month that is named, and is dated today when no day is', async () => {
    const reply = await post({ period: '2026-01' })
    expect(reply.body.data).toMatchObject({
      period: '2026-01',
      occurredOn: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    })
  })

  test.each([
    ['nothing', { amount: 0 }, 422, 'amount', 'Enter an amount above zero'],
    ['less than nothing', { amount: -5 }, 422, 'amount', 'Enter an amount above zero'],
    ['a third of a kobo', { amount: 10.333 }, 422, 'amount', 'Enter naira with at most two decimals'],
    ['text', { amount: '1000' }, 422, 'amount', 'Enter an amount in naira'],
    ['null', { amount: null }, 422, 'amount', 'Enter an amount in naira'],
    ['more than a trillion', { amount: 1_000_000_000_000.01 }, 422, 'amount', 'Enter at most 1,000,000,000,000 naira'],
    [
      'a number that JSON has rounded',
      { amount: 9_007_199_254_740_992 },
      422,
      'amount',
      'Enter at most 1,000,000,000,000 naira',
    ],
    [
      'a day that does not exist',
      { occurredOn: '2026-02-30' },
      422,
      'occurredOn',
      'There is no such day. Check the month and the day.',
    ],
    ['tomorrow', { occurredOn: '2199-01-01' }, 422, 'occurredOn', 'Choose today or an earlier date.'],
    [
      'a day before the member joined',
      { occurredOn: '2025-03-09' },
      422,
      'occurredOn',
      'Ngọzi Okonkwo joined on 2025-03-10. Choose that date or a later one.',
    ],
    [
      'an account type of no one',
      { accountTypeId: '00000000-0000-4000-8000-000000000000' },
      422,
      'accountTypeId',
      'Choose one of the account types that your cooperative offers.',
    ],
    ['a member of no one', { memberId: '00000000-0000-4000-8000-000000000000' }, 404, 'memberId', 'Not found'],
    ['a field that does not exist', { status: 'approved' }, 422, 'status', 'status is not a field of this request'],
  ])('refuses %s and stores nothing', async (_, body, status, field, message) => {
    const before = await entries()
    const reply = await post(body)
    expect(reply.body).toMatchObject({ success: false, status, message, errors: [{ field, message }] })
    expect(await entries()).toBe(before)
  })

  test('refuses what is not JSON with 400', async () => {
    const reply = await app.call('POST', path, { token: cooperative.token, body: '{"amount": 5' })
    expect(reply.body).toMatchObject({ status: 400, message: 'The request body is not valid JSON.' })
  })

  // Remedy: member_not_active
  test('refuses a member who is not active, and says who', async () => {
    const idle = await buildMember(app, cooperative, { firstName: 'Idle' })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, {
        token: cooperative.token,
        body: { status: 'inactive' },
      }),
    )
    const reply = await post({ memberId: idle.id })
    expect(reply.body).toMatchObject({
      status: 409,
      message: 'Idle Obi is not an active member. Reactivate the member first.',
    })
    dataOf(
      await app.call('PUT', `/cooperatives/members/${idle.id}`, {
        token: cooperative.token,
        body: { status: 'active' },
      }),
    )
    expect((await post({ memberId: idle.id })).status).toBe(201)
  })

  test('refuses a member and a stranger', async () => {
    const own = await buildMember(app, cooperative)
    const asMember = await app.call('POST', path, {
      token: await loginMember(app, own),
      body: { memberId: member.id, amount: 5 },
    })
    expect(asMember.status).toBe(403)
    expect((await app.call('POST', path, { body: { memberId: member.id, amount: 5 } })).status).toBe(401)
  })

  test("another cooperative's member is as missing as one that never was", async () => {
    const other = await buildCooperative(app)
    const theirs = await buildMember(app, other)
    const foreign = await post({ memberId: theirs.id })
    const missing = await post({ memberId: '00000000-0000-4000-8000-000000000001' })
    const shape = ({ body }: typeof foreign) => ({ ...body, requestId: '' })
    expect(shape(foreign)).toEqual(shape(missing))
  })

  test('the same key gets the same answer and posts once', async () => {
    const key = newKey()
    const before = await entries()
    const first = await post({ amount: 77 }, key)
    const second = await post({ amount: 77 }, key)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await entries()).toBe(before + 1)
  })

  test('the same key with another amount is refused and posts nothing', async () => {
    const key = newKey()
    dataOf(await post({ amount: 78 }, key), 201)
    const before = await entries()
    expect((await post({ amount: 79 }, key)).body).toMatchObject({
      status: 422,
      message: expect.stringContaining('Idempotency-Key'),
    })
    expect(await entries()).toBe(before)
  })

  test('a key may be tried again after a refusal', async () => {
    const key = newKey()
    expect((await post({ occurredOn: '2199-01-01' }, key)).status).toBe(422)
    expect((await post({ occurredOn: '2026-03-01' }, key)).status).toBe(201)
  })

  test('a hundred at once with one key post one entry, and all hear the same', async () => {
    const key = newKey()
    const before = await entries()
    const replies = await Promise.all(Array.from({ length: 100 }, () => post({ amount: 5 }, key)))
    const posted = replies.filter(({ status }) => status === 201)
    expect(new Set(posted.map(({ text }) => text)).size).toBe(1)
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(await entries()).toBe(before + 1)
  })

  test('those that arrive together share a transaction, each with its own answer and its own refusal', async () => {
    const before = await entries()
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        post(n % 3 === 2 ? { occurredOn: '2199-01-01' } : { amount: n + 1, occurredOn: '2026-04-01' }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, (_, n) => (n % 3 === 2 ? 422 : 201)))
    const accepted = replies.filter(({ status }) => status === 201)
    expect(accepted.map(({ body }) => body.data.amount)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1).filter((n) => n % 3 !== 0),
    )
    expect(new Set(accepted.map(({ body }) => body.data.entryNumber)).size).toBe(40)
    expect(await entries()).toBe(before + 40)
    const { rows } = await app.admin.query(
      'select count(distinct txid)::int as transactions, count(*)::int as entries from ledger.entry where cooperative_id = $1 and entry_no > $2',
      [cooperative.id, before],
    )
    expect(rows[0].entries).toBe(40)
    expect(rows[0].transactions).toBeLessThan(40)
  })

  test('leaves a line of who did what', async () => {
    const reply = await post({ amount: 6 })
    expect(reply.status).toBe(201)
    const { rows } = await app.admin.query(
      `select action, role, subject_id from audit.event where cooperative_id = $1 order by at desc limit 1`,
      [cooperative.id],
    )
    expect(rows[0]).toEqual({ action: 'POST /financial/contributions', role: 'coop_admin', subject_id: member.id })
  })

  test('afterwards the books prove themselves', async () => {
    expect(await app.checks()).toEqual([])
    const trial = dataOf(await app.call('GET', '/financial/reports/trial-balance', { token: cooperative.token }))
    expect(trial.balanced).toBe(true)
    expect(trial.totals.debit).toBe(trial.totals.credit)
  })
})
