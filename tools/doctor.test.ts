import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '#platform/backup/open-store.ts'
import { readConfig } from '#platform/config.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { migrate } from '#platform/db/migrate.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { type Cluster, findPostgres15, type Replica, startCluster } from '#dev/testing/postgresql-15.ts'
import { testSecret } from '#dev/testing/secret.ts'
import { diagnose, report } from './doctor.ts'
import { forgetSecret } from './lost-secret.ts'
import { startPaystackSimulator } from '#platform/payments/paystack-simulator.ts'

const APP_SECRET = 'the secret of this installation, long enough'

describe('the doctor', () => {
  let app: TestApp
  let dataDir: string
  let settings: Record<string, string>
  beforeAll(async () => {
    app = await startTestApp()
    dataDir = mkdtempSync(join(tmpdir(), 'ajose-doctor-'))
    // The database keeps its key, sealed under the secret of this installation.
    await forgetSecret(app.adminUrl)
    await migrate(app.adminUrl, await readServerSecrets(dataDir, { APP_SECRET }), { makeKey: () => testSecret })
  })
  afterAll(async () => {
    await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  beforeEach(() => {
    settings = { DATA_DIR: dataDir, DATABASE_URL: app.adminUrl, APP_SECRET }
    writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ url: app.url }))
  })

  const look = async (more: Record<string, string> = {}) => {
    const findings = await diagnose(readConfig({ ...settings, ...more }), app.adminUrl)
    const of = (wanted: string) => findings.flatMap(({ verdict, sentence }) => (verdict === wanted ? [sentence] : []))
    const said: string[] = []
    return {
      fine: of('fine'),
      look: of('look'),
      wrong: of('wrong'),
      isWell: report(findings, (line) => said.push(line)),
      said,
    }
  }
  /** The tests' own cluster does not wait for the disk. */
  const ofTheTests = expect.stringMatching(/^PostgreSQL has fsync and full_page_writes off/)

  test('says what is well, and that the tests’ database trades safety for speed', async () => {
    const { fine, wrong, isWell, said } = await look({
      AJOSE_ENV: 'production',
      PUBLIC_URL: 'https://ajose.invalid',
      SMS_PROVIDER: 'none',
    })
    expect(fine).toEqual(
      expect.arrayContaining([
        'AJOSE_ENV is production, and no setting that it needs is missing.',
        'The database answers, and the secret opens it.',
        'Every migration of this program is applied.',
        'The clocks of this machine and of the database agree.',
        'Every promise of the database holds: walls between cooperatives, rights of the roles, books (database/checks).',
        `The server answers at ${app.url} and is ready.`,
      ]),
    )
    expect(wrong).toEqual([ofTheTests, expect.stringMatching(/^https:\/\/ajose\.invalid can't be reached from here/)])
    expect([isWell, said.at(-1)]).toEqual([false, '2 things are wrong.'])
  })

  test('finds settings that leave a door open', async () => {
    const { wrong, look: seen } = await look({
      PUBLIC_URL: app.url,
      TRUSTED_PROXIES: '0.0.0.0/0',
      APP_SECRET_OLD: 'the secret that it takes the place of',
    })
    expect(wrong).toEqual([
      'Others can reach this server, and AJOSE_ENV is not production.',
      'TRUSTED_PROXIES believes every address, so anybody can pretend to come from anywhere.',
      ofTheTests,
    ])
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^APP_SECRET_OLD is set/),
        'PUBLIC_URL is not https: passwords travel in the clear.',
      ]),
    )
  })

  test('asks the mail server, and says what is wrong with it', async () => {
    const from = { MESSAGES_FROM: 'notices@ajose.example' }
    const closed = await look({ ...from, SMTP_URL: 'smtp://ajose:not-to-be-shown@127.0.0.1:1' })
    expect(closed.wrong).toContain('The mail server does not answer (ESOCKET).')
    expect(closed.said.join()).not.toContain('not-to-be-shown')
    const server = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true, closeTimeout: 10 })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.server.address() as AddressInfo
    expect((await look({ ...from, SMTP_URL: `smtp://127.0.0.1:${port}` })).fine).toContain(
      'The mail server takes email from here.',
    )
    await new Promise<void>((resolve) => {
      server.close(resolve)
    })
    expect((await look()).look).toContain(
      'SMTP_URL is not set: email goes to the file outbox.jsonl, and no mailbox gets it.',
    )
  })

  test('asks the payment provider whether it takes the key', async () => {
    const paystack = await startPaystackSimulator()
    const settings = { PAYMENT_PROVIDER: 'paystack', PAYSTACK_URL: paystack.url, PUBLIC_URL: app.url }
    expect((await look({ ...settings, PAYSTACK_SECRET_KEY: paystack.key })).fine).toContain(
      'Paystack answers, and takes the key.',
    )
    const other = await look({ ...settings, PAYSTACK_SECRET_KEY: 'sk_test_another-key'.replaceAll('-', '_') })
    expect(other.wrong).toContain('Paystack refuses PAYSTACK_SECRET_KEY (401).')
    await paystack.close()
    expect((await look({ ...settings, PAYSTACK_SECRET_KEY: paystack.key })).wrong).toContain(
      'Paystack can not be reached.',
    )
  })

  test('tries where backups are to go: the disk of the database, a path through a file, and the key of another', async () => {
    const BACKUP_URL = join(dataDir, 'backup')
    const BACKUP_KEY = 'a key of the tests, long enough to be one'
    const about = async (more: Record<string, string>) => {
      const { fine, wrong } = await look({ BACKUP_URL, BACKUP_KEY, ...more })
      return [...fine, ...wrong].filter((sentence) => /BACKUP|backups/.test(sentence))
    }
    const onOneDisk = expect.stringContaining('The folder of the backups is on the same disk as the database')
    expect(await about({})).toEqual([onOneDisk])
    expect(existsSync(BACKUP_URL)).toBe(false)
    mkdirSync(BACKUP_URL)
    expect(await about({})).toEqual([onOneDisk])
    expect(readdirSync(BACKUP_URL)).toEqual([])
    await openStore({ place: { folder: BACKUP_URL }, key: randomBytes(32) }).put('system', Buffer.from('another'))
    expect(await about({})).toEqual(['BACKUP_KEY is not the key with which this backup was made.'])
    writeFileSync(join(dataDir, 'file'), '')
    expect(await about({ BACKUP_URL: join(dataDir, 'file/backup') })).toEqual([
      `The folder ${join(dataDir, 'file/backup')} can't be used: a part of the path is a file. Change that, or set BACKUP_URL to another folder.`,
    ])
  })

  test('finds an address that leads elsewhere', async () => {
    const { wrong } = await look({ PUBLIC_URL: `${app.url.replace('127.0.0.1', '127.0.0.2')}` })
    expect(wrong.at(-1)).toMatch(/^http:\/\/127\.0\.0\.2:\d+ can't be reached from here \(.*ECONNREFUSED/)
  })

  test('finds a server that is gone and one that is not running', async () => {
    writeFileSync(join(dataDir, 'server.lock'), JSON.stringify({ url: 'http://127.0.0.1:9' }))
    expect((await look()).wrong).toContain('The server at http://127.0.0.1:9 is not ready. Its log says why.')
    rmSync(join(dataDir, 'server.lock'))
    expect((await look()).look).toContain('The server does not run on this data folder.')
  })

  test('finds a promise that does not hold', async () => {
    await app.admin.query('create table app.doctor (cooperative_id uuid primary key)')
    try {
      const { wrong } = await look()
      expect(wrong).toEqual([
        'Others can reach this server, and AJOSE_ENV is not production.',
        ofTheTests,
        'The check gate_tenant_tables_are_locked of database/checks finds 1 rows, the first: {"oid":"app.doctor"}',
      ])
    } finally {
      await app.admin.query('drop table app.doctor')
    }
  })

  test('says what the next start will apply, and that a secret does not open the database', async () => {
    await app.admin.query('create table kept as table migration.applied')
    await app.admin.query("delete from migration.applied where name like '0013%'")
    expect((await look()).look).toContain('The next start applies 1 migration: 0013_payments.sql.')
    await app.admin.query("insert into migration.applied select * from kept where name like '0013%'")
    await expect(look({ APP_SECRET: 'another secret of more than thirty-two letters' })).rejects.toThrow(
      'used with another secret',
    )
  })
})

