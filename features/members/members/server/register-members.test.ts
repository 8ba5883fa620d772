import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  dataOf,
  lastCode,
  newKey,
  newPhone,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const path = '/cooperatives/members'
const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

describe('registering members', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const person = (given: Record<string, unknown> = {}) => ({
    firstName: 'Ada',
    lastName: 'Obi',
    phone: newPhone(),
    ...given,
  })
  const register = (member: unknown, key?: string, token = cooperative.token) =>
    app.call('POST', path, { token, body: { member }, ...(key !== undefined && { key }) })
  const count = async () =>
    Number(
      (await app.admin.query('select count(*) from app.member where cooperative_id = $1', [cooperative.id])).rows[0]
        .count,
    )

  test('answers with each in the order sent, numbered on, each with a code to hand out, and its phone gets another that no officer sees', async () => {
    const own = await buildCooperative(app)
    const sent = [person({ firstName: 'Zainab' }), person({ firstName: 'Ada' }), person({ firstName: 'Musa' })]
    const reply = await register(sent, undefined, own.token)
    expect(reply.status).toBe(201)
    const registered = reply.body.data
    expect(registered.map(({ firstName, membershipno }: Record<string, unknown>) => [firstName, membershipno])).toEqual(
      [
        ['Zainab', `${own.coopId}/00001`],
        ['Ada', `${own.coopId}/00002`],
        ['Musa', `${own.coopId}/00003`],
      ],
    )
    for (const { phone, activationCode } of registered) {
      expect(activationCode).toMatch(/^\d{8}$/)
      const sent = await lastCode(app, phone)
      expect(reply.text).not.toContain(sent)
      expect(sent).not.toBe(activationCode)
    }
    expect(dataOf(await register([person()], undefined, own.token), 201)[0].membershipno).toBe(`${own.coopId}/00004`)
  })

  test('fills what is left out as the specification says', async () => {
    const [registered] = dataOf(await register([person()]), 201)
    expect(registered).toMatchObject({
      gender: 'male',
      maritalStatus: 'single',
      employmentStatus: 'employed',
      monthlyContributions: 0,
      registrationDate: today,
      status: 'active',
      memberRoles: [{ role: 'member' }],
      tenant_id: cooperative.id,
      activated: false,
      email: null,
      dateOfBirth: null,
      nomineeFirstName: null,
    })
  })

  test('trims what is written, and keeps marital status, employment and relationships in small letters', async () => {
    const given = {
      firstName: '  Olúwaṣeun ',
      lastName: ' Adé ',
      phone: ` ${newPhone()} `,
      email: ' seun@example.org ',
      address: '5 Bode Thomas',
      dateOfBirth: '1990-02-28',
      gender: 'Female',
      maritalStatus: 'MARRIED',
      employmentStatus: 'Self-Employed',
      monthlyContributions: 5000.5,
      nextOfKinFirstName: 'Tolu',
      nextOfKinRelationship: 'Sister',
      nomineeLastName: 'Adé',
      nomineeRelationship: 'SON',
      roles: ['admin'],
    }
    const [registered] = dataOf(await register([given]), 201)
    expect(registered).toMatchObject({
      firstName: 'Olúwaṣeun',
      lastName: 'Adé',
      phone: given.phone.trim(),
      email: 'seun@example.org',
      dateOfBirth: '1990-02-28',
      gender: 'female',
      maritalStatus: 'married',
      employmentStatus: 'self-employed',
      monthlyContributions: 5000.5,
      nextOfKinRelationship: 'sister',
      nomineeRelationship: 'son',
      memberRoles: [{ role: 'member' }, { role: 'admin' }],
    })
  })

  test.each([
    ['no first name', { firstName: undefined }, 'firstName', 'First name is required'],
    ['an empty first name', { firstName: ' ' }, 'firstName', 'First name is required'],
    ['no last name', { lastName: undefined }, 'lastName', 'Last name is required'],
    ['no phone', { phone: undefined }, 'phone', 'Phone number is required'],
    ['an empty phone', { phone: '' }, 'phone', 'Phone number is required'],
    ['a phone from the 0', { phone: '08031234567' }, 'phone', 'Phone number must be in format +234XXXXXXXXXX'],
    ['an e-mail that is none', { email: 'ada@' }, 'email', 'Invalid email format'],
    [
      'a day that does not exist',
      { dateOfBirth: '1990-02-30' },
      'dateOfBirth',
      'There is no such day. Check the month and the day.',
    ],
    ['a day of birth still to come', { dateOfBirth: '2199-01-01' }, 'dateOfBirth', 'Choose today or an earlier date.'],
    ['a phone with dashes', { phone: '0815-709-9287' }, 'phone', 'Phone number must be in format +234XXXXXXXXXX'],
    ['a first name of nothing that can be seen', { firstName: '\u2060' }, 'firstName', 'First name is required'],
    ['a last name of a joiner alone', { lastName: '\u200d' }, 'lastName', 'Last name is required'],
    [
      'an address of blanks that are letters',
      { address: '\u3164' },
      'address',
      'Use letters, digits and punctuation only',
    ],
    ['a contribution below zero', { monthlyContributions: -1 }, 'monthlyContributions', 'Enter zero or more'],
    ['a contribution as text', { monthlyContributions: '5000' }, 'monthlyContributions', 'Enter an amount in naira'],
    [
      'another role',
      { roles: ['superadmin'] },
      'roles.0',
      'Use member, admin, treasurer, secretary, loan_committee, auditor',
    ],
    [
      'a name that the database cannot hold',
      { lastName: 'O\u0000bi' },
      'lastName',
      'Use letters, digits and punctuation only',
    ],
    ['half of a letter', { address: 'Lagos \udc00' }, 'address', 'Use letters, digits and punctuation only'],
    ['a field that does not exist', { tenant_id: 'x' }, 'tenant_id', 'tenant_id is not a field of this request'],
  ])('refuses %s by the number of its row, and registers no one', async (_, change, field, message) => {
    const before = await count()
    const reply = await register([person(), person(), person(), person(change)])
    expect(reply.body).toMatchObject({
      success: false,
      status: 422,
      message,
      errors: [{ field: `member.3.${field}`, message }],
    })
    expect(await count()).toBe(before)
  })

  test('refuses a day of joining that is still to come', async () => {
    expect((await register([person(), person({ registrationDate: '2199-01-01' })])).body).toMatchObject({
      status: 422,
      errors: [{ field: 'member.1.registrationDate' }],
    })
  })

  test('refuses a day of joining before the date of birth', async () => {
    const before = await count()
    expect(
      (await register([person(), person({ dateOfBirth: '1990-05-02', registrationDate: '1990-05-01' })])).body,
    ).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'member.1.registrationDate',
          message:
            'The date of joining, 01 May 1990, is before the date of birth, 02 May 1990. Correct the one that is wrong.',
        },
      ],
    })
    expect(await count()).toBe(before)
    dataOf(await register([person({ dateOfBirth: '1990-05-02', registrationDate: '1990-05-02' })]), 201)
  })

  test.each([
    ['no list', 'x', 'Send the members as a list'],
    ['an empty list', [], 'Send at least one member'],
  ])('refuses %s', async (_, member, message) => {
    expect((await register(member)).body).toMatchObject({ status: 422, message })
  })

  test('refuses a phone twice in the request, and one that is in the register, and registers no one', async () => {
    const phone = newPhone()
    const before = await count()
    const message = `${phone} already belongs to a member of this cooperative. If they share one phone, say so.`
    expect((await register([person({ phone }), person(), person({ phone })])).body).toMatchObject({
      status: 409,
      message,
      errors: [{ field: 'member.2.phone', message }],
    })
    expect(await count()).toBe(before)
    dataOf(await register([person({ phone })]), 201)
    expect((await register([person(), person({ phone })])).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/ already belongs to Ada Obi, \d{5}\. If they share one phone, say so\.$/),
      errors: [{ field: 'member.1.phone' }],
    })
    expect(await count()).toBe(before + 1)
  })

  test('the same phone may be a member of another cooperative', async () => {
    const phone = newPhone()
    const other = await buildCooperative(app)
    dataOf(await register([person({ phone })]), 201)
    expect((await register([person({ phone })], undefined, other.token)).status).toBe(201)
  })

  test('of five officers who register one person at once, one succeeds', async () => {
    const phone = newPhone()
    const replies = await Promise.all(Array.from({ length: 5 }, () => register([person({ phone })])))
    expect(statusesOf(replies)).toEqual([201, 409, 409, 409, 409])
  })

  test('the same key gets the same members with the same codes, and registers once', async () => {
    const key = newKey()
    const members = [person(), person()]
    const first = await register(members, key)
    const before = await count()
    const again = await register(members, key)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await count()).toBe(before)
    const { rows } = await app.admin.query(
      'select encode(sealed_body, $1) as stored from app.idempotency where cooperative_id = $2',
      ['escape', cooperative.id],
    )
    expect(rows.some(({ stored }) => stored.includes(first.body.data[0].activationCode))).toBe(false)
  })

  test('five thousand with all their fields go at once', async () => {
    const own = await buildCooperative(app)
    const member = Array.from({ length: 5000 }, (_, n) =>
      person({
        firstName: `First${n}`,
        lastName: `Last${n}`,
        email: `member${n}@example.org`,
        address: '27 Adeola Odeku Street, Victoria Island, Lagos',
        dateOfBirth: '1985-05-05',
        gender: 'female',
        maritalStatus: 'married',
        employmentStatus: 'employed',
        monthlyContributions: 5000,
        profilePicture: '',
        nextOfKinFirstName: 'Kin',
        nextOfKinLastName: 'Person',
        nextOfKinEmail: 'kin@example.org',
        nextOfKinRelationship: 'brother',
        nomineeFirstName: 'Heir',
        nomineeLastName: 'Person',
        nomineeEmail: 'heir@example.org',
        nomineeRelationship: 'daughter',
        roles: ['member'],
      }),
    )
    const registered = dataOf(await register(member, undefined, own.token), 201)
    expect(registered).toHaveLength(5000)
    expect(registered[4999]).toMatchObject({ firstName: 'First4999', membershipno: `${own.coopId}/05000` })
    expect((await register([...member, person()], undefined, own.token)).body).toMatchObject({
      status: 422,
      message: 'Send at most 5000 members at once',
    })
  })

  test('afterwards the register agrees with itself', async () => {
    expect(await app.checks()).toEqual([])
  })

  test('logins are made in the order of their phones, so that two cooperatives with the same people never wait crosswise', async () => {
    const phones = Array.from({ length: 20 }, () => newPhone())
    dataOf(await register(phones.toReversed().map((phone) => person({ phone }))), 201)
    const { rows } = await app.admin.query<{ phone: string }>(
      'select phone from platform.login where phone = any($1) order by ctid',
      [phones],
    )
    expect(rows.map(({ phone }) => phone)).toEqual(phones)
  })

  // ASVS V1.4.2
  test('a monthly contribution is at most a billion naira', async () => {
    expect((await register([person({ monthlyContributions: 1_000_000_000 })])).status).toBe(201)
    expect((await register([person({ monthlyContributions: 1_000_000_000.01 })])).body).toMatchObject({
      status: 422,
      message: 'Enter at most 1,000,000,000 naira',
      errors: [{ field: 'member.0.monthlyContributions' }],
    })
  })

  test.each(['0000-01-01', '1899-12-31', '2200-01-01'])('%s is no date', async (registrationDate) => {
    expect((await register([person({ registrationDate })])).body).toMatchObject({
      status: 422,
      errors: [{ field: 'member.0.registrationDate' }],
    })
  })
})

