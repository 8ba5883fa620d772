import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative } from '#dev/testing/builders.ts'
import { computeUnpaidMonths } from './compute-unpaid-months.ts'
import { runJob } from '#app/jobs/regular-jobs.ts'
import { sumCooperatives } from './sum-cooperatives.ts'

describe('a regular job that fails for one cooperative', () => {
  let app: TestApp
  let failing: TestCooperative
  let others: TestCooperative[]

  beforeAll(async () => {
    app = await startTestApp()
    const cooperatives: TestCooperative[] = []
    for (let n = 0; n < 3; n += 1) {
      const cooperative = await buildCooperative(app)
      const member = await buildMember(app, cooperative)
      dataOf(
        await app.call('POST', '/financial/contributions', {
          token: cooperative.token,
          body: { memberId: member.id, amount: 1000, anotherPayment: true },
        }),
        201,
      )
      cooperatives.push(cooperative)
    }
    // Whatever order the job takes, one of the others comes after it.
    const [first, ...rest] = cooperatives.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    failing = first as TestCooperative
    others = rest
    await app.admin.query(
      `create function app.fail() returns trigger language plpgsql as $$ begin raise 'planted failure'; end $$`,
    )
  })
  afterAll(() => app.stop())

  const failOn = (table: string, event: 'insert' | 'delete') =>
    app.admin.query(
      `create trigger fail before ${event} on ${table} for each row when (${event === 'insert' ? 'new' : 'old'}.cooperative_id = '${failing.id}') execute function app.fail()`,
    )
  const idsOf = async (query: string) =>
    new Set((await app.admin.query<{ id: string }>(query)).rows.map(({ id }) => id))
  const all = () => new Set([failing, ...others].map(({ id }) => id))

  // ASVS V16.3.4
  test('sums the books of the others, is logged with the failure, and shows on the health page for how many it failed', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => lines.push(line) })
    const run = () =>
      runJob(app.services.database, log, 'sum-cooperatives', () => sumCooperatives(app.services.database))
    const health = async () => dataOf(await app.call('GET', '/platform/health', { token: await app.superAdminToken() }))
    await failOn('app.cooperative_total', 'insert')
    await run()
    expect(await idsOf('select cooperative_id as id from app.cooperative_total')).toEqual(
      new Set(others.map(({ id }) => id)),
    )
    const failure = `Failed for 1 of 3 cooperatives, the first of them ${failing.id}: planted failure`
    expect((await health()).jobs).toEqual([{ job: 'sum-cooperatives', endedAt: expect.any(String), failure }])
    expect(lines.join()).toContain(`${failing.id}: planted failure`)

    await app.admin.query('drop trigger fail on app.cooperative_total')
    await run()
    expect(await idsOf('select cooperative_id as id from app.cooperative_total')).toEqual(all())
    expect((await health()).jobs).toMatchObject([{ job: 'sum-cooperatives', failure: null }])
  })

  test('computes the unpaid months of the others', async () => {
    const waiting = () => idsOf('select distinct cooperative_id as id from app.stale_unpaid_month')
    expect(await waiting()).toEqual(all())
    await failOn('app.stale_unpaid_month', 'delete')
    await expect(computeUnpaidMonths(app.services.database)).rejects.toThrow(
      `Failed for 1 of 3 cooperatives, the first of them ${failing.id}: planted failure`,
    )
    expect(await waiting()).toEqual(new Set([failing.id]))
    await app.admin.query('drop trigger fail on app.stale_unpaid_month')
    await computeUnpaidMonths(app.services.database)
    expect(await waiting()).toEqual(new Set())
  })
})