const programs = findPostgres15()

describe.skipIf(programs === undefined)('the doctor of a database with a replica', { timeout: 120_000 }, () => {
  let cluster: Cluster
  let other: Cluster
  let replica: Replica
  let dataDir: string
  let adminUrl: string
  beforeAll(async () => {
    ;[cluster, other] = await Promise.all([startCluster(programs ?? ''), startCluster(programs ?? '')])
    replica = await cluster.replica({})
    dataDir = mkdtempSync(join(tmpdir(), 'ajose-doctor-'))
    adminUrl = cluster.adminUrl.replace('/postgres?', '/template_ajose?')
    await forgetSecret(adminUrl)
    await migrate(adminUrl, await readServerSecrets(dataDir, { APP_SECRET }), { makeKey: () => testSecret })
  }, 120_000)
  afterAll(async () => {
    await replica?.stop()
    await cluster?.remove()
    await other?.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const on = (socket: string) => adminUrl.replace(/host=[^&]+/, `host=${encodeURIComponent(socket)}`)
  /** What it says of the replica. */
  const finds = async (url: string) => {
    const config = { DATA_DIR: dataDir, DATABASE_URL: adminUrl, APP_SECRET, DATABASE_READ_URL: url }
    const findings = await diagnose(readConfig(config), adminUrl)
    return findings.filter(({ sentence }) => /replica|DATABASE_READ_URL/.test(sentence))
  }

  test('says that it has everything, or that it is behind', async () => {
    const has = { verdict: 'fine', sentence: 'The replica of DATABASE_READ_URL has everything that is stored.' }
    expect(await finds(on(replica.socket))).toEqual([has])
    const client = new DatabaseClient({ connectionString: on(replica.socket) })
    await client.connect()
    const delay = async (text: string) => {
      await client.query(`alter system set recovery_min_apply_delay = '${text}'`)
      await client.query('select pg_reload_conf()')
    }
    await delay('1h')
    const primary = new DatabaseClient({ connectionString: adminUrl })
    await primary.connect()
    await primary.query('create table stored_meanwhile ()')
    expect(await finds(on(replica.socket))).toEqual([
      {
        verdict: 'look',
        sentence: 'The replica of DATABASE_READ_URL is more than half a second behind, so the primary answers for it.',
      },
    ])
    await delay('0')
    await primary.query('drop table stored_meanwhile')
    await Promise.all([client.end(), primary.end()])
    expect(await finds(on(replica.socket))).toEqual([has])
  })

  test('finds a role that is let in no more', async () => {
    const primary = new DatabaseClient({ connectionString: adminUrl })
    await primary.connect()
    try {
      await primary.query('alter role coop_auth nologin')
      const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: adminUrl, APP_SECRET })
      expect((await diagnose(config, adminUrl)).filter(({ sentence }) => sentence.includes('let in'))).toEqual([
        {
          verdict: 'wrong',
          sentence:
            'PostgreSQL does not let in coop_auth (role "coop_auth" is not permitted to log in). Start the server again, which sets the passwords of its roles; if another installation uses this PostgreSQL, give each one its own.',
        },
      ])
      await primary.query('alter role coop_auth login')
      expect((await diagnose(config, adminUrl)).map(({ sentence }) => sentence)).toContain(
        'PostgreSQL lets the roles of the server in.',
      )
    } finally {
      await primary.end()
    }
  })

  test('finds the primary itself, a database that it does not follow, and none', async () => {
    const verdict = 'wrong'
    expect(await finds(adminUrl)).toEqual([
      {
        verdict,
        sentence: 'The database of DATABASE_READ_URL is no replica, so it answers nothing. Name one, or remove it.',
      },
    ])
    const stranger = await other.replica({})
    expect(await finds(on(stranger.socket))).toEqual([
      {
        verdict,
        sentence: 'DATABASE_READ_URL names the replica of another database. Name one of this database, or remove it.',
      },
    ])
    await stranger.stop()
    const [gone] = await finds(on(stranger.socket))
    expect(gone).toMatchObject({
      verdict,
      sentence: expect.stringMatching(/Start it, or correct DATABASE_READ_URL\.$/),
    })
  })
})
