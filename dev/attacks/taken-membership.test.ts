import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { makeBallot, makeTokens } from '#dev/testing/ballots.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  lastCode,
  loginMember,
  newPhone,
  resetPassword,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { buildSavers, type Saver } from '#dev/testing/savers.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const password = 'chosen-by-the-admin'
const notProved = {
  status: 428,
  message: 'First confirm your login with a code that we send to your phone.',
  errors: [{ field: 'loginProof' }],
}

const ask = (token: string, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })

/** What the admin does with a code that they saw: a password of their own, and a session as that member. */
async function openAs(identifier: string, code: string): Promise<string> {
  dataOf(await resetPassword(app, identifier, code, password))
  return dataOf(await app.call('POST', '/member-auth/login', { body: { phoneNumber: identifier, password } }))
    .accessToken
}

const proveBy = (token: string, code: string) => ask(token, 'POST', '/auth/login-proof', { code })

describe('an admin who opens the portal as a member, with a code that they were shown,', () => {
  let cooperative: TestCooperative
  let [ada, musa]: Saver[] = []
  let bola: TestMember
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    ;[ada, musa] = await buildSavers(app, cooperative, [
      ['Ada', 400_000],
      ['Musa', 400_000],
    ])
    bola = await buildMember(app, cooperative, { firstName: 'Bola' })
  })

  const openVote = async (isSecret: boolean) =>
    dataOf(
      await ask(cooperative.token, 'POST', '/governance/votes', {
        ...{ kind: 'resolution', wording: 'That the levy is doubled.', isSecret },
        closesAt: new Date(Date.now() + 30 * 60_000).toISOString(),
      }),
      201,
    )

  test.each(['of the registration', 'of a new activation'])('casts no vote with the code %s', async (source) => {
    const [secret, open] = [await openVote(true), await openVote(false)]
    const code =
      source === 'of the registration'
        ? bola.activationCode
        : dataOf(await ask(cooperative.token, 'POST', `/cooperatives/members/${bola.id}/activation`)).activationCode
    const token = await openAs(bola.phone, code)
    // The portal is open to read.
    expect(dataOf(await ask(token, 'GET', `/governance/votes/${open.id}`)).own).toEqual({
      exclusion: null,
      hasVoted: false,
    })
    const blinded = async (blindedBallot: string) =>
      ask(token, 'POST', `/governance/votes/${secret.id}/credential`, { blinded: blindedBallot })
    await expect(
      makeBallot(secret, [1], async (text) => {
        const reply = await blinded(text)
        expect(reply.body).toMatchObject(notProved)
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    const cast = await ask(token, 'POST', `/governance/votes/${open.id}/open-ballot`, { choices: [1] })
    expect(cast.body).toMatchObject(notProved)
    for (const vote of [secret, open])
      expect(dataOf(await ask(cooperative.token, 'GET', `/governance/votes/${vote.id}`)).ballots).toBe(0)
  })

  test('draws no tokens by which messages without a name would be sent as that member', async () => {
    const token = await openAs(bola.phone, bola.activationCode)
    const sign = (as: string, blinded?: readonly string[]) =>
      ask(as, 'POST', '/governance/enquiry-tokens', { ...(blinded && { blinded }) })
    expect((await sign(token)).body).toMatchObject(notProved)
    // Nor with the key, which a member of their own tells them.
    const own = await loginMember(app, await buildMember(app, cooperative))
    const refused = makeTokens(async (blinded) => dataOf(await sign(blinded ? token : own, blinded), 201))
    await expect(refused).rejects.toThrow('428')
    expect(await makeTokens(async (blinded) => dataOf(await sign(own, blinded), 201))).not.toEqual([])
  })

  test('accepts no guarantee, asks for no loan and changes no bank account', async () => {
    const { id: regular } = dataOf(await ask(cooperative.token, 'GET', '/financial/loan-config'))
    // Bola has savings and has never opened the portal.
    dataOf(
      await ask(cooperative.token, 'POST', '/financial/transactions', {
        ...{ type: 'deposit', memberId: bola.id, amount: 300_000, anotherPayment: true },
      }),
      201,
    )
    const loan = dataOf(
      await ask(ada?.token ?? '', 'POST', '/financial/loans', {
        ...{ loanConfigId: regular, principal: 400_000, instalments: 10, guarantors: [bola.id, musa?.id] },
      }),
      201,
    )
    const token = await openAs(bola.phone, bola.activationCode)
    const accept = `/financial/loans/${loan.id}/guarantors/${bola.id}/accept`
    expect((await ask(token, 'POST', accept)).body).toMatchObject(notProved)
    expect((await ask(token, 'POST', '/financial/loans', {})).body).toMatchObject(notProved)
    expect((await ask(token, 'POST', '/member-portal/requests', {})).body).toMatchObject(notProved)
    expect((await ask(token, 'POST', '/financial/transactions', {})).body).toMatchObject(notProved)
    const [guarantee] = dataOf(await ask(token, 'GET', '/financial/guarantees')).guarantees
    expect(guarantee).toMatchObject({ status: 'asked', held: 0 })
  })

  test('gets no code of the proof: it goes to the phone alone, wrong ones run out, and it throws the admin out', async () => {
    const token = await openAs(bola.phone, bola.activationCode)
    const sent = await ask(token, 'POST', '/auth/login-proof/code')
    expect(dataOf(sent)).toEqual({ phoneEnd: bola.phone.slice(-4) })
    await app.settled()
    const code = await lastCode(app, bola.phone)
    expect(sent.text).not.toContain(code)
    // No officer reads it in the record of what was sent.
    expect((await ask(cooperative.token, 'GET', '/messages?limit=100')).text).not.toContain(code)
    const wrong = code === '00000000' ? '00000001' : '00000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await proveBy(token, wrong)).status).toBe(422)
    expect((await proveBy(token, code)).status).toBe(422)
    // Bola, whose phone it is, sets a password, and whoever came in before is out.
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier: bola.phone } }))
    await app.settled()
    dataOf(await resetPassword(app, bola.phone, await lastCode(app, bola.phone), 'forty-green-parrots'))
    expect((await ask(token, 'GET', '/member-portal/dashboard')).status).toBe(401)
    const login = (tried: string) =>
      app.call('POST', '/member-auth/login', { body: { phoneNumber: bola.phone, password: tried } })
    expect((await login(password)).status).toBe(401)
    const own = dataOf(await login('forty-green-parrots')).accessToken
    const open = await openVote(false)
    dataOf(await ask(own, 'POST', `/governance/votes/${open.id}/open-ballot`, { choices: [1] }), 201)
  })

  test('leaves nothing behind that opens the login later: no passkey, no authenticator app, no linked account', async () => {
    const token = await openAs(bola.phone, bola.activationCode)
    for (const path of ['second-factor/authenticator', 'second-factor/passkeys', 'identities'])
      expect((await ask(token, 'POST', `/auth/${path}`, {})).body).toMatchObject(notProved)
  })

  test('is no second officer with the slip of a member who was given an office', async () => {
    const officer = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const given = await ask(cooperative.token, 'PUT', `/cooperatives/members/${bola.id}/roles`, {
      roleIds: ['member', 'admin'],
    })
    dataOf(await ask(officer.token, 'POST', `/change-requests/${given.body.data.changeRequestId}/approve`, {}))
    const token = await openAs(bola.phone, bola.activationCode)
    const office = await ask(token, 'POST', '/member-auth/switch', {
      ...{ cooperativeId: cooperative.id, role: 'coop_admin' },
    })
    expect(office.body).toMatchObject(notProved)
  })

  test('moves no phone to their own alone, and the proof does not come along', async () => {
    const officer = await buildOfficer(app, cooperative, { firstName: 'Second' })
    const own = newPhone()
    const moved = await ask(cooperative.token, 'PUT', `/cooperatives/members/${musa?.id}`, { phone: own })
    expect(moved.status).toBe(202)
    dataOf(await ask(officer.token, 'POST', `/change-requests/${moved.body.data.changeRequestId}/approve`, {}))
    // Whoever had the phone is told there, and the code that the officer is shown proves nothing.
    const { activationCode } = dataOf(
      await ask(cooperative.token, 'POST', `/cooperatives/members/${musa?.id}/activation`),
    )
    const token = await openAs(own, activationCode)
    expect((await ask(token, 'POST', '/financial/loans', {})).body).toMatchObject(notProved)
  })
})

