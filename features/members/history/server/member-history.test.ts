import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const thisMonth = periodOf(dayIn(new Date()))
const firstOf = (monthsAgo: number) => firstDayOf(addMonths(thisMonth, -monthsAgo))

describe('what a member held at each month’s end', () => {
  test('is 12 months that end with what they hold, reversed movements and old ones included; another never sees it', async () => {
    const cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative, { registrationDate: firstOf(20) })
    const own = await loginMember(app, member)
    const post = async (body: object) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { memberId: member.id, ...body },
        }),
        201,
      )
    await post({ type: 'deposit', amount: 1000.5, occurredOn: firstOf(14) })
    await post({ type: 'deposit', amount: 200, occurredOn: firstOf(5) })
    const { id } = await post({ type: 'deposit', amount: 70, occurredOn: firstOf(3) })
    await post({ type: 'withdrawal', amount: 300, occurredOn: firstOf(2) })
    await post({ type: 'share_purchase', shares: 20, occurredOn: firstOf(1) })
    dataOf(
      await app.call('POST', `/financial/transactions/${id}/reverse`, {
        token: cooperative.token,
        body: { reason: 'Twice' },
      }),
    )
    const ask = (token: string) => app.call('GET', `/financial/members/${member.id}/balances`, { token })
    const months = dataOf(await ask(cooperative.token))
    expect(months).toHaveLength(12)
    expect(months.map(({ period }: { period: string }) => period)).toEqual(
      Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11)),
    )
    const at = (monthsAgo: number) => [months[11 - monthsAgo].savings, months[11 - monthsAgo].shares]
    expect([at(11), at(5), at(2), at(1)]).toEqual([
      [1000.5, 0],
      [1200.5, 0],
      [at(3)[0] - 300, 0],
      [at(2)[0], 10_000],
    ])
    const { savings, shares } = dataOf(
      await app.call('GET', `/cooperatives/members/${member.id}`, { token: cooperative.token }),
    )
    expect(at(0)).toEqual([savings, shares])
    expect([savings, shares]).toEqual([900.5, 10_000])
    expect(dataOf(await ask(own))).toEqual(months)
    for (const token of [
      await loginMember(app, await buildMember(app, cooperative)),
      (await buildCooperative(app)).token,
    ])
      expect((await ask(token)).status).toBe(404)
  })
})

describe('what was done to a member’s record', () => {
  test('is listed newest first with who did it, for officers only', async () => {
    const cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    dataOf(
      await app.call('PUT', `/cooperatives/members/${member.id}`, {
        token: cooperative.token,
        body: { address: '3 Market Road' },
      }),
    )
    dataOf(
      await app.call('PUT', `/cooperatives/members/${member.id}/roles`, {
        token: cooperative.token,
        body: { roleIds: ['member'] },
      }),
    )
    const ask = (query = '', token = cooperative.token) =>
      app.call('GET', `/cooperatives/members/${member.id}/events${query}`, { token })
    const actions = async (query = '') => dataOf(await ask(query)).map(({ action }: { action: string }) => action)
    expect(await actions()).toEqual(['PUT /cooperatives/members/:memberId/roles', 'PUT /cooperatives/members/:id'])
    expect(await actions('?sort=at&limit=1')).toEqual(['PUT /cooperatives/members/:id'])
    expect((await ask()).body.meta.total).toBe(2)
    expect(dataOf(await ask())[0]).toMatchObject({
      by: 'Test Cooperative',
      role: 'coop_admin',
      says: "Changed a member's roles",
    })
    expect((await ask('', (await buildCooperative(app)).token)).status).toBe(404)
    expect((await ask('', await loginMember(app, member))).status).toBe(403)
  })
})
