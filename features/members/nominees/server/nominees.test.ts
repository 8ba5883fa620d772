import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('nominees', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const path = () => `/cooperatives/members/${ada.id}/nominees`
  const keep = (...nominees: object[]) => ask('PUT', path(), { nominees })
  const named = async () =>
    dataOf(await ask('GET', path())).map(({ firstName, sharePercent }: { firstName: string; sharePercent: number }) => [
      firstName,
      sharePercent,
    ])

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    ada = await buildMember(app, cooperative, {
      nomineeFirstName: 'Chidi',
      nomineeLastName: 'Obi',
      nomineeRelationship: 'Brother',
      nomineePhone: '0803',
    })
  })

  test('the one of the registration is the first, with all of it', async () => {
    expect(dataOf(await ask('GET', path()))).toEqual([
      {
        firstName: 'Chidi',
        lastName: 'Obi',
        relationship: 'brother',
        phone: '0803',
        email: null,
        address: null,
        sharePercent: 100,
      },
    ])
    expect(await app.checks()).toEqual([])
  })

  test('several share exactly all of it, to the hundredth of a percent', async () => {
    const nominees = [
      { firstName: 'Chidi', lastName: 'Obi', sharePercent: 33.34 },
      { firstName: 'Ngozi', sharePercent: 33.33 },
      { firstName: 'Bisi', relationship: 'Daughter', sharePercent: 33.33 },
    ]
    expect(dataOf(await keep(...nominees))).toHaveLength(3)
    expect(await named()).toEqual([
      ['Chidi', 33.34],
      ['Ngozi', 33.33],
      ['Bisi', 33.33],
    ])
    expect((await keep({ firstName: 'Chidi', sharePercent: 60 })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'nominees',
          message: 'The shares come to 60 %. Give the 40 % that are missing, so that they come to exactly 100 %.',
        },
      ],
    })
    expect(
      (await keep({ firstName: 'Chidi', sharePercent: 60 }, { firstName: 'Ngozi', sharePercent: 40.01 })).body,
    ).toMatchObject({ status: 422, message: expect.stringContaining('Take 0.01 % away') })
    expect(
      (await keep({ firstName: '', sharePercent: 60 }, { firstName: 'Ngozi', sharePercent: 0 })).body.errors.map(
        ({ field }: { field: string }) => field,
      ),
    ).toEqual(['nominees.0.firstName', 'nominees.1.sharePercent'])
    expect(await named()).toHaveLength(3)
    expect(dataOf(await keep())).toEqual([])
    expect(await app.checks()).toEqual([])
  })

  test('the member fields of the specification are those of the first', async () => {
    dataOf(await keep({ firstName: 'Ngozi', sharePercent: 75 }, { firstName: 'Bisi', sharePercent: 25 }))
    expect(dataOf(await ask('GET', `/cooperatives/members/${ada.id}`))).toMatchObject({
      nomineeFirstName: 'Ngozi',
      nomineeLastName: null,
      nomineeRelationship: null,
    })
    expect(dataOf(await ask('PUT', `/cooperatives/members/${ada.id}`, { nomineeLastName: 'Eze' }))).toMatchObject({
      nomineeFirstName: 'Ngozi',
      nomineeLastName: 'Eze',
    })
    expect(await named()).toEqual([
      ['Ngozi', 75],
      ['Bisi', 25],
    ])
    expect(
      (await ask('PUT', `/cooperatives/members/${ada.id}`, { nomineeFirstName: '', nomineeLastName: '' })).body,
    ).toMatchObject({ status: 409, errors: [{ field: 'nomineeFirstName' }] })
    dataOf(await keep({ firstName: 'Ngozi', sharePercent: 100 }))
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}`, { nomineeFirstName: '' }))
    expect(await named()).toEqual([])
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}`, { nomineeFirstName: 'Emeka' }))
    expect(await named()).toEqual([['Emeka', 100]])
  })

  test('a member hears who changed their nominees, by SMS too, and nothing where none changed', async () => {
    const told = async () => {
      await app.settled()
      return (await app.outbox()).filter(({ to, text }) => to === ada.phone && text.includes('nominees')).length
    }
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}`, { nomineeFirstName: 'Chidi', nomineePhone: '0803' }))
    expect(await told()).toBe(0)
    dataOf(await keep({ firstName: 'Own', lastName: 'Brother', sharePercent: 100 }))
    expect(await told()).toBe(1)
    dataOf(await keep({ firstName: 'Own', lastName: 'Brother', sharePercent: 100 }))
    expect(await told()).toBe(1)
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}`, { nomineeFirstName: 'Other' }))
    expect(await told()).toBe(2)
    expect((await app.outbox()).findLast(({ to }) => to === ada.phone)?.text).toContain(
      `changed the nominees of member ${ada.membershipno}. If you did not ask for this, call your cooperative now.`,
    )
    const notices = dataOf(await ask('GET', '/notifications', undefined, await loginMember(app, ada)))
    expect(
      notices.filter(({ message }: { message: string }) => message.includes('changed your nominees')),
    ).toHaveLength(2)
  })

  test('a member reads their own; to another cooperative they are missing', async () => {
    const token = await loginMember(app, ada)
    expect(dataOf(await ask('GET', '/member-portal/nominees', undefined, token))).toMatchObject([
      { firstName: 'Chidi', sharePercent: 100 },
    ])
    const other = await buildCooperative(app)
    for (const reply of [
      await ask('GET', path(), undefined, other.token),
      await ask('PUT', path(), { nominees: [] }, other.token),
    ])
      expect(reply.status).toBe(404)
    expect((await ask('GET', '/member-portal/nominees')).status).toBe(403)
  })
})
