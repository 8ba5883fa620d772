import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  lastCode,
  newPhone,
  resetPassword,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

type Registered = { memberid: string; membershipno: string; phone: string | null; activationCode: string }

const wrong = {
  status: 401,
  message: 'The phone number or password you entered is incorrect. Please check your credentials and try again.',
}

let app: TestApp
let cooperative: TestCooperative

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
})
afterAll(() => app.stop())

const register = (member: object[], token = cooperative.token) =>
  app.call('POST', '/cooperatives/members', {
    token,
    body: { member: member.map((each) => ({ firstName: 'Ada', lastName: 'Obi', ...each })) },
  })
const registered = async (member: object[], token?: string): Promise<Registered[]> =>
  dataOf(await register(member, token), 201)
const login = (phoneNumber: string, password: string) =>
  app.call('POST', '/member-auth/login', { body: { phoneNumber, password } })
const update = (id: string, body: object, token = cooperative.token) =>
  app.call('PUT', `/cooperatives/members/${id}`, { token, body })
const get = async (id: string) =>
  dataOf(await app.call('GET', `/cooperatives/members/${id}`, { token: cooperative.token }))
const forgot = (identifier: string) => app.call('POST', '/auth/forgot-password', { body: { identifier } })
const smsTo = async (phone: string) => (await app.outbox()).filter(({ to }) => to === phone)
const whoIs = (reply: Reply) => dataOf(reply).member.membershipId

/** Ada logs in with the phone, Obi shares it; both have activated, each with a password of their own. */
async function buildCouple(): Promise<{ phone: string; ada: Registered; obi: Registered }> {
  const phone = newPhone()
  const [ada, obi] = (await registered([
    { firstName: 'Ada', phone },
    { firstName: 'Obi', phone, sharesPhone: true },
  ])) as [Registered, Registered]
  dataOf(await resetPassword(app, phone, ada.activationCode, 'password-of-a'))
  dataOf(await resetPassword(app, obi.membershipno, obi.activationCode, 'password-of-o'))
  return { phone, ada, obi }
}