describe('an admin who adds members seconds before a vote, each dated years back,', () => {
  const recorded = (days: number, ids: readonly string[]) =>
    app.admin.query('update app.member set created_at = now() - make_interval(days => $1) where member_id = any ($2)', [
      days,
      ids,
    ])
  const add = async (of: TestCooperative, count: number) => {
    const added: TestMember[] = []
    for (let n = 0; n < count; n += 1)
      added.push(await buildMember(app, of, { firstName: `Added ${n}`, registrationDate: '2020-01-01' }))
    await recorded(
      0,
      added.map(({ id }) => id),
    )
    return added
  }
  const openVote = async ({ token }: TestCooperative) =>
    ask(token, 'POST', '/governance/votes', {
      ...{ kind: 'resolution', wording: 'That the levy is doubled.', isSecret: false },
      closesAt: new Date(Date.now() + 48 * 3_600_000).toISOString(),
    })
  const rollOf = async ({ token }: TestCooperative, id: string) =>
    (await ask(token, 'GET', `/governance/votes/${id}/roll?limit=100`)).body.data as {
      firstName: string
      exclusion: string | null
      marks: string[]
    }[]

  test('has none of them on the roll of an old society, whatever the settings of its first day', async () => {
    const of = await buildCooperative(app)
    for (const firstName of ['Ada', 'Bola']) await buildMember(app, of, { firstName })
    // More than the society had before, so that most of its members are new.
    await add(of, 4)
    const vote = dataOf(await openVote(of), 201)
    expect(vote).toMatchObject({ eligible: 2, excluded: 4 })
    const roll = await rollOf(of, vote.id)
    expect(roll.filter(({ exclusion }) => exclusion === 'joined_late')).toHaveLength(4)
  })

  test('has none of them on that of a society that has just moved in either, and its people can vote after a day', async () => {
    const of = await buildCooperative(app)
    const moved = await add(of, 3)
    expect((await openVote(of)).body.message).toContain('No member may vote')
    await recorded(
      1,
      moved.map(({ id }) => id),
    )
    await add(of, 2)
    const vote = dataOf(await openVote(of), 201)
    expect(vote).toMatchObject({ eligible: 3, excluded: 2, marked: { recordedLate: 0, provedLate: 0, inPerson: 0 } })
    // The roll says that they were recorded within the thirty days.
    const eligible = (await rollOf(of, vote.id)).filter(({ exclusion }) => exclusion === null)
    expect(eligible.map(({ marks }) => marks)).toEqual([['recorded_late'], ['recorded_late'], ['recorded_late']])
  })

  test('is seen on the result where the society asks for no days: who was added or proved after the notice is marked', async () => {
    const of = await buildCooperative(app)
    const rules = { majority: 'simple', tieRule: 'lost', memberForDays: 0, arrearsExcluded: false }
    dataOf(await ask(of.token, 'PUT', '/governance/voting-rules', rules))
    const old = await buildMember(app, of, { firstName: 'Old' })
    const early = await openAs(old.phone, await lastCode(app, old.phone))
    await app.admin.query(
      "update platform.login set proved_at = now() - interval '40 days' where proved_at is not null",
    )
    await app.admin.query(
      "update platform.membership set confirmed_at = now() - interval '40 days' where confirmed_at is not null",
    )
    await recorded(40, [old.id])
    const meeting = dataOf(
      await ask(of.token, 'POST', '/governance/meetings', {
        ...{ kind: 'special_general', title: 'Special meeting', date: '2099-01-01', time: '10:00', place: 'The hall' },
      }),
      201,
    )
    dataOf(await ask(of.token, 'POST', `/governance/meetings/${meeting.id}/notice`, {}), 201)
    const [late] = await add(of, 1)
    const vote = dataOf(
      await ask(of.token, 'POST', '/governance/votes', {
        ...{ kind: 'resolution', wording: 'That the levy is doubled.', isSecret: false, meetingId: meeting.id },
        closesAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      201,
    )
    if (!late) throw new Error('No one was added')
    const cast = (token: string) => ask(token, 'POST', `/governance/votes/${vote.id}/open-ballot`, { choices: [1] })
    dataOf(await cast(early), 201)
    const seen = async () => dataOf(await ask(early, 'GET', `/governance/votes/${vote.id}`)).marked
    expect(await seen()).toEqual({ recordedLate: 0, provedLate: 0, inPerson: 0 })
    dataOf(await cast(await openAs(late.phone, await lastCode(app, late.phone))), 201)
    expect(await seen()).toEqual({ recordedLate: 1, provedLate: 1, inPerson: 0 })
    expect((await rollOf(of, vote.id)).map(({ firstName, marks }) => [firstName, marks])).toEqual([
      ['Added 0', ['recorded_late', 'proved_late']],
      ['Old', []],
    ])
  })
})

describe('a member without a phone', () => {
  const opened = async (of: TestCooperative) => {
    const [{ memberid, membershipno, activationCode }] = dataOf(
      await ask(of.token, 'POST', '/cooperatives/members', {
        member: [{ firstName: 'Efe', lastName: 'Okoro', phone: null, registrationDate: '2020-01-01' }],
      }),
      201,
    )
    await app.admin.query("update app.member set created_at = now() - interval '1 year' where member_id = $1", [
      memberid,
    ])
    return { id: memberid as string, token: await openAs(membershipno, activationCode) }
  }

  // Remedy: second_officer_missing
  test('is confirmed by no officer alone, and by two only once they have opened the portal; both names are at the vote and the guarantee', async () => {
    const of = await buildCooperative(app, { name: 'Two Officers' })
    const efe = await opened(of)
    const confirm = (token = of.token) => ask(token, 'POST', `/cooperatives/members/${efe.id}/login-proof`)
    expect((await ask(efe.token, 'POST', '/auth/login-proof/code')).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('an officer confirms you in person'),
    })
    // The only officer who can log in.
    expect((await confirm()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('takes two officers'),
    })
    const officer = await buildOfficer(app, of, { firstName: 'Second' })
    const asked = await confirm()
    expect(asked.status).toBe(202)
    const approve = `/change-requests/${asked.body.data.changeRequestId}/approve`
    expect((await ask(of.token, 'POST', approve, {})).status).toBe(409)
    expect((await ask(efe.token, 'POST', '/financial/loans', {})).status).toBe(428)
    dataOf(await ask(officer.token, 'POST', approve, {}))
    const by = 'Two Officers and Second Officer'
    expect(dataOf(await ask(of.token, 'GET', `/cooperatives/members/${efe.id}`)).loginProof).toMatchObject({
      ...{ how: 'in_person', by },
    })

    const vote = dataOf(
      await ask(of.token, 'POST', '/governance/votes', {
        ...{ kind: 'resolution', wording: 'That the levy is doubled.', isSecret: false },
        closesAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      201,
    )
    dataOf(await ask(efe.token, 'POST', `/governance/votes/${vote.id}/open-ballot`, { choices: [1] }), 201)
    const roll = (await ask(of.token, 'GET', `/governance/votes/${vote.id}/roll?show=voted`)).body.data
    expect(roll).toMatchObject([{ firstName: 'Efe', marks: ['in_person'], confirmedBy: by }])
    expect(dataOf(await ask(of.token, 'GET', `/governance/votes/${vote.id}`)).marked.inPerson).toBe(1)

    dataOf(
      await ask(of.token, 'POST', '/financial/transactions', { type: 'deposit', memberId: efe.id, amount: 90_000 }),
      201,
    )
    const [ada] = await buildSavers(app, of, [['Ada', 90_000]])
    const { id: regular } = dataOf(await ask(of.token, 'GET', '/financial/loan-config'))
    const loan = dataOf(
      await ask(ada?.token ?? '', 'POST', '/financial/loans', {
        ...{ loanConfigId: regular, principal: 90_000, instalments: 10, guarantors: [efe.id, officer.id] },
      }),
      201,
    )
    dataOf(await ask(efe.token, 'POST', `/financial/loans/${loan.id}/guarantors/${efe.id}/accept`))
    const { guarantors } = dataOf(await ask(of.token, 'GET', `/financial/loans/${loan.id}`))
    expect(guarantors).toContainEqual(
      expect.objectContaining({ memberId: efe.id, answeredWay: 'app', confirmedBy: by }),
    )

    // A new code of an officer opens another login, which no one has proved.
    const renewed = await ask(of.token, 'POST', `/cooperatives/members/${efe.id}/activation`)
    dataOf(await ask(officer.token, 'POST', `/change-requests/${renewed.body.data.changeRequestId}/approve`, {}))
    expect(dataOf(await ask(of.token, 'GET', `/cooperatives/members/${efe.id}`)).loginProof).toBe(null)
  })

  // Remedy: member_not_activated
  test('is confirmed once they have opened the portal with an activation code', async () => {
    const of = await buildCooperative(app)
    const officer = await buildOfficer(app, of)
    const [{ memberid, membershipno }] = dataOf(
      await ask(of.token, 'POST', '/cooperatives/members', {
        member: [{ firstName: 'Efe', lastName: 'Okoro', phone: null, registrationDate: '2020-01-01' }],
      }),
      201,
    )
    const confirm = async () =>
      agreed(app, await ask(of.token, 'POST', `/cooperatives/members/${memberid}/login-proof`), officer.token)
    expect((await confirm()).body).toMatchObject({
      status: 409,
      message: 'This member has not opened the portal. Hand over an activation code first, then confirm who used it.',
    })
    const renewed = await ask(of.token, 'POST', `/cooperatives/members/${memberid}/activation`)
    const { activationCode } = dataOf(await agreed(app, renewed, officer.token))
    await openAs(membershipno, activationCode)
    dataOf(await confirm())
  })

  test('whose record has a phone is not confirmed in person', async () => {
    const of = await buildCooperative(app)
    await buildOfficer(app, of)
    const { id } = await buildMember(app, of)
    expect((await ask(of.token, 'POST', `/cooperatives/members/${id}/login-proof`)).status).toBe(409)
  })
})

test('a member hears of the activation and of each guarantee, by SMS and email, whoever did it', async () => {
  const of = await buildCooperative(app)
  const [ada] = await buildSavers(app, of, [['Ada', 400_000]])
  const told = async ({ phone }: TestMember, email: string, words: string) => {
    await app.sendWaiting()
    const sent = (await app.outbox()).filter(({ to, text }) => [phone, email].includes(to) && text.includes(words))
    return sent.map(({ channel }) => channel).toSorted()
  }
  const bola = await buildMember(app, of, { firstName: 'Bola', email: 'bola@example.org' })
  await openAs(bola.phone, bola.activationCode)
  const opened = `the member portal of Bola Obi, ${bola.membershipno}, was opened`
  expect(await told(bola, 'bola@example.org', opened)).toEqual(['email', 'sms'])

  const guarantor = await buildMember(app, of, { firstName: 'Chidi', email: 'chidi@example.org' })
  const deposit = { type: 'deposit', memberId: guarantor.id, amount: 300_000 }
  dataOf(await ask(of.token, 'POST', '/financial/transactions', deposit), 201)
  const token = await loginMember(app, guarantor)
  const { id: regular } = dataOf(await ask(of.token, 'GET', '/financial/loan-config'))
  const loan = dataOf(
    await ask(ada?.token ?? '', 'POST', '/financial/loans', {
      ...{ loanConfigId: regular, principal: 400_000, instalments: 10, guarantors: [guarantor.id, bola.id] },
    }),
    201,
  )
  dataOf(await ask(token, 'POST', `/financial/loans/${loan.id}/guarantors/${guarantor.id}/accept`))
  expect(await told(guarantor, 'chidi@example.org', 'You guarantee the Regular loan of Ada Obi')).toEqual([
    'email',
    'sms',
  ])
  expect((await ask(token, 'GET', '/notifications')).body.data[0].message).toContain('You guarantee the Regular loan')
})

test('a member who sets the first password with the code that only their phone received has proved the login', async () => {
  const cooperative = await buildCooperative(app)
  const { id, phone } = await buildMember(app, cooperative)
  await app.settled()
  const token = await openAs(phone, await lastCode(app, phone))
  expect((await ask(token, 'POST', '/financial/loans', {})).status).toBe(422)
  const { rows } = await app.admin.query(
    'select proved_how from platform.login l join platform.membership m using (login_id) where m.member_id = $1',
    [id],
  )
  expect(rows).toEqual([{ proved_how: 'phone' }])
})
