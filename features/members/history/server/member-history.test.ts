import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { getMemberBalances, listMemberEvents } from '#features/members/history/contract.ts'
import { updateMember, updateMemberRoles } from '#features/members/members/member-changes.ts'
import { getMember } from '#features/members/members/member-details.ts'
import { recordMovement } from '#features/savings/transactions/movements.ts'
import { reverseTransaction } from '#features/savings/transactions/transaction-reversals.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, loginMember } from '#dev/testing/builders.ts'
import { clientOf } from '#dev/testing/client.ts'

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
    const officer = clientOf(app, cooperative.token)
    const member = await buildMember(app, cooperative, { registrationDate: firstOf(20) })
    const memberId = member.id
    await officer(recordMovement, { memberId, type: 'deposit', amount: 1000.5, occurredOn: firstOf(14) })
    await officer(recordMovement, { memberId, type: 'deposit', amount: 200, occurredOn: firstOf(5) })
    const twice = await officer(recordMovement, { memberId, type: 'deposit', amount: 70, occurredOn: firstOf(3) })
    await officer(recordMovement, { memberId, type: 'withdrawal', amount: 300, occurredOn: firstOf(2) })
    await officer(recordMovement, { memberId, type: 'share_purchase', shares: 20, occurredOn: firstOf(1) })
    await officer(reverseTransaction, { transactionId: twice.id, reason: 'Twice' })
    const months = await officer(getMemberBalances, { memberId })
    expect(months.map(({ period }) => period)).toEqual(
      Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11)),
    )
    const at = (monthsAgo: number) => {
      const { savings = 0, shares = 0 } = months[11 - monthsAgo] ?? {}
      return [savings, shares] as const
    }
    expect([at(11), at(5), at(2), at(1)]).toEqual([
      [1000.5, 0],
      [1200.5, 0],
      [at(3)[0] - 300, 0],
      [at(2)[0], 10_000],
    ])
    const { savings, shares } = await officer(getMember, { id: memberId })
    expect(at(0)).toEqual([savings, shares])
    expect([savings, shares]).toEqual([900.5, 10_000])
    expect(await clientOf(app, await loginMember(app, member))(getMemberBalances, { memberId })).toEqual(months)
    for (const token of [
      await loginMember(app, await buildMember(app, cooperative)),
      (await buildCooperative(app)).token,
    ])
      expect((await clientOf(app, token).refused(getMemberBalances, { memberId })).status).toBe(404)
  })
})

describe('what was done to a member’s record', () => {
  test('is listed newest first with who did it, for officers only', async () => {
    const cooperative = await buildCooperative(app)
    const officer = clientOf(app, cooperative.token)
    const member = await buildMember(app, cooperative)
    const memberId = member.id
    await officer(updateMember, { id: memberId, address: '3 Market Road' })
    await officer(updateMemberRoles, { memberId, roleIds: ['member'] })
    const events = await officer(listMemberEvents, { memberId })
    expect(events.map(({ action }) => action)).toEqual([
      'PUT /cooperatives/members/:memberId/roles',
      'PUT /cooperatives/members/:id',
    ])
    expect(events[0]).toMatchObject({ by: 'Test Cooperative', role: 'coop_admin', says: "Changed a member's roles" })
    const [oldest, ...others] = await officer(listMemberEvents, { memberId, sort: 'at', limit: '1' })
    expect([oldest?.action, others]).toEqual(['PUT /cooperatives/members/:id', []])
    const stranger = clientOf(app, (await buildCooperative(app)).token)
    expect((await stranger.refused(listMemberEvents, { memberId })).status).toBe(404)
    const own = clientOf(app, await loginMember(app, member))
    expect((await own.refused(listMemberEvents, { memberId })).status).toBe(403)
  })
})
