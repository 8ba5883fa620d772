import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupSentences } from '#platform/backup/backup-state.ts'
import { startBackups } from '#platform/backup/start-backups.ts'
import { readConfig } from '#platform/config.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#dev/testing/builders.ts'
import { type Cluster, findPostgres15, startCluster } from '#dev/testing/postgresql-15.ts'
import { endAccess } from './end-access.ts'
import { backUpNow } from './backup.ts'
import { booksAt } from './restore.ts'
import { pointOf } from './restore-drill.ts'
import { verifyBooks } from './verify-books.ts'

const programs = findPostgres15()
const hasPgBackRest = spawnSync('pgbackrest', ['version']).status === 0

/** The configuration of docs/backup.md, with the places of this test. */
function configurationIn(folder: string): string {
  const text = readFileSync(new URL('../docs/backup.md', import.meta.url), 'utf8')
  const block = (/```ini\n([\s\S]*?)```/.exec(text)?.[1] ?? '').replaceAll(/^ +/gm, '')
  const own = { 'repo1-path': join(folder, 'repo'), 'pg1-path': join(folder, 'data') }
  const lines = Object.entries(own).reduce(
    (all, [name, value]) => all.replace(new RegExp(`^${name}=.*`, 'm'), `${name}=${value}`),
    block,
  )
  return `${lines.replace('KEY', 'k'.repeat(48))}pg1-socket-path=${join(folder, 'socket')}\npg1-user=postgres\nlog-path=${folder}\nlock-path=${join(folder, 'lock')}\nspool-path=${join(folder, 'spool')}\n`
}

// Skipped where the machine has not both Debian packages, postgresql-15 and pgbackrest.
describe.skipIf(programs === undefined || !hasPgBackRest)('a database of its own with pgBackRest', () => {
  let cluster: Cluster
  let app: TestApp
  let config = ''
  let isStopped = false
  const pgBackRest = (...args: string[]) =>
    cluster.run('pgbackrest', [`--config=${config}`, '--stanza=ajose', '--log-level-console=error', ...args])

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '', (folder) => {
      config = join(folder, 'pgbackrest.conf')
      return {
        archive_mode: 'on',
        archive_timeout: '60',
        archive_command: `pgbackrest --config=${config} --stanza=ajose --log-level-console=error archive-push %p`,
      }
    })
    const { uid, gid } = statSync(cluster.folder)
    writeFileSync(config, configurationIn(cluster.folder))
    for (const name of ['repo', 'lock', 'spool', 'restored']) {
      mkdirSync(join(cluster.folder, name))
      chownSync(join(cluster.folder, name), uid, gid)
    }
    chownSync(config, uid, gid)
    chmodSync(config, 0o600)
    app = await startTestApp(cluster.adminUrl)
  })
  afterAll(async () => {
    if (!isStopped) await app?.stop()
    await cluster?.remove()
  })

  test('comes back at a moment with the same books, and the health page sees its archiver', async () => {
    pgBackRest('stanza-create')
    pgBackRest('check')
    pgBackRest('backup', '--type=full')
    // It tells backups apart by whole seconds.
    await app.admin.query(`select pg_sleep(1.1)`)
    const cooperative = await buildCooperative(app)
    const member = await buildMember(app, cooperative)
    const deposit = async (amount: number) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { type: 'deposit', memberId: member.id, amount },
        }),
        201,
      )
    for (const amount of [100, 250.5]) await deposit(amount)
    const point = await pointOf(app.adminUrl)
    await deposit(9)
    await app.admin.query('select pg_switch_wal()')

    const watch = async () => {
      const { watch: look } = await startBackups(readConfig({ DATABASE_URL: cluster.adminUrl }), {
        adminUrl: cluster.adminUrl,
        dataDir: cluster.folder,
        program: 'test',
        log: pino({ level: 'silent' }),
        database: app.services.database,
      })
      return look()
    }
    expect(await watch()).toMatchObject({ kind: 'own', lastLogAt: expect.any(Date), problems: [] })
    await expect(backUpNow({ DATABASE_URL: cluster.adminUrl }, () => {})).rejects.toThrow('backed up with pgBackRest')

    const restored = join(cluster.folder, 'restored')
    const target = point.at.toISOString().replace('T', ' ').replace('Z', '+00')
    pgBackRest(`--pg1-path=${restored}`, '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    isStopped = true
    await app.stop()
    await cluster.stop()
    await cluster.start(restored)
    expect(point.books).toMatchObject({ members: 1, entries: 2 })
    expect(await booksAt(app.adminUrl)).toEqual(point.books)
    expect(await verifyBooks(app.adminUrl, () => {})).toBe(true)
    const said: string[] = []
    await endAccess(app.adminUrl, true, (line) => said.push(line))
    expect(said[0]).toMatch(/^Sessions ended: [1-9]/)

    // A key that opens nothing is an archiver that fails, which is seen.
    writeFileSync(config, readFileSync(config, 'utf8').replace(/repo1-path=.*/, 'repo1-path=/dev/null/none'))
    await expect
      .poll(
        async () => {
          await booksAt(app.adminUrl)
          return (await watch()).problems
        },
        { timeout: 60_000, interval: 500 },
      )
      .toEqual([backupSentences.archiver])
  })
})
