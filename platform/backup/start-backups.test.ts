import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { start } from '#app/server/start.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'
import { backupSettings, isOnDiskOf } from './backup-settings.ts'
import { backupSentences } from './backup-state.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ajose-backups-'))
  await chmod(dataDir, 0o755)
  fillDataDir(dataDir)
})
// A stop waits some seconds for a backup that is under way, which may write for a moment more on a busy machine.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))

const key = 'a key of the tests, long enough to be one'

const superAdmin = { identifier: 'superadmin', password: 'backups-super-admin' }

/** How backups are by the health page of a server, once `until` is so, and what anyone may know of it. */
async function watched(variables: NodeJS.ProcessEnv, until: (backup: Backup) => boolean) {
  const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: '0' }
  const server = await start(
    readConfig({ ...settings, SUPERADMIN_PASSWORD: superAdmin.password, ...variables }),
    () => {},
  )
  const ask = async <Data>(path: string, init?: RequestInit) =>
    ((await (await fetch(`${server.url}/api${path}`, init)).json()) as { data: Data }).data
  try {
    const { accessToken } = await ask<{ accessToken: string }>('/super-admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(superAdmin),
    })
    const headers = { authorization: `Bearer ${accessToken}` }
    for (;;) {
      const { backup } = await ask<{ backup: Backup }>('/platform/health', { headers })
      if (until(backup)) return { ...backup, told: (await ask<{ backup: Told }>('/health/ready')).backup }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  } finally {
    await server.stop()
  }
}
type Backup = { kind: string; lastBackupAt: string | null; lastLogAt: string | null; problems: string[] }
type Told = { kind: string; isWell: boolean }

test('a server with a place for backups makes one by itself, and one whose place is out of reach says so', async () => {
  const made = await watched({ BACKUP_URL: join(dataDir, 'backup'), BACKUP_KEY: key }, ({ lastBackupAt }) =>
    Boolean(lastBackupAt),
  )
  expect(made).toMatchObject({ kind: 'here', lastLogAt: expect.any(String), problems: [] })
  expect(made.told).toEqual({ kind: 'here', isWell: true })

  await writeFile(join(dataDir, 'file'), '')
  const BACKUP_URL = join(dataDir, 'file/backup')
  const failed = await watched({ BACKUP_URL, BACKUP_KEY: key }, ({ problems }) => problems.length > 0)
  expect(failed).toMatchObject({
    lastBackupAt: null,
    problems: [
      `The folder ${BACKUP_URL} can't be used: a part of the path is a file. Change that, or set BACKUP_URL to another folder.`,
    ],
  })
  expect(failed.told).toEqual({ kind: 'here', isWell: false })

  // The key of another installation opens nothing of what is there.
  const BACKUP_KEY = 'another key of the tests, long enough too'
  const other = await watched(
    { BACKUP_URL: join(dataDir, 'backup'), BACKUP_KEY },
    ({ problems }) => problems.length > 0,
  )
  expect(other.problems).toEqual(['BACKUP_KEY is not the key with which this backup was made.'])
  // It is replaced with the place: docs/backup.md.
  const replaced = { BACKUP_URL: join(dataDir, 'next'), BACKUP_KEY }
  expect((await watched(replaced, ({ lastBackupAt }) => Boolean(lastBackupAt))).problems).toEqual([])

  // A place that is taken away takes nothing else with it.
  const without = await watched({}, () => true)
  expect(without).toMatchObject({ kind: 'off', problems: [], told: { kind: 'off', isWell: true } })
})

test('a place on the disk of the database stops production, and is a problem where others reach the server', async () => {
  const place = { BACKUP_URL: join(dataDir, 'backup'), BACKUP_KEY: key, PUBLIC_URL: 'https://ajose.example' }
  expect(await readiness(place)).toEqual({ kind: 'here', isWell: false })
  const production = {
    ...{ AJOSE_ENV: 'production', APP_SECRET: 'the secret of this installation, long enough' },
    ...{ SMS_PROVIDER: 'none', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  }
  const starting = start(readConfig({ ...place, ...production }), () => {})
  await expect(starting).rejects.toThrow(
    `The environment variable BACKUP_URL can't be used: ${backupSentences.oneDisk}`,
  )
})

test('the disk of a folder that is to be made is that of the folder it will be in', async () => {
  const onOne = (folder: string) => isOnDiskOf({ folder }, dataDir)
  expect(await onOne(join(dataDir, 'not/yet/made'))).toBe(true)
  // The kernel's own file system is on no disk.
  expect(await onOne('/proc/sys')).toBe(false)
  expect(await isOnDiskOf({ s3: {} as never }, dataDir)).toBe(false)
})

test('a server that others reach and that makes no backup is not well', async () => {
  expect(await readiness({ PUBLIC_URL: 'https://ajose.example' })).toEqual({ kind: 'off', isWell: false })
})

/** What anyone may know of the backups of a server. */
async function readiness(variables: NodeJS.ProcessEnv): Promise<Told> {
  const server = await start(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...variables }), () => {})
  try {
    const reply = await fetch(`${server.url}/api/health/ready`)
    return ((await reply.json()) as { data: { backup: Told } }).data.backup
  } finally {
    await server.stop()
  }
}

test('a place without a key or without what S3 asks for, and a key that is too short, stop the start with a sentence', async () => {
  const why = async (variables: NodeJS.ProcessEnv) => {
    try {
      await backupSettings(readConfig({ BACKUP_URL: '/mnt/backup', ...variables }))
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const because = (name: string, words: string) => `The environment variable ${name} can't be used: ${words}`
  expect(await why({})).toBe(because('BACKUP_KEY', 'it is needed beside BACKUP_URL'))
  expect(await why({ BACKUP_KEY: 'short' })).toBe(because('BACKUP_KEY', 'must have 32 characters or more'))
  expect(await why({ BACKUP_KEY: key })).toBeUndefined()
  expect(await why({ BACKUP_URL: 'backup', BACKUP_KEY: key })).toContain(because('BACKUP_URL', ''))
  const s3 = { BACKUP_URL: 's3://backups/ajose', BACKUP_KEY: key }
  expect(await why(s3)).toBe(because('AWS_ACCESS_KEY_ID', 'it is needed beside BACKUP_URL'))
  expect(await why({ ...s3, AWS_ACCESS_KEY_ID: 'id' })).toBe(
    because('AWS_SECRET_ACCESS_KEY', 'it is needed beside BACKUP_URL'),
  )
  expect(
    await backupSettings(readConfig({ ...s3, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' })),
  ).toMatchObject({
    place: { s3: { bucket: 'backups', prefix: 'ajose/', endpoint: 'https://s3.us-east-1.amazonaws.com' } },
    keepDays: 14,
  })
  const file = join(dataDir, 'key')
  expect(await why({ BACKUP_KEY_FILE: file })).toBe(because('BACKUP_KEY_FILE', `the file ${file} can't be read`))
  await writeFile(file, 'short\n')
  expect(await why({ BACKUP_KEY_FILE: file })).toBe(
    because('BACKUP_KEY_FILE', `the key in ${file} must have 32 characters or more`),
  )
  await writeFile(file, `${key}\n`)
  const [fromFile, given] = await Promise.all(
    [{ BACKUP_KEY_FILE: file }, { BACKUP_KEY: key }].map((each) =>
      backupSettings(readConfig({ BACKUP_URL: '/mnt/backup', ...each })),
    ),
  )
  expect(fromFile).toEqual(given)
})