describe('a member without a phone', () => {
  test('is registered where the row says so, and not where it says nothing', async () => {
    const [member] = (await registered([{ phone: null, otherPhone: '' }])) as [Registered]
    expect(member).toMatchObject({
      phone: null,
      otherPhone: null,
      sharesPhone: false,
      activationCode: expect.stringMatching(/^\d{8}$/),
    })
    expect((await register([{}])).body).toMatchObject({
      status: 422,
      errors: [{ field: 'member.0.phone', message: 'Phone number is required' }],
    })
  })

  test('gets no message, sets a password with the code on paper and logs in with the membership number in any form', async () => {
    const before = (await app.outbox()).length
    const [{ membershipno, activationCode }] = (await registered([{ phone: null }])) as [Registered]
    expect((await app.outbox()).length).toBe(before)
    const [coopId = '', number = ''] = membershipno.split('/')
    dataOf(await resetPassword(app, `${coopId.toLowerCase()} / ${Number(number)}`, activationCode, 'password-of-1'))
    for (const typed of [
      membershipno,
      membershipno.toLowerCase(),
      `${coopId}\\${number}`,
      ` ${coopId} ${Number(number)} `,
      `${coopId}-${number}`,
    ]) {
      expect(whoIs(await login(typed, 'password-of-1')), typed).toBe(membershipno)
    }
  })

  test('is found and shown without a phone, and with a second number only that is kept', async () => {
    const otherPhone = newPhone()
    const [member] = (await registered([{ phone: null, otherPhone, lastName: 'Nophone' }])) as [Registered]
    const found = dataOf(await app.call('GET', `/members?q=0${otherPhone.slice(4)}`, { token: cooperative.token }))
    expect(found).toMatchObject([{ memberid: member.memberid, phone: null, otherPhone }])
    // It opens nothing.
    expect((await login(otherPhone, 'whatever')).body).toMatchObject(wrong)
  })

  test('who asks for a code gets the answer that everybody gets, and no code', async () => {
    const [member] = (await registered([{ phone: null }])) as [Registered]
    dataOf(await resetPassword(app, member.membershipno, member.activationCode, 'password-of-1'))
    const before = (await app.outbox()).length
    const reply = await forgot(member.membershipno)
    expect(reply.text).toBe((await forgot(`${cooperative.coopId}/99999`)).text)
    expect((await app.outbox()).length).toBe(before)
  })

  test('who forgot the password gets a new activation code from an officer, and the old password and sessions end', async () => {
    const own = await buildCooperative(app)
    const [member] = (await registered([{ phone: null }], own.token)) as [Registered]
    dataOf(await resetPassword(app, member.membershipno, member.activationCode, 'password-of-1'))
    const { accessToken } = dataOf(await login(member.membershipno, 'password-of-1'))
    const { activationCode } = dataOf(
      await app.call('POST', `/cooperatives/members/${member.memberid}/activation`, { token: own.token }),
    )
    expect((await app.call('GET', '/member-portal/profile', { token: accessToken })).status).toBe(401)
    expect((await login(member.membershipno, 'password-of-1')).status).toBe(401)
    dataOf(await resetPassword(app, member.membershipno, activationCode, 'password-of-2'))
    expect(whoIs(await login(member.membershipno, 'password-of-2'))).toBe(member.membershipno)
  })

  test('who has opened the portal gets another code from two officers only, because the code opens it', async () => {
    const own = await buildCooperative(app)
    const second = await buildOfficer(app, own)
    const [member] = (await registered([{ firstName: 'Bola', phone: null }], own.token)) as [Registered]
    const renew = () => app.call('POST', `/cooperatives/members/${member.memberid}/activation`, { token: own.token })
    const { activationCode } = dataOf(await renew())
    dataOf(await resetPassword(app, member.membershipno, activationCode, 'password-of-1'))
    const asked = await renew()
    expect(asked.status).toBe(202)
    expect(dataOf(await login(member.membershipno, 'password-of-1')).member.firstName).toBe('Bola')
    dataOf(await agreed(app, asked, second.token))
    expect((await login(member.membershipno, 'password-of-1')).status).toBe(401)
    dataOf(await resetPassword(app, member.membershipno, dataOf(await renew()).activationCode, 'password-of-2'))
  })

  test('a wrong password, a number that no one has and a number of another cooperative are answered alike', async () => {
    const [member] = (await registered([{ phone: null }])) as [Registered]
    dataOf(await resetPassword(app, member.membershipno, member.activationCode, 'password-of-1'))
    const other = await buildCooperative(app)
    const number = member.membershipno.split('/')[1]
    const replies = [
      await login(member.membershipno, 'whatever'),
      await login(`${cooperative.coopId}/98765`, 'password-of-1'),
      await login(`${other.coopId}/${number}`, 'password-of-1'),
      await login(`AJO-NONE22/${number}`, 'password-of-1'),
    ]
    for (const { body } of replies) expect({ ...body, requestId: '' }).toEqual({ ...replies[0]?.body, requestId: '' })
    expect(replies[0]?.body).toMatchObject(wrong)
  })

  test('is locked after five wrong passwords, as a phone that no one has is, whatever the form of the number', async () => {
    const [member] = (await registered([{ phone: null }])) as [Registered]
    dataOf(await resetPassword(app, member.membershipno, member.activationCode, 'password-of-1'))
    const unknown = `${cooperative.coopId}/97531`
    for (const numbered of [member.membershipno, unknown]) {
      const forms = [
        numbered,
        numbered.toLowerCase(),
        numbered.replace('/', ' '),
        numbered.replace('/', '\\'),
        numbered.replace('/0', '/'),
      ]
      const replies = []
      for (const form of forms) replies.push(await login(form, 'whatever'))
      expect(statusesOf(replies)).toEqual([401, 401, 401, 401, 401])
      expect((await login(numbered, 'password-of-1')).status).toBe(423)
    }
  })
})

