import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, isReading } from '#core/contract/endpoint.ts'
import { auditGroups } from '#features/access/audit-trail/contract.ts'
import { routes } from '#app/server/app.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

/** Calls of no cooperative, or recorded in words of their own. */
const elsewhere = (access: string) =>
  ['public', 'signed_in', 'cooperative.oversee', 'contact.answer', 'platform.watch'].includes(access)

describe('the audit trail that a cooperative reads', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember
  let memberToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Own Society' })
    member = await buildMember(app, cooperative)
    memberToken = await loginMember(app, member)
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 1000 },
      }),
      201,
    )
    await app.call('GET', `/financial/members/${member.id}/statement?format=pdf`, { token: cooperative.token })
    await app.call('POST', '/financial/contributions', { token: memberToken, body: {} })
    await app.call('POST', '/member-auth/login', { body: { phoneNumber: member.phone, password: 'wrong-password' } })
    const other = await buildCooperative(app, { name: 'Other Society' })
    await buildMember(app, other)
    await app.settled()
  })
  afterAll(() => app.stop())

  type Event = {
    says: string
    by: string
    role: string
    person: string
    refused: boolean
    memberName: string | null
    parameters: string | null
    at: string
  }
  const read = (query = '', token = cooperative.token) =>
    app.call('GET', `/cooperatives/audit-events?limit=100${query}`, { token })
  const events = async (query = ''): Promise<Event[]> => dataOf(await read(query))
  const said = async (query: string) => (await events(query)).map(({ says }) => says).toReversed()

  // ASVS V16.2.1
  test('says in plain words who did what to whom, newest first, of its own cooperative only', async () => {
    const found = await events()
    expect(new Set(found.map(({ by }) => by))).toEqual(new Set(['Own Society', 'Ada Obi']))
    expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)))
    const told = found.map(({ says, by, refused, memberName, parameters }) => ({
      says,
      by,
      refused,
      memberName,
      parameters,
    }))
    expect(told).toContainEqual({
      says: 'Recorded a contribution',
      by: 'Own Society',
      refused: false,
      memberName: 'Ada Obi',
      parameters: null,
    })
    expect(told).toContainEqual({
      says: 'Attempted: recorded a contribution',
      by: 'Ada Obi',
      refused: true,
      memberName: null,
      parameters: null,
    })
    expect(told).toContainEqual({
      says: "Downloaded a member's statement",
      by: 'Own Society',
      refused: false,
      memberName: 'Ada Obi',
      parameters: 'format: pdf',
    })
    expect(told).toContainEqual({
      says: 'Failed login: wrong password',
      by: 'Ada Obi',
      refused: false,
      memberName: 'Ada Obi',
      parameters: null,
    })
  })

  test('finds events by group, person, words and days, and pages them', async () => {
    expect(await said('&group=files')).toEqual(["Downloaded a member's statement"])
    expect(await said('&group=refused')).toEqual(['Attempted: recorded a contribution'])
    expect(await said('&group=sign_in')).toEqual(['Activated their account', 'Failed login: wrong password'])
    expect(await said('&q=STATEMENT')).toEqual(["Downloaded a member's statement"])
    const all = await events()
    const theirs = all.filter(({ by }) => by === 'Ada Obi')
    expect(await events(`&person=${theirs[0]?.person}`)).toEqual(theirs)
    expect(await events('&q=ada')).toEqual(theirs)
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    expect(await events(`&from=${today}&to=${today}`)).toEqual(all)
    expect(await events('&to=2020-01-01')).toEqual([])
    const reply = await app.call('GET', '/cooperatives/audit-events?limit=2&page=2', { token: cooperative.token })
    expect([reply.body.data, reply.body.meta.total]).toEqual([all.slice(2, 4), all.length])
    // Each event is of one group, besides those that were refused.
    const counts = await Promise.all(
      auditGroups.filter((group) => group !== 'refused').map(async (group) => (await events(`&group=${group}`)).length),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
  })

  test('is a CSV file too, and taking it is an event', async () => {
    const file = await app.call('GET', '/cooperatives/audit-events/csv?group=files', { token: cooperative.token })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.text).toContain("Downloaded a member's statement")
    expect(file.text).not.toContain('Recorded a contribution')
    await app.settled()
    expect(await said('&group=files')).toEqual(["Downloaded a member's statement", 'Downloaded the audit trail'])
  })

  test.each([
    ['an auditor reads it', 'auditor', 200],
    ['a treasurer does not', 'treasurer', 403],
    ['a secretary does not', 'secretary', 403],
  ])('%s', async (_, role, status) => {
    const officer = await buildMember(app, cooperative, { firstName: role })
    await loginMember(app, officer)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${officer.id}/roles`, {
        token: cooperative.token,
        body: { roleIds: ['member', role], ...(role === 'auditor' && { endsOn: '2099-12-31' }) },
      }),
    )
    const { accessToken } = dataOf(
      await app.call('POST', '/member-auth/login', {
        body: { phoneNumber: officer.phone, password: 'member-password' },
      }),
    )
    const { accessToken: token } = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: accessToken,
        body: { cooperativeId: cooperative.id, role: 'coop_admin' },
      }),
    )
    expect((await read('', token)).status).toBe(status)
    expect((await app.call('GET', '/cooperatives/audit-events/csv', { token })).status).toBe(status)
  })

  test('has a sentence for every call that changes something in a cooperative and every file that leaves one', () => {
    const recorded = routes.filter(
      ({ endpoint: { kind, formats, isPicture, access, ...of } }) =>
        !elsewhere(access) && (!isReading(of) || ((kind === 'file' || formats !== undefined) && !isPicture)),
    )
    expect(recorded.length).toBeGreaterThan(150)
    expect(
      recorded
        .filter(({ endpoint }: { endpoint: Endpoint }) => !endpoint.says)
        .map(({ endpoint: { method, path } }) => `${method} ${path}`),
    ).toEqual([])
  })
})
