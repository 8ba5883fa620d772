import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, newKey, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { type Cluster, findPostgres15, type Replica, startCluster } from '#dev/testing/postgresql-15.ts'
import { connectAsAdministrator } from './administrator.ts'
import { DatabaseClient } from './primary.ts'

test('a list of machines that can not be read is refused with its reason', () => {
  const why = (DATABASE_URL: string) => {
    try {
      return readConfig({ DATABASE_URL }).DATABASE_URL
    } catch (error) {
      return (error as Error).message
    }
  }
  const two = 'postgresql://u:p@10.0.0.4:5432,db2.example/ajose?sslmode=verify-full&target_session_attrs=read-write'
  expect(why(two)).toBe(two)
  const reasons = {
    'postgresql://a,b/ajose': 'must end with ?sslmode=verify-full',
    'postgresql://localhost,b/ajose': 'must end with ?sslmode=verify-full',
    'postgresql://localhost,:5433/ajose': 'must list its machines as db1:5432,db2:5432,db3:5432',
    'postgresql://localhost:99999,127.0.0.1/ajose': 'must list its machines as db1:5432,db2:5432,db3:5432',
    'postgresql://localhost,localhost:5432/ajose': 'must name each machine of its list once',
    'postgresql:///ajose?host=localhost,127.0.0.1': 'must name several machines before the name of the database',
    'postgresql://localhost,127.0.0.1/ajose?target_session_attrs=standby':
      'must have target_session_attrs=read-write or none',
  }
  for (const [url, reason] of Object.entries(reasons))
    expect([url, why(url)]).toEqual([
      url,
      expect.stringContaining(`The environment variable DATABASE_URL can't be used: ${reason}`),
    ])
})

const programs = findPostgres15()

describe.skipIf(programs === undefined)('a primary and its replica', { timeout: 120_000 }, () => {
  let cluster: Cluster
  let replica: Replica
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  const placeOf = (socket: string) => `${encodeURIComponent(socket)}:5432`
  const urlOf = (...sockets: string[]) =>
    `postgresql://postgres:x@${sockets.map(placeOf).join()}/postgres?target_session_attrs=read-write`
  const post = (key = newKey()) =>
    app.call('POST', '/financial/contributions', {
      token: cooperative.token,
      body: { memberId: member.id, amount: 10, anotherPayment: true },
      key,
    })
  const on = async <T extends object>(url: string, ...statements: string[]): Promise<T> => {
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    try {
      let row: T | undefined
      for (const statement of statements) [row] = (await client.query<T>(statement)).rows
      return row as T
    } finally {
      await client.end()
    }
  }
  /** What a machine has stored of the society, whether it is the primary or not. */
  const storedAt = async (socket: string) =>
    (
      await on<{ count: number }>(
        app.adminUrl.replace(/@[^/]*/, `@${placeOf(socket)}`),
        'select count(*)::int from app.transaction',
      )
    ).count
  const setOn = (socket: string, setting: string) =>
    on(urlOf(socket), `alter system ${setting}`, 'select pg_reload_conf()')
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
    replica = await cluster.replica({})
    app = await startTestApp(urlOf(replica.socket, cluster.socket))
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  }, 120_000)
  afterAll(async () => {
    await app?.stop()
    await replica?.stop()
    await cluster?.remove()
  })

  test('the one that writes is found, wherever it is in the list', async () => {
    for (const sockets of [
      [cluster.socket, replica.socket],
      [replica.socket, cluster.socket],
      ['/nowhere', cluster.socket, replica.socket],
    ])
      expect(await on(urlOf(...sockets), 'select pg_is_in_recovery() as is')).toEqual({ is: false })
    expect((await post()).status).toBe(201)
  })

  test('a connection that ends while no query runs on it fails the next query, and does not end the process', async () => {
    const client = new DatabaseClient({ connectionString: urlOf(cluster.socket) })
    await client.connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await on(urlOf(cluster.socket), `select pg_terminate_backend(${rows[0]?.pid})`)
    await ended
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|was closed/)
  })

  test('none that writes is told in a sentence', async () => {
    await expect(connectAsAdministrator(urlOf(replica.socket, '/nowhere'), 'test')).rejects.toThrow(
      `No primary answers at ${placeOf(replica.socket)}, %2Fnowhere:5432. Start PostgreSQL there, or correct DATABASE_URL.`,
    )
  })

  test('a primary that takes no writes any more has the sender come back, and what was kept is kept once', async () => {
    const before = await storedAt(cluster.socket)
    const key = newKey()
    await setOn(cluster.socket, 'set default_transaction_read_only = on')
    await until(async () => (await post()).status !== 201)
    const refused = await post(key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    const stored = await storedAt(cluster.socket)
    await setOn(cluster.socket, 'reset default_transaction_read_only')
    await until(async () => (await post(key)).status === 201)
    expect((await post(key)).status).toBe(201)
    expect([await storedAt(cluster.socket), stored >= before]).toEqual([stored + 1, true])
  })

  test('no limit of time calls a commit done that the replica does not have, nor does a key that is sent again', async () => {
    await on(
      urlOf(cluster.socket),
      "alter role coop_app set statement_timeout = '300ms'",
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'coop_app'",
    )
    const before = await storedAt(cluster.socket)
    await setOn(cluster.socket, "set synchronous_standby_names = 'never'")
    const key = newKey()
    const answers: number[] = []
    const ask = async () => void answers.push((await post(key)).status)
    const asked = ask()
    /** The connection that has waited for a replica for this long, or an answer that came without it. */
    const waiting = async (seconds: number) => {
      const answered = answers.length
      let pid: number | undefined
      await until(async () => {
        ;({ pid } = await on<{ pid: number }>(
          urlOf(cluster.socket),
          `select max(pid) as pid from pg_stat_activity where wait_event = 'SyncRep' and now() - state_change > '${seconds} seconds'`,
        ))
        return answers.length > answered || pid !== null
      })
      return pid
    }
    try {
      const first = await waiting(2)
      expect(answers).toEqual([])
      // The commit is there, and the line on which it would be told is lost.
      await on(urlOf(cluster.socket), `select pg_terminate_backend(${first})`)
      await asked
      expect([answers, await storedAt(cluster.socket)]).toEqual([[503], before + 1])
      const again = ask()
      await waiting(1)
      expect(answers).toEqual([503])
      await setOn(cluster.socket, 'reset synchronous_standby_names')
      await again
      expect([answers, await storedAt(cluster.socket)]).toEqual([[503, 201], before + 1])
    } finally {
      await setOn(cluster.socket, 'reset synchronous_standby_names')
      await on(urlOf(cluster.socket), 'alter role coop_app reset statement_timeout')
    }
  })

  test('of two that say they are the primary, the one that was promoted last is taken, and lines to the other end', async () => {
    await until(async () => (await storedAt(replica.socket)) === (await storedAt(cluster.socket)))
    const atOld = await storedAt(cluster.socket)
    replica.promote()
    const atPromotion = await storedAt(replica.socket)
    await until(async () => {
      await post()
      return (await storedAt(replica.socket)) > atPromotion
    })
    const left = await storedAt(cluster.socket)
    for (let n = 0; n < 5; n += 1) expect((await post()).status).toBe(201)
    expect([await storedAt(cluster.socket), left >= atOld]).toEqual([left, true])
    expect(await on(app.adminUrl, 'select count(*)::int from app.transaction')).toEqual({
      count: await storedAt(replica.socket),
    })
    expect(await storedAt(replica.socket)).toBeGreaterThanOrEqual(atPromotion + 6)
  })
})
