import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  setCooperativeStatus,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const wrong = {
  status: 401,
  message: 'The phone number or password you entered is incorrect. Please check your credentials and try again.',
}

describe('logging in as a member', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Market Women' })
    member = await buildMember(app, cooperative, { firstName: 'Ngọzi', lastName: 'Okonkwo' })
    await loginMember(app, member)
  })
  afterAll(() => app.stop())

  const login = (body: unknown) => app.call('POST', '/member-auth/login', { body })

  test('answers with the member, their cooperative and the tokens', async () => {
    expect(dataOf(await login({ phoneNumber: member.phone, password: 'member-password' }))).toEqual({
      member: {
        id: member.id,
        firstName: 'Ngọzi',
        lastName: 'Okonkwo',
        phone: member.phone,
        email: null,
        membershipId: member.membershipno,
        cooperativeId: cooperative.id,
        cooperativeName: 'Market Women',
        cooperativeStatus: 'active',
        roles: ['member'],
      },
      memberships: [],
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test.each([
    ['no phone', { password: 'whatever' }, 'phoneNumber', 'Phone number is required'],
    ['an empty phone', { phoneNumber: '', password: 'whatever' }, 'phoneNumber', 'Phone number is required'],
    [
      'a phone from the 0',
      { phoneNumber: '08031234567', password: 'whatever' },
      'phoneNumber',
      'Phone number must be in format +234XXXXXXXXXX',
    ],
    [
      'a phone of nine digits',
      { phoneNumber: '+234803123456', password: 'whatever' },
      'phoneNumber',
      'Phone number must be in format +234XXXXXXXXXX',
    ],
    ['no password', { phoneNumber: '+2348031234567' }, 'password', 'Password is required'],
  ])('refuses %s', async (_, body, field, message) => {
    expect((await login(body)).body).toMatchObject({ status: 422, message, errors: [{ field, message }] })
  })

  test('an unknown phone, a member without a password and a wrong password are answered alike', async () => {
    const waiting = await buildMember(app, cooperative)
    const replies = [
      await login({ phoneNumber: newPhone(), password: 'whatever' }),
      await login({ phoneNumber: waiting.phone, password: 'whatever' }),
      await login({ phoneNumber: member.phone, password: 'whatever' }),
    ]
    const shapes = replies.map(({ body }) => ({ ...body, requestId: '' }))
    for (const shape of shapes) expect(shape).toEqual({ ...shapes[0], ...wrong })
  })

  test("the cooperative's password does not open a member with the same phone, nor their the cooperative", async () => {
    const double = await buildMember(app, cooperative, { phone: cooperative.phone })
    await loginMember(app, double, 'another-password')
    expect((await login({ phoneNumber: cooperative.phone, password: cooperative.password })).status).toBe(401)
    expect(
      (
        await app.call('POST', '/cooperatives/login', {
          body: { identifier: cooperative.phone, password: 'another-password' },
        })
      ).status,
    ).toBe(401)
  })

  test('a member of a suspended and of a rejected cooperative hears why nothing opens', async () => {
    const closing = await buildCooperative(app)
    const theirs = await buildMember(app, closing)
    await loginMember(app, theirs)
    await setCooperativeStatus(app, closing.id, 'suspended')
    const body = { phoneNumber: theirs.phone, password: 'member-password' }
    expect((await login(body)).body).toMatchObject({
      status: 403,
      message: 'This cooperative is suspended. Contact support to reopen it.',
    })
    await setCooperativeStatus(app, closing.id, 'rejected')
    expect((await login(body)).body).toMatchObject({
      status: 403,
      message: 'This cooperative was not approved. Contact support to appeal.',
    })
  })

  // ASVS V7.4.2
  test('a removed member is as unknown as a stranger', async () => {
    const leaver = await buildMember(app, cooperative)
    const token = await loginMember(app, leaver)
    dataOf(await app.call('DELETE', `/cooperatives/members/${leaver.id}`, { token: cooperative.token }))
    expect((await app.call('GET', '/member-portal/profile', { token })).status).toBe(401)
    expect((await login({ phoneNumber: leaver.phone, password: 'member-password' })).body).toMatchObject(wrong)
  })
})
