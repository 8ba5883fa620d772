import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, newPhone, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
let own: TestCooperative
let stranger: TestCooperative

beforeAll(async () => {
  app = await sharedTestApp()
  own = await buildCooperative(app, { name: 'Own Society' })
  stranger = await buildCooperative(app, { name: 'Strange Society' })
})
afterAll(() => app.stop())

test("an officer elsewhere who uses their code at the same moment never gets the member's account", async () => {
  for (let round = 0; round < 8; round += 1) {
    const phone = newPhone()
    const mine = await buildMember(app, own, { phone })
    const theirs = await buildMember(app, stranger, { phone })
    const set = (code: string, password: string) =>
      app.call('POST', '/auth/reset-password', {
        body: { identifier: phone, code, password, confirmPassword: password },
      })
    const [victim, officer] = await Promise.all([
      set(mine.activationCode, 'the-members-own'),
      set(theirs.activationCode, 'the-officers-own'),
    ])
    // Whoever is first sets the password; the other is told that there is one.
    expect([victim.status, officer.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const [winner, opens] =
      victim.status === 200
        ? (['the-members-own', 'Own Society'] as const)
        : (['the-officers-own', 'Strange Society'] as const)
    const { member, memberships } = dataOf(
      await app.call('POST', '/member-auth/login', { body: { phoneNumber: phone, password: winner } }),
    )
    expect({ opens: member.cooperativeName, others: memberships }).toEqual({ opens, others: [] })
  }
})
