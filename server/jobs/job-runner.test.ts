import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, dataOf, newPhone, type TestCooperative } from '#server/testing/builders.ts'

/** More than the server of a test has connections. */
const importsAtOnce = 7
/** More than are registered in one step, so that the progress is told on the way. */
const rows = 501

/** Names that no two members have alike. */
const letters = (n: number) => [...String(n + 10_000)].map((digit) => 'abdefgiklo'[Number(digit)]).join('')

describe('imports of more societies at once than there are connections', () => {
  let app: TestApp
  let holder: pg.Client

  beforeAll(async () => {
    app = await startTestApp()
    holder = new pg.Client({ connectionString: app.adminUrl })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await app.stop()
  })

  const look = async ({ cooperative, id }: { cooperative: TestCooperative; id: string }) =>
    dataOf(await app.call('GET', `/imports/${id}`, { token: cooperative.token }))
  const uploaded = async () => {
    const cooperative = await buildCooperative(app)
    const csv = [
      'First name,Last name,Phone',
      ...Array.from({ length: rows }, (_, n) => `${letters(n)},${letters(n * 7919)},${newPhone()}`),
    ].join('\n')
    const { id } = dataOf(
      await app.call('POST', '/cooperatives/members/imports', {
        token: cooperative.token,
        file: { name: 'register.csv', content: new TextEncoder().encode(csv) },
      }),
      201,
    )
    return { cooperative, id: String(id) }
  }

  test('are all posted, and leave connections to everybody else meanwhile', async () => {
    const bystander = await buildCooperative(app)
    const imports: { cooperative: TestCooperative; id: string }[] = []
    for (let n = 0; n < importsAtOnce; n += 1) imports.push(await uploaded())
    // Each run begins by locking its import: this holds them all at that point, where each has its connection.
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest($1::text[]) id', [
      imports.map(({ id }) => id),
    ])
    for (const { cooperative, id } of imports)
      dataOf(await app.call('POST', `/imports/${id}/post`, { token: cooperative.token }), 202)
    expect((await app.call('GET', '/cooperatives/profile', { token: bystander.token })).status).toBe(200)
    await holder.query('commit')
    await app.settled()
    for (const each of imports)
      expect(await look(each)).toMatchObject({ status: 'posted', progress: rows, failure: null })
    expect(await app.checks()).toEqual([])
  })
})
