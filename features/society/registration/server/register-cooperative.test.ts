import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  newKey,
  newPhone,
  setCooperativeStatus,
  statusesOf,
} from '#dev/testing/builders.ts'

describe('registering a cooperative', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())

  const whole = () => ({ name: 'Unity Thrift', phone: newPhone(), password: 'secret-1', confirmpassword: 'secret-1' })
  const register = (body: unknown, key?: string) =>
    app.call('POST', '/cooperatives/register', { body, ...(key !== undefined && { key }) })

  test('answers with its id and coop_id, pending, and tells its phone', async () => {
    const body = whole()
    const reply = await register(body)
    expect(reply.body).toEqual({
      success: true,
      message: 'Cooperative registered successfully!',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        coop_id: expect.stringMatching(/^AJO-[2-9A-HJKMNP-Z]{6}$/),
        name: 'Unity Thrift',
        phone: body.phone,
        status: 'pending',
      },
    })
    expect(reply.status).toBe(201)
    const [sent] = (await app.outbox()).filter(({ to }) => to === body.phone)
    expect(sent?.text).toBe(
      `Ajose: Unity Thrift is registered. Your Cooperative ID is ${reply.body.data.coop_id}. We review your details in 1-3 business days.`,
    )
  })

  test.each([
    ['no name', { name: undefined }, 'name', 'name is required'],
    ['an empty name', { name: '   ' }, 'name', 'name is required'],
    ['no phone', { phone: undefined }, 'phone', 'phone is required'],
    ['an empty phone', { phone: '' }, 'phone', 'phone is required'],
    ['no password', { password: undefined }, 'password', 'password is required'],
    ['no confirmation', { confirmpassword: undefined }, 'confirmpassword', 'confirmpassword is required'],
    ['an empty confirmation', { confirmpassword: '' }, 'confirmpassword', 'confirmpassword is required'],
    [
      'five letters of password',
      { password: 'abcde', confirmpassword: 'abcde' },
      'password',
      'Password must be at least 6 characters',
    ],
    ['another confirmation', { confirmpassword: 'secret-2' }, 'confirmpassword', 'Passwords do not match'],
    ['a phone of letters', { phone: 'not a phone' }, 'phone', 'Invalid phone number format'],
    ['a landline', { phone: '+2341234567890' }, 'phone', 'Invalid phone number format'],
    ['a phone with a digit too few', { phone: '0803123456' }, 'phone', 'Invalid phone number format'],
    ['a phone of another country', { phone: '+447700900123' }, 'phone', 'Invalid phone number format'],
    ['an e-mail that is none', { email: 'ada@home' }, 'email', 'Invalid email format'],
    ['a name that the database cannot hold', { name: 'A\u0000B' }, 'name', 'Use letters, digits and punctuation only'],
    ['a name of nothing that can be seen', { name: '\u200b\u200b' }, 'name', 'name is required'],
    ['a name of joiners and marks alone', { name: '\u200d\u0301' }, 'name', 'name is required'],
    [
      'a name that turns the reading direction',
      { name: 'Unity\u202etfirhT' },
      'name',
      'Use letters, digits and punctuation only',
    ],
    ['a phone with dashes', { phone: '0815-709-9287' }, 'phone', 'Invalid phone number format'],
    ['half of a letter', { name: 'A\ud83d' }, 'name', 'Use letters, digits and punctuation only'],
    ['a field that does not exist', { status: 'active' }, 'status', 'status is not a field of this request'],
  ])('refuses %s', async (_, change, field, message) => {
    const reply = await register({ ...whole(), ...change })
    expect(reply.body).toMatchObject({ success: false, status: 422, message, data: null, errors: [{ field, message }] })
  })

  test('names everything that is wrong at once', async () => {
    const { body } = await register({})
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'phone',
      'password',
      'confirmpassword',
    ])
  })

  test('keeps a phone in one form, and refuses it in every other', async () => {
    const stored = newPhone()
    const local = stored.replace('+234', '0')
    const spaced = `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`
    expect(dataOf(await register({ ...whole(), phone: spaced }), 201).phone).toBe(stored)
    for (const phone of [stored, local, stored.slice(1)]) {
      const message = 'A cooperative with this phone number exists.'
      expect((await register({ ...whole(), phone })).body).toMatchObject({
        status: 409,
        message,
        errors: [{ field: 'phone', message }],
      })
    }
  })

  test('of ten that register one phone at once, one succeeds', async () => {
    const phone = newPhone()
    const replies = await Promise.all(Array.from({ length: 10 }, () => register({ ...whole(), phone })))
    expect(statusesOf(replies)).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    const { rows } = await app.admin.query('select count(*)::int as count from app.cooperative where phone = $1', [
      phone,
    ])
    expect(rows).toEqual([{ count: 1 }])
  })

  test('the same key six times at once registers once, and all six get that answer', async () => {
    const [key, body] = [newKey(), whole()]
    const replies = await Promise.all(Array.from({ length: 6 }, () => register(body, key)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(5)
    const { rows } = await app.admin.query('select from app.cooperative where phone = $1', [body.phone])
    expect(rows).toHaveLength(1)
    // A refusal is no answer that is kept: each of them is refused by itself.
    const refused = await Promise.all(Array.from({ length: 3 }, () => register({ ...body, email: 'none' }, newKey())))
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
    const again = newKey()
    const taken = await Promise.all(Array.from({ length: 3 }, () => register(body, again)))
    expect(taken.map(({ status }) => status)).toEqual([409, 409, 409])
  })

  test('the same key registers once', async () => {
    const [key, body] = [newKey(), whole()]
    const first = await register(body, key)
    expect((await register(body, key)).text).toBe(first.text)
    expect((await register({ ...body, name: 'Another' }, key)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'Idempotency-Key' }],
    })
  })

  test("a member's phone may register a cooperative", async () => {
    const member = await buildMember(app, await buildCooperative(app))
    expect((await register({ ...whole(), phone: member.phone })).status).toBe(201)
  })

  test('what it needs is there the minute that it is verified', async () => {
    const cooperative = await buildCooperative(app, { status: 'pending' })
    const get = async (path: string) => app.call('GET', path, { token: cooperative.token })
    expect((await get('/financial/config')).body).toMatchObject({
      status: 403,
      message: 'This cooperative is still being verified. This opens when verification is complete.',
    })
    await setCooperativeStatus(app, cooperative.id, 'active')
    const types = dataOf(await get('/financial/account-types'))
    expect(types.map(({ name, kind, isDefault }: Record<string, unknown>) => [name, kind, isDefault])).toEqual([
      ['Ordinary savings', 'savings', true],
      ['Shares', 'shares', false],
      ['Special savings', 'savings', false],
      ['Target savings', 'savings', false],
    ])
    expect(
      dataOf(await get('/financial/loan-configs')).map(
        ({ name, annualRatePercent, isDefault }: Record<string, unknown>) => [name, annualRatePercent, isDefault],
      ),
    ).toEqual([
      ['Regular', 12, true],
      ['Commodity', 8, false],
      ['Emergency', 10, false],
    ])
    expect(dataOf(await get('/financial/config'))).toMatchObject({
      fiscalYearStart: '01-01',
      shareParValue: 500,
      sharesMin: 20,
      shareCeilingPercent: 20,
      savingsMultiple: 2,
      guarantorsRequired: 2,
      closedThrough: null,
    })
    const member = await buildMember(app, cooperative)
    const [{ id: shares }] = types.filter(({ kind }: { kind: string }) => kind === 'shares')
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 1000 },
      }),
      201,
    )
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 500, accountTypeId: shares },
      }),
      201,
    )
    const { accounts, totals } = dataOf(await get('/financial/reports/trial-balance'))
    expect(accounts).toMatchObject([
      { code: '1010', name: 'Cash in hand', class: 'asset', debit: 1500, credit: 0 },
      { code: '2110', name: 'Ordinary savings', class: 'liability', debit: 0, credit: 1000 },
      { code: '3110', name: 'Share capital', class: 'equity', debit: 0, credit: 500 },
    ])
    expect(totals).toMatchObject({ debit: 1500, credit: 1500 })
    expect(await app.checks()).toEqual([])
  })
})
