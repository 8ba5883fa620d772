import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNotifications } from '#features/access/notifications/contract.ts'
import { updateMember } from '#features/members/members/member-changes.ts'
import { getMember } from '#features/members/members/member-details.ts'
import { listNominees, listOwnNominees, updateNominees } from '#features/members/nominees/contract.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, loginMember, type TestMember } from '#dev/testing/builders.ts'
import { type Client, clientOf } from '#dev/testing/client.ts'

describe('nominees', () => {
  let app: TestApp
  let officer: Client
  let ada: TestMember
  let id: string

  type Named = { firstName: string; sharePercent: number; lastName?: string; relationship?: string }
  const save = (...nominees: Named[]) => officer(updateNominees, { id, nominees })
  const refused = (...nominees: Named[]) => officer.refused(updateNominees, { id, nominees })
  const named = async () =>
    (await officer(listNominees, { id })).map(({ firstName, sharePercent }) => [firstName, sharePercent])

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    const cooperative = await buildCooperative(app)
    officer = clientOf(app, cooperative.token)
    ada = await buildMember(app, cooperative, {
      nomineeFirstName: 'Chidi',
      nomineeLastName: 'Obi',
      nomineeRelationship: 'Brother',
      nomineePhone: '0803',
    })
    id = ada.id
  })

  test('the one of the registration is the first, with all of it', async () => {
    expect(await officer(listNominees, { id })).toEqual([
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
    await save(
      { firstName: 'Chidi', lastName: 'Obi', sharePercent: 33.34 },
      { firstName: 'Ngozi', sharePercent: 33.33 },
      { firstName: 'Bisi', relationship: 'Daughter', sharePercent: 33.33 },
    )
    expect(await named()).toEqual([
      ['Chidi', 33.34],
      ['Ngozi', 33.33],
      ['Bisi', 33.33],
    ])
    expect(await refused({ firstName: 'Chidi', sharePercent: 60 })).toEqual({
      status: 422,
      message: 'The shares come to 60 %. Give the 40 % that are missing, so that they come to exactly 100 %.',
      fields: ['nominees'],
    })
    expect(
      await refused({ firstName: 'Chidi', sharePercent: 60 }, { firstName: 'Ngozi', sharePercent: 40.01 }),
    ).toMatchObject({ status: 422, message: expect.stringContaining('Take 0.01 % away') })
    expect(
      (await refused({ firstName: '', sharePercent: 60 }, { firstName: 'Ngozi', sharePercent: 0 })).fields,
    ).toEqual(['nominees.0.firstName', 'nominees.1.sharePercent'])
    expect(await named()).toHaveLength(3)
    expect(await save()).toEqual([])
    expect(await app.checks()).toEqual([])
  })

  test('the member fields of the specification are those of the first', async () => {
    await save({ firstName: 'Ngozi', sharePercent: 75 }, { firstName: 'Bisi', sharePercent: 25 })
    expect(await officer(getMember, { id })).toMatchObject({
      nomineeFirstName: 'Ngozi',
      nomineeLastName: null,
      nomineeRelationship: null,
    })
    expect(await officer(updateMember, { id, nomineeLastName: 'Eze' })).toMatchObject({
      nomineeFirstName: 'Ngozi',
      nomineeLastName: 'Eze',
    })
    expect(await named()).toEqual([
      ['Ngozi', 75],
      ['Bisi', 25],
    ])
    expect(await officer.refused(updateMember, { id, nomineeFirstName: '', nomineeLastName: '' })).toMatchObject({
      status: 409,
      fields: ['nomineeFirstName'],
    })
    await save({ firstName: 'Ngozi', sharePercent: 100 })
    await officer(updateMember, { id, nomineeFirstName: '' })
    expect(await named()).toEqual([])
    await officer(updateMember, { id, nomineeFirstName: 'Emeka' })
    expect(await named()).toEqual([['Emeka', 100]])
  })

  test('a member hears who changed their nominees, by SMS too, and nothing where none changed', async () => {
    const told = async () => {
      await app.settled()
      return (await app.outbox()).filter(({ to, text }) => to === ada.phone && text.includes('nominees')).length
    }
    await officer(updateMember, { id, nomineeFirstName: 'Chidi', nomineePhone: '0803' })
    expect(await told()).toBe(0)
    await save({ firstName: 'Own', lastName: 'Brother', sharePercent: 100 })
    expect(await told()).toBe(1)
    await save({ firstName: 'Own', lastName: 'Brother', sharePercent: 100 })
    expect(await told()).toBe(1)
    await officer(updateMember, { id, nomineeFirstName: 'Other' })
    expect(await told()).toBe(2)
    expect((await app.outbox()).findLast(({ to }) => to === ada.phone)?.text).toContain(
      `changed the nominees of member ${ada.membershipno}. If you did not ask for this, call your cooperative now.`,
    )
    const notices = await clientOf(app, await loginMember(app, ada))(listNotifications)
    expect(notices.filter(({ message }) => message.includes('changed your nominees'))).toHaveLength(2)
  })

  test('a member reads their own; to another cooperative they are missing', async () => {
    expect(await clientOf(app, await loginMember(app, ada))(listOwnNominees)).toMatchObject([
      { firstName: 'Chidi', sharePercent: 100 },
    ])
    const stranger = clientOf(app, (await buildCooperative(app)).token)
    expect((await stranger.refused(listNominees, { id })).status).toBe(404)
    expect((await stranger.refused(updateNominees, { id, nominees: [] })).status).toBe(404)
    expect((await officer.refused(listOwnNominees)).status).toBe(403)
  })
})