test('who guesses the activation code of a membership number is paused as with a phone, in whatever form it is typed', async () => {
  const [{ membershipno, activationCode }] = (await registered([{ phone: null }])) as [Registered]
  const network = { 'x-forwarded-for': '203.0.113.77' }
  const forms = [
    membershipno,
    membershipno.toLowerCase(),
    membershipno.replace('/', ' '),
    membershipno.replace('/', '\\'),
  ]
  const guesses = []
  for (let n = 1; n <= 12; n += 1)
    guesses.push(
      await resetPassword(
        app,
        forms[n % forms.length] ?? '',
        String((Number(activationCode) + n) % 100_000_000).padStart(8, '0'),
        'password-of-1',
        network,
      ),
    )
  expect(guesses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
  expect((await resetPassword(app, membershipno, activationCode, 'password-of-1', network)).status).toBe(429)
  dataOf(await resetPassword(app, membershipno, activationCode, 'password-of-1', { 'x-forwarded-for': '203.0.113.78' }))
})

describe('a couple with one phone', () => {
  test('is refused until the row says that they share it, and the refusal names the other', async () => {
    const phone = newPhone()
    const [ada] = (await registered([{ firstName: 'Ada', lastName: 'Eze', phone }])) as [Registered]
    const message = `${phone} already belongs to Ada Eze, ${ada.membershipno.split('/')[1]}. If they share one phone, say so.`
    expect((await register([{ phone }])).body).toMatchObject({
      status: 409,
      errors: [{ field: 'member.0.phone', message }],
    })
    expect(await registered([{ firstName: 'Obi', phone, sharesPhone: true }])).toMatchObject([
      { phone, sharesPhone: true },
    ])
    // No one shares what no one else has.
    expect(await registered([{ phone: newPhone(), sharesPhone: true }])).toMatchObject([{ sharesPhone: false }])
  })

  test('each has a code and a password of their own, and one opens nothing of the other', async () => {
    const phone = newPhone()
    const [ada, obi] = (await registered([
      { firstName: 'Ada', phone },
      { firstName: 'Obi', phone, sharesPhone: true },
    ])) as [Registered, Registered]
    const texts = (await smsTo(phone)).map(({ text }) => text)
    expect(texts).toEqual([
      expect.stringMatching(`welcome Ada, member ${ada.membershipno}. Code \\d{8}, for 14 days.`),
      expect.stringMatching(`welcome Obi, log in as ${obi.membershipno}. Code \\d{8}, for 14 days.`),
    ])
    expect((await resetPassword(app, phone, obi.activationCode, 'password-of-o')).status).toBe(422)
    expect((await resetPassword(app, obi.membershipno, ada.activationCode, 'password-of-o')).status).toBe(422)
    dataOf(await resetPassword(app, phone, ada.activationCode, 'password-of-a'))
    dataOf(await resetPassword(app, obi.membershipno, obi.activationCode, 'password-of-o'))
    expect(whoIs(await login(phone, 'password-of-a'))).toBe(ada.membershipno)
    expect(whoIs(await login(obi.membershipno, 'password-of-o'))).toBe(obi.membershipno)
    expect(statusesOf([await login(phone, 'password-of-o'), await login(obi.membershipno, 'password-of-a')])).toEqual([
      401, 401,
    ])
    // The one who logs in with the phone may use the number as well.
    expect(whoIs(await login(ada.membershipno, 'password-of-a'))).toBe(ada.membershipno)
  })

  test('a code that one asks for comes to the phone with their name, and changes only their password', async () => {
    const { phone, ada, obi } = await buildCouple()
    dataOf(await forgot(obi.membershipno))
    const sent = (await smsTo(phone)).at(-1)?.text
    expect(sent).toContain('for the member login of Obi Obi.')
    const code = await lastCode(app, phone)
    expect((await resetPassword(app, phone, code, 'stolen-words')).status).toBe(422)
    dataOf(await resetPassword(app, obi.membershipno, code, 'another-of-o'))
    expect((await smsTo(phone)).at(-1)?.text).toContain('Obi Obi, your password was changed')
    expect(whoIs(await login(phone, 'password-of-a'))).toBe(ada.membershipno)
    expect(whoIs(await login(obi.membershipno, 'another-of-o'))).toBe(obi.membershipno)
  })

  test('an officer who makes a new activation code for the one who shares can set no password with it', async () => {
    const { obi } = await buildCouple()
    const { activationCode } = dataOf(
      await app.call('POST', `/cooperatives/members/${obi.memberid}/activation`, { token: cooperative.token }),
    )
    expect((await login(obi.membershipno, 'password-of-o')).status).toBe(401)
    expect((await resetPassword(app, obi.membershipno, activationCode, 'officers-choice')).body).toMatchObject({
      status: 409,
      errors: [{ field: 'password' }],
    })
    dataOf(await resetPassword(app, obi.membershipno, activationCode, 'password-of-o'))
    expect(whoIs(await login(obi.membershipno, 'password-of-o'))).toBe(obi.membershipno)
  })

  test('in another cooperative the phone still opens the login of the first, and sharing there makes another', async () => {
    const { phone, ada } = await buildCouple()
    const other = await buildCooperative(app)
    const [there, partner] = (await registered(
      [{ phone }, { firstName: 'Obi', phone, sharesPhone: true }],
      other.token,
    )) as [Registered, Registered]
    expect((await resetPassword(app, phone, there.activationCode, 'officers-choice')).status).toBe(409)
    dataOf(await resetPassword(app, partner.membershipno, partner.activationCode, 'password-of-p'))
    expect(dataOf(await login(partner.membershipno, 'password-of-p')).memberships).toEqual([])
    dataOf(await resetPassword(app, phone, there.activationCode, 'password-of-a'))
    const { member, memberships } = dataOf(await login(phone, 'password-of-a'))
    expect(
      [member, ...memberships].map(({ membershipId }: { membershipId: string }) => membershipId).toSorted(),
    ).toEqual([ada.membershipno, there.membershipno].toSorted())
  })

  test('removed, the one who shared leaves no login behind and the other keeps theirs', async () => {
    const { phone, ada, obi } = await buildCouple()
    dataOf(await app.call('DELETE', `/cooperatives/members/${obi.memberid}`, { token: cooperative.token }))
    expect((await login(obi.membershipno, 'password-of-o')).body).toMatchObject(wrong)
    const { rows } = await app.admin.query(
      "select from platform.login l where l.kind = 'member' and l.phone is null and not exists (select from platform.membership m where m.login_id = l.login_id)",
    )
    expect(rows).toEqual([])
    expect(whoIs(await login(phone, 'password-of-a'))).toBe(ada.membershipno)
  })
})

describe('a phone that changes', () => {
  test('to none closes the login by phone, and the number opens once an officer has given a code', async () => {
    const member = await buildMember(app, cooperative)
    dataOf(await resetPassword(app, member.phone, member.activationCode, 'password-of-1'))
    expect(dataOf(await update(member.id, { phone: null }))).toMatchObject({
      phone: null,
      sharesPhone: false,
      activated: false,
    })
    expect((await login(member.phone, 'password-of-1')).status).toBe(401)
    expect((await smsTo(member.phone)).at(-1)?.text).toContain('away from this phone')
    const { activationCode } = dataOf(
      await app.call('POST', `/cooperatives/members/${member.id}/activation`, { token: cooperative.token }),
    )
    dataOf(await resetPassword(app, member.membershipno, activationCode, 'password-of-2'))
    expect(whoIs(await login(member.membershipno, 'password-of-2'))).toBe(member.membershipno)
  })

  test('from none is activated by the code that comes to it', async () => {
    const [member] = (await registered([{ phone: null }])) as [Registered]
    dataOf(await resetPassword(app, member.membershipno, member.activationCode, 'password-of-1'))
    const phone = newPhone()
    expect(dataOf(await update(member.memberid, { phone }))).toMatchObject({ phone, activated: false })
    expect((await login(member.membershipno, 'password-of-1')).status).toBe(401)
    dataOf(await resetPassword(app, phone, await lastCode(app, phone), 'password-of-2'))
    expect(whoIs(await login(phone, 'password-of-2'))).toBe(member.membershipno)
  })

  test('to one that another member has takes a word that they share it, and leaves the other alone', async () => {
    const { phone, ada } = await buildCouple()
    const third = await buildMember(app, cooperative, { firstName: 'Chidi' })
    expect((await update(third.id, { phone })).body).toMatchObject({ status: 409, errors: [{ field: 'phone' }] })
    expect(dataOf(await update(third.id, { phone, sharesPhone: true }))).toMatchObject({ phone, sharesPhone: true })
    const code = await lastCode(app, phone)
    expect((await resetPassword(app, phone, code, 'stolen-words')).status).toBe(422)
    dataOf(await resetPassword(app, third.membershipno, code, 'password-of-3'))
    expect(whoIs(await login(third.membershipno, 'password-of-3'))).toBe(third.membershipno)
    expect(whoIs(await login(phone, 'password-of-a'))).toBe(ada.membershipno)
    // What else is changed leaves the login as it is, also with the same phone named.
    expect(dataOf(await update(third.id, { phone, address: 'Ikeja' }))).toMatchObject({
      sharesPhone: true,
      activated: true,
      address: 'Ikeja',
    })
  })

  test('a second number is changed, found and taken away without touching the login', async () => {
    const member = await buildMember(app, cooperative)
    const { accessToken: token } = dataOf(
      await resetPassword(app, member.phone, member.activationCode, 'password-of-1').then(() =>
        login(member.phone, 'password-of-1'),
      ),
    )
    const otherPhone = newPhone()
    expect(dataOf(await update(member.id, { otherPhone }))).toMatchObject({ otherPhone, activated: true })
    expect(dataOf(await app.call('GET', '/member-portal/profile', { token }))).toMatchObject({
      phone: member.phone,
      otherPhone,
    })
    expect((await update(member.id, { otherPhone: '12' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'otherPhone', message: 'Phone number must be in format +234XXXXXXXXXX' }],
    })
    dataOf(await update(member.id, { otherPhone: null }))
    expect(await get(member.id)).toMatchObject({ otherPhone: null, phone: member.phone })
  })

  test('to none and to a shared one waits for the second officer, who sees it in words', async () => {
    const own = await buildCooperative(app)
    const second = await buildOfficer(app, own)
    const phone = newPhone()
    const [one, two] = [
      await buildMember(app, own, { firstName: 'One' }),
      await buildMember(app, own, { firstName: 'Two', phone }),
    ]
    const none = await update(two.id, { phone: null }, own.token)
    const shared = await update(one.id, { phone, sharesPhone: true }, own.token)
    expect([none.status, shared.status]).toEqual([202, 202])
    const waiting = dataOf(await app.call('GET', '/financial/approvals?kind=change', { token: second.token })).map(
      ({ description }: { description: string }) => description,
    )
    expect(waiting.toSorted()).toEqual([
      `Phone of One Obi: ${one.phone} → ${phone} (shared)`,
      `Phone of Two Obi: ${phone} → none`,
    ])
    dataOf(await agreed(app, shared, second.token))
    dataOf(await agreed(app, none, second.token))
    const after = async (id: string) =>
      dataOf(await app.call('GET', `/cooperatives/members/${id}`, { token: own.token }))
    expect([await after(one.id), await after(two.id)]).toMatchObject([{ phone, sharesPhone: true }, { phone: null }])
  })
})

test('a phone of two members names no guarantor, and an announcement by SMS reaches those who have a phone', async () => {
  const own = await buildCooperative(app)
  const phone = newPhone()
  const [ada] = (await registered(
    [{ phone }, { firstName: 'Obi', phone, sharesPhone: true }, { firstName: 'Uche', phone: null }],
    own.token,
  )) as [Registered]
  dataOf(await resetPassword(app, phone, ada.activationCode, 'password-of-a'))
  const { accessToken: token } = dataOf(await login(phone, 'password-of-a'))
  expect(
    (await app.call('GET', `/financial/guarantors?named=${encodeURIComponent(phone)}`, { token })).body,
  ).toMatchObject({ status: 409, message: 'Several members share this phone. Enter the membership number instead.' })
  expect(
    dataOf(await app.call('GET', `/financial/guarantors?named=${encodeURIComponent(ada.membershipno)}`, { token }))
      .memberId,
  ).toBe(ada.memberid)
  expect(
    dataOf(
      await app.call('POST', '/notifications', {
        token: own.token,
        body: { message: 'Meeting on Friday', to: 'all', alsoSms: true },
      }),
      201,
    ),
  ).toMatchObject({ recipients: 3, sms: 2 })
})

test('afterwards the register agrees with itself', async () => {
  expect(await app.checks()).toEqual([])
})