describe('registering one member', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const create = (body: unknown) => app.call('POST', '/members', { token: cooperative.token, body })

  test('answers with the member and their code', async () => {
    expect((await create({ firstName: 'Ada', lastName: 'Obi', phone: newPhone() })).body).toMatchObject({
      message: 'Member registered',
      data: {
        firstName: 'Ada',
        membershipno: `${cooperative.coopId}/00001`,
        activationCode: expect.stringMatching(/^\d{8}$/),
      },
    })
  })

  test('names the field without a row', async () => {
    const phone = newPhone()
    dataOf(await create({ firstName: 'Ada', lastName: 'Obi', phone }), 201)
    expect((await create({ firstName: 'Ada', lastName: 'Obi', phone })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'phone' }],
    })
    expect(
      (await create({ firstName: 'Ada', lastName: 'Obi', phone: newPhone(), registrationDate: '2199-01-01' })).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'registrationDate' }] })
    expect(
      (
        await create({
          ...{ firstName: 'Ada', lastName: 'Obi', phone: newPhone() },
          ...{ dateOfBirth: '1990-05-02', registrationDate: '1989-12-31' },
        })
      ).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'registrationDate' }] })
    expect((await create({ lastName: 'Obi', phone: newPhone() })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'firstName', message: 'First name is required' }],
    })
  })
})
