import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember } from '#dev/testing/builders.ts'
import { type Cluster, findPostgres15, startCluster } from '#dev/testing/postgresql-15.ts'
import { atSize } from '#dev/testing/size.ts'

const programs = findPostgres15()

// Skipped where the machine has no PostgreSQL 15: the oldest that DATABASE_URL may name is proved where one is at hand.
describe.skipIf(programs === undefined || atSize(true, false))('on PostgreSQL 15, the oldest that may be used', () => {
  let cluster: Cluster
  let app: TestApp

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
    app = await startTestApp(cluster.adminUrl)
  })
  afterAll(async () => {
    await app?.stop()
    await cluster?.remove()
  })

  test('the migrations run, a society posts, a member logs in, and the books prove themselves', async () => {
    expect((await app.admin.query('show server_version')).rows[0].server_version).toMatch(/^15\./)
    const cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 2500.5 },
      }),
      201,
    )
    dataOf(
      await app.call('POST', '/financial/contributions/bulk', {
        token: cooperative.token,
        body: { rows: [{ membershipno: member.membershipno, amount: 100 }] },
      }),
      201,
    )
    const token = await loginMember(app, member)
    expect(
      dataOf(await app.call('GET', '/member-portal/dashboard', { token })).financialSummary.totalContributions,
    ).toBe(2600.5)
    for (const path of [
      '/members',
      '/financial/contributions',
      '/financial/transactions',
      '/cooperatives/statistics',
      '/financial/reports/trial-balance',
    ]) {
      expect([path, (await app.call('GET', path, { token: cooperative.token })).status]).toEqual([path, 200])
    }
    expect(await app.checks()).toEqual([])
  })
})
