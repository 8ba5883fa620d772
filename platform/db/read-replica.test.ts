import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { serveMetrics } from '#platform/telemetry/serve-metrics.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { type Cluster, findPostgres15, type Replica, startCluster } from '#dev/testing/postgresql-15.ts'
import { DatabaseClient } from './primary.ts'
import { positionOf } from './read-replica.ts'

test('a replica is one address, of a database that is named', () => {
  const why = (settings: NodeJS.ProcessEnv) => {
    try {
      readConfig(settings)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const DATABASE_URL = 'postgresql://localhost/ajose'
  expect(why({ DATABASE_URL, DATABASE_READ_URL: 'postgresql://localhost:5433/ajose' })).toBe('')
  expect(why({ DATABASE_READ_URL: 'postgresql://localhost:5433/ajose' })).toContain(
    "DATABASE_READ_URL can't be used: it is a replica of the database in DATABASE_URL",
  )
  for (const DATABASE_READ_URL of [
    'postgresql://localhost:5433,127.0.0.1/ajose',
    'postgresql://localhost/ajose?target_session_attrs=standby',
  ])
    expect(why({ DATABASE_URL, DATABASE_READ_URL })).toContain(
      "DATABASE_READ_URL can't be used: must name one machine, or a balancer before several",
    )
  expect(why({ DATABASE_URL, DATABASE_READ_URL: 'postgresql://db.example/ajose' })).toContain(
    "DATABASE_READ_URL can't be used: must end with ?sslmode=verify-full",
  )
})

const programs = findPostgres15()

describe.skipIf(programs === undefined)('reports with a replica', { timeout: 120_000 }, () => {
  let cluster: Cluster
  let replica: Replica
  let app: TestApp
  let metrics: Server
  let cooperative: TestCooperative
  let member: TestMember
  let posted = 0

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
    replica = await cluster.replica({})
    app = await startTestApp(cluster.adminUrl, { replicaUrl: urlOfReplica() })
    metrics = await serveMetrics(0, '127.0.0.1')
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  }, 120_000)
  afterAll(async () => {
    metrics?.close()
    await app?.stop()
    await replica?.stop()
    await cluster?.remove()
  })

  const urlOfReplica = () => cluster.adminUrl.replace(/host=[^&]+/, `host=${encodeURIComponent(replica.socket)}`)
  /** Posts, and reads at once what the trial balance says that members have saved. */
  async function postAndRead(): Promise<void> {
    posted += 125
    dataOf(
      await app.call('POST', '/financial/contributions', {
        token: cooperative.token,
        body: { memberId: member.id, amount: 125, anotherPayment: true },
      }),
      201,
    )
    const report = await app.call('GET', '/financial/reports/trial-balance', { token: cooperative.token })
    expect(dataOf(report).totals).toMatchObject({ debit: posted, credit: posted })
  }
  /** How many reads each has answered. */
  async function answered(): Promise<{ replica: number; primary: number }> {
    const text = await (await fetch(`http://127.0.0.1:${(metrics.address() as AddressInfo).port}/metrics`)).text()
    const of = (who: string) =>
      Number(new RegExp(`^ajose_replica_reads_total\\{answered="${who}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return { replica: of('replica'), primary: of('primary') }
  }
  /** Each read is right, and the replica answers one as soon as it has kept up with a posting: on a slow machine not the first. */
  async function replicaAnswers(): Promise<boolean> {
    const before = await answered()
    await postAndRead()
    return (await answered()).replica === before.replica + 1
  }
  async function delayReplica(delay: string): Promise<void> {
    const client = new DatabaseClient({ connectionString: urlOfReplica() })
    await client.connect()
    await client.query(`alter system set recovery_min_apply_delay = '${delay}'`)
    await client.query('select pg_reload_conf()')
    await client.end()
  }

  test('are answered by it, with all that was posted before', async () => {
    await expect.poll(replicaAnswers, { timeout: 60_000 }).toBe(true)
  })

  test('may be tried again where what was the primary recovers now, and has no position of its own', async () => {
    const client = new DatabaseClient({ connectionString: urlOfReplica() })
    await client.connect()
    try {
      await expect(positionOf(client)).rejects.toMatchObject({ code: 'overloaded' })
    } finally {
      await client.end()
    }
  })

  test('are still had where a role is let in no more, and the server is not ready', async () => {
    const client = new DatabaseClient({ connectionString: cluster.adminUrl })
    await client.connect()
    try {
      await client.query('alter role coop_auth nologin')
      expect((await app.call('GET', '/api/health/ready')).status).toBe(503)
      await postAndRead()
    } finally {
      await client.query('alter role coop_auth login')
      await client.end()
    }
  })

  test('are answered by the primary while the replica is behind, with all that was posted before', async () => {
    await delayReplica('1h')
    const before = await answered()
    await postAndRead()
    await postAndRead()
    expect(await answered()).toEqual({ replica: before.replica, primary: before.primary + 2 })
    await delayReplica('0')
    await expect.poll(replicaAnswers, { timeout: 60_000 }).toBe(true)
  })

  test('are answered by the primary once the replica has become one itself, and when it is gone', async () => {
    const before = await answered()
    replica.promote()
    await postAndRead()
    await replica.stop()
    await postAndRead()
    expect(await answered()).toEqual({ replica: before.replica, primary: before.primary + 2 })
  })
})
