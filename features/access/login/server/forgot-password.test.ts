import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  lastCode,
  loginMember,
  newPhone,
  type TestCooperative,
} from '#dev/testing/builders.ts'

describe('asking for a code', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Forgetful Society' })
  })
  afterAll(() => app.stop())

  const forgot = (identifier: string) => app.call('POST', '/auth/forgot-password', { body: { identifier } })
  const codesTo = async (phone: string) =>
    (await app.outbox()).filter(({ to, text }) => to === phone && text.includes('set a new password'))
  const newMember = async (given = {}) => {
    const member = await buildMember(app, cooperative, given)
    await loginMember(app, member)
    return member.phone
  }

  test('gives the same answer to everybody, and sends nothing where there is no account', async () => {
    const stranger = newPhone()
    const before = (await app.outbox()).length
    const nothing = [
      await forgot(stranger),
      await forgot('AJO-NONE22'),
      await forgot('superadmin'),
      await forgot('no such thing'),
    ]
    expect((await app.outbox()).length).toBe(before)
    const known = await forgot(cooperative.coopId)
    for (const reply of nothing) expect(reply.text).toBe(known.text)
    expect(known.body).toEqual({
      success: true,
      message: 'If an account uses this, an SMS with a code is sent. It works for 10 minutes.',
      data: null,
    })
  })

  test('sends eight digits to the phone, and says whose login they are for', async () => {
    const phone = await newMember()
    await forgot(phone)
    const [sent] = await codesTo(phone)
    expect(sent).toMatchObject({ channel: 'sms', to: phone })
    expect(sent?.text).toMatch(
      /^Ajose: \d{8} is the code to set a new password for the member login of Ada Obi\. It works for 10 minutes\./,
    )
  })

  test("takes a cooperative's id in any case and a phone in any form", async () => {
    const own = await buildCooperative(app)
    await forgot(own.coopId.toLowerCase())
    await forgot(own.phone.replace('+234', '0'))
    await forgot(`${own.phone.slice(0, 7)} ${own.phone.slice(7)}`)
    expect(
      (await codesTo(own.phone)).map(({ text }) => text.includes('the cooperative login of Test Cooperative')),
    ).toEqual([true, true, true])
  })

  test('a phone that is both a cooperative and a member gets a code for each', async () => {
    const own = await buildCooperative(app)
    await buildMember(app, own, { phone: own.phone })
    await forgot(own.phone)
    expect(await codesTo(own.phone)).toHaveLength(2)
  })

  test('sends three an hour, however they are asked for', async () => {
    const [patient, hasty] = [await newMember(), await newMember()]
    for (let n = 0; n < 5; n += 1) expect((await forgot(patient)).status).toBe(200)
    expect(await codesTo(patient)).toHaveLength(3)
    const replies = await Promise.all(Array.from({ length: 12 }, () => forgot(hasty)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await codesTo(hasty)).toHaveLength(3)
    await app.admin.query(`update platform.code set created_at = created_at - interval '61 minutes'`)
    await forgot(patient)
    expect(await codesTo(patient)).toHaveLength(4)
  })

  test('a member on a line that is not a mobile gets one too', async () => {
    const phone = '+2341234567890'
    await newMember({ phone })
    await forgot(phone)
    expect(await lastCode(app, phone)).toMatch(/^\d{8}$/)
  })

  test('the code is stored as a hash only, and the sent message loses its text', async () => {
    const phone = await newMember()
    await forgot(phone)
    const code = await lastCode(app, phone)
    const { rows } = await app.admin.query(
      `select (select string_agg(c::text, '') from platform.code c) || (select string_agg(m::text, '') from platform.message m) as stored`,
    )
    expect(rows[0].stored.includes(code)).toBe(false)
  })

  test('refuses an empty identifier', async () => {
    expect((await forgot(' ')).body).toMatchObject({ status: 422, message: 'identifier is required' })
  })
})
