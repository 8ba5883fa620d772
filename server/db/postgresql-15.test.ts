import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember } from '#server/testing/builders.ts'
import { testSecret } from '#server/testing/secret.ts'
import { migrate } from './migrate.ts'
import { waitUntil } from './process.ts'

/** Where this machine keeps a PostgreSQL 15 of its own, or undefined. */
function findPrograms(): string | undefined {
  const told = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return ['/usr/lib/postgresql/15/bin', told].find((folder) => {
    if (!folder || !existsSync(join(folder, 'initdb'))) return false
    return / 15\.\d/.test(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')
  })
}

/** PostgreSQL does not run as root. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
  return uid && gid ? { uid, gid } : undefined
}

type Cluster = { adminUrl: string; stop(): Promise<void> }

async function startCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-pg15-'))
  const owner = findOwner()
  const socket = join(folder, 'socket')
  mkdirSync(socket)
  if (owner) for (const path of [folder, socket]) chownSync(path, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const settings = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...settings, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const options = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socket}`, '-c', 'fsync=off']
  const server: ChildProcess = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
    ...settings,
    stdio: 'ignore',
  })
  await waitUntil(() => existsSync(join(socket, '.s.PGSQL.5432')), 20_000)
  const adminUrl = `postgresql://postgres:x@/postgres?host=${encodeURIComponent(socket)}&port=5432`
  await makeTemplate(adminUrl)
  return {
    adminUrl,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The socket is there a moment before the first connection is taken. */
async function makeTemplate(adminUrl: string): Promise<void> {
  for (let tries = 50; ; tries -= 1) {
    const client = new pg.Client({ connectionString: adminUrl })
    try {
      await client.connect()
      await client.query('create database template_ajose')
      break
    } catch (error) {
      if (tries === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end()
    }
  }
  await migrate(adminUrl.replace('/postgres?', '/template_ajose?'), [testSecret], { makeKey: () => testSecret })
}

const programs = findPrograms()

// Skipped where the machine has no PostgreSQL 15: the oldest that DATABASE_URL may name is proved where one is at hand.
describe.skipIf(programs === undefined)('on PostgreSQL 15, the oldest that may be used', () => {
  let cluster: Cluster
  let app: TestApp

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
    app = await startTestApp(cluster.adminUrl)
  })
  afterAll(async () => {
    await app?.stop()
    await cluster?.stop()
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
