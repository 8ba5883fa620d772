import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  loginMember,
  newPhone,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const codeWrong = { status: 422, message: 'This code is wrong, used or expired. Ask for a new one.' }

describe('setting a password with a code', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app, { name: 'First Society' })
  })
  afterAll(() => app.stop())

  const reset = (identifier: string, code: string, password = 'new-password', confirmPassword = password) =>
    app.call('POST', '/auth/reset-password', { body: { identifier, code, password, confirmPassword } })
  const login = (phoneNumber: string, password: string) =>
    app.call('POST', '/member-auth/login', { body: { phoneNumber, password } })
  const askCode = async (phone: string) => {
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: phone } }))
    return lastCode(app, phone)
  }
  const activeMember = async () => {
    const member = await buildMember(app, cooperative)
    await loginMember(app, member)
    return member
  }
  const otherThan = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

  describe('from the phone', () => {
    // ASVS V6.4.3
    test('sets it, ends every session and tells the phone', async () => {
      const { phone } = await activeMember()
      const { accessToken } = dataOf(await login(phone, 'member-password'))
      const reply = await reset(phone, await askCode(phone))
      expect(reply.body).toEqual({ success: true, message: 'Password set. You can log in with it now.', data: null })
      expect((await app.call('GET', '/member-portal/profile', { token: accessToken })).status).toBe(401)
      expect((await login(phone, 'member-password')).status).toBe(401)
      expect((await login(phone, 'new-password')).status).toBe(200)
      expect((await app.outbox()).findLast(({ to }) => to === phone)?.text).toContain(
        'your password was changed and every session was ended',
      )
    })

    // ASVS V6.5.1
    test('works once, also when it is sent many times at once', async () => {
      const { phone } = await activeMember()
      const code = await askCode(phone)
      const replies = await Promise.all(
        ['one', 'two', 'three', 'four'].map((word) => reset(phone, code, `password-${word}`)),
      )
      expect(statusesOf(replies)).toEqual([200, 422, 422, 422])
      expect((await reset(phone, code)).body).toMatchObject({ ...codeWrong, errors: [{ field: 'code' }] })
    })

    // ASVS V6.6.2
    test('makes the codes sent before it worthless', async () => {
      const { phone } = await activeMember()
      const [first, second] = [await askCode(phone), await askCode(phone)]
      dataOf(await reset(phone, second))
      expect((await reset(phone, first)).body).toMatchObject(codeWrong)
    })

    // ASVS V6.5.5
    test('works for ten minutes', async () => {
      const { phone } = await activeMember()
      const code = await askCode(phone)
      const { rows } = await app.admin.query(
        `select round(extract(epoch from expires_at - created_at))::int as seconds from platform.code where purpose = 'reset' order by created_at desc limit 1`,
      )
      expect(rows).toEqual([{ seconds: 600 }])
      await app.admin.query(`update platform.code set expires_at = now() - interval '1 second' where purpose = 'reset'`)
      expect((await reset(phone, code)).body).toMatchObject(codeWrong)
    })

    // ASVS V6.6.3
    test('is worthless after five wrong tries', async () => {
      const { phone } = await activeMember()
      const code = await askCode(phone)
      for (let n = 0; n < 5; n += 1) expect((await reset(phone, otherThan(code))).body).toMatchObject(codeWrong)
      expect((await reset(phone, code)).body).toMatchObject(codeWrong)
    })

    test('is good after four wrong tries, and with the spaces that people type', async () => {
      const { phone } = await activeMember()
      const code = await askCode(phone)
      for (let n = 0; n < 4; n += 1) await reset(phone, otherThan(code))
      expect((await reset(phone, ` ${code.slice(0, 4)} ${code.slice(4)}`)).status).toBe(200)
    })

    // ASVS V6.6.2
    test('belongs to its own phone, and an unknown phone hears the same as a wrong code', async () => {
      const [mine, theirs] = [await activeMember(), await activeMember()]
      const code = await askCode(mine.phone)
      const [foreign, unknown] = [await reset(theirs.phone, code), await reset(newPhone(), code)]
      expect(foreign.body).toMatchObject(codeWrong)
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    })

    test("opens the cooperative's own login, by its id", async () => {
      const own = await buildCooperative(app)
      dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: own.coopId } }))
      dataOf(await reset(own.coopId.toLowerCase(), await lastCode(app, own.phone)))
      expect((await app.call('GET', '/cooperatives/profile', { token: own.token })).status).toBe(401)
      expect(
        (await app.call('POST', '/cooperatives/login', { body: { identifier: own.phone, password: 'new-password' } }))
          .status,
      ).toBe(200)
    })
  })

  test.each([
    ['five letters', 'abcde', 'abcde', 'password', 'Password must be at least 6 characters'],
    ['another confirmation', 'secret-one', 'secret-two', 'confirmPassword', 'Passwords do not match'],
    ['an empty confirmation', 'secret-one', '', 'confirmPassword', 'confirmPassword is required'],
    ['no password', '', '', 'password', 'password is required'],
  ])('refuses %s and spends no try of the code', async (_, password, confirmPassword, field, message) => {
    const reply = await reset(newPhone(), '12345678', password, confirmPassword)
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toContainEqual({ field, message })
  })

  test('a longer minimum that the server was given holds', async () => {
    const member = await buildMember(app, cooperative)
    app.services.passwordLengthMin = 10
    try {
      const message = 'Password must be at least 10 characters'
      expect((await reset(member.phone, member.activationCode, 'nine-char')).body).toMatchObject({
        status: 422,
        message,
        errors: [{ field: 'password', message }],
      })
      const body = { name: 'Short', phone: newPhone(), password: 'nine-char', confirmpassword: 'nine-char' }
      expect((await app.call('POST', '/cooperatives/register', { body })).body).toMatchObject({ status: 422, message })
    } finally {
      app.services.passwordLengthMin = 6
    }
    expect((await reset(member.phone, member.activationCode, 'nine-char')).status).toBe(200)
  })

  describe('from the cooperative, to activate a member', () => {
    // ASVS V6.4.1
    test('gives the first password, once', async () => {
      const member = await buildMember(app, cooperative)
      expect((await login(member.phone, 'first-password')).status).toBe(401)
      dataOf(await reset(member.phone, member.activationCode, 'first-password'))
      expect((await login(member.phone, 'first-password')).status).toBe(200)
      expect((await reset(member.phone, member.activationCode, 'other-password')).body).toMatchObject(codeWrong)
      expect((await login(member.phone, 'first-password')).status).toBe(200)
    })

    test('takes the phone in the form that people type', async () => {
      const member = await buildMember(app, cooperative)
      expect((await reset(member.phone.replace('+234', '0'), member.activationCode)).status).toBe(200)
    })

    test('reaches a member whose phone is not a mobile', async () => {
      const member = await buildMember(app, cooperative, { phone: '+2341765432100' })
      expect((await reset(member.phone, member.activationCode)).status).toBe(200)
      expect((await login(member.phone, 'new-password')).status).toBe(200)
    })

    // ASVS V6.4.1
    test('refuses a wrong code and one of fifteen days ago', async () => {
      const member = await buildMember(app, cooperative)
      expect((await reset(member.phone, otherThan(member.activationCode))).body).toMatchObject(codeWrong)
      const { rows } = await app.admin.query(
        `select (expires_at::date - created_at::date) as days from platform.code where member_id = $1`,
        [member.id],
      )
      // The officer's and that of the SMS.
      expect(rows).toEqual([{ days: 14 }, { days: 14 }])
      await app.admin.query(`update platform.code set expires_at = now() - interval '1 second' where member_id = $1`, [
        member.id,
      ])
      expect((await reset(member.phone, member.activationCode)).body).toMatchObject(codeWrong)
    })
  })

  describe('for one person in two cooperatives', () => {
    let second: TestCooperative
    beforeAll(async () => {
      second = await buildCooperative(app, { name: 'Second Society' })
    })

    const memberOfBoth = async (): Promise<{ inFirst: TestMember; inSecond: TestMember }> => {
      const inFirst = await activeMember()
      return { inFirst, inSecond: await buildMember(app, second, { phone: inFirst.phone }) }
    }
    const cooperativesOf = async (phone: string, password: string) => {
      const { member, memberships } = dataOf(await login(phone, password))
      const names: string[] = [member, ...memberships].map((each: { cooperativeName: string }) => each.cooperativeName)
      return names.toSorted()
    }

    test('the second activation code does not replace the password', async () => {
      const { inSecond } = await memberOfBoth()
      const reply = await reset(inSecond.phone, inSecond.activationCode, 'thief-password')
      expect(reply.body).toMatchObject({
        status: 409,
        message:
          'This phone already has an Ajose password. Enter that password to join this cooperative, or use Forgot password.',
        errors: [{ field: 'password' }],
      })
      expect((await login(inSecond.phone, 'thief-password')).status).toBe(401)
      expect(await cooperativesOf(inSecond.phone, 'member-password')).toEqual(['First Society'])
    })

    test('it joins the second cooperative with the password that the person has', async () => {
      const { inSecond } = await memberOfBoth()
      dataOf(await reset(inSecond.phone, inSecond.activationCode, 'member-password'))
      expect(await cooperativesOf(inSecond.phone, 'member-password')).toEqual(['First Society', 'Second Society'])
    })

    test('an officer with a code cannot guess the password without end', async () => {
      const { inFirst } = await memberOfBoth()
      const statuses = []
      for (let round = 0; round < 2; round += 1) {
        // A member removed and registered again gets a code with new tries.
        const [found] = dataOf(
          await app.call('GET', `/members?q=${encodeURIComponent(inFirst.phone)}`, { token: second.token }),
        )
        dataOf(await app.call('DELETE', `/cooperatives/members/${found.memberid}`, { token: second.token }))
        const again = await buildMember(app, second, { phone: inFirst.phone })
        for (let n = 0; n < 4; n += 1)
          statuses.push((await reset(again.phone, again.activationCode, `guess-number-${n}`)).status)
      }
      expect(statuses).toEqual([409, 409, 409, 409, 409, 423, 423, 423])
    })

    test('a cooperative that registers somebody who waits elsewhere sees nothing of that other cooperative', async () => {
      const victim = await buildMember(app, cooperative)
      const claimed = await buildMember(app, second, { phone: victim.phone })
      dataOf(await reset(claimed.phone, claimed.activationCode, 'thief-password'))
      expect(await cooperativesOf(claimed.phone, 'thief-password')).toEqual(['Second Society'])
      const { accessToken } = dataOf(await login(claimed.phone, 'thief-password'))
      const away = await app.call('POST', '/member-auth/switch', {
        token: accessToken,
        body: { cooperativeId: cooperative.id, role: 'member' },
      })
      expect(away.status).toBe(404)
      // The person themselves proves the phone, which takes the account back and opens all of it.
      expect((await reset(victim.phone, victim.activationCode, 'right-password')).status).toBe(409)
      dataOf(await reset(victim.phone, await askCode(victim.phone), 'right-password'))
      expect((await app.call('GET', '/member-portal/profile', { token: accessToken })).status).toBe(401)
      expect(await cooperativesOf(victim.phone, 'right-password')).toEqual(['First Society', 'Second Society'])
    })
  })
})
