import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { warnOfBackups } from '#platform/jobs/warn-of-backups.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { dataOf } from '#dev/testing/builders.ts'
import { backupProblems, backupSentences } from './backup-state.ts'

const now = new Date('2026-11-25T12:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const well = {
  since: before(10_000),
  lastBackupAt: before(25 * 60),
  lastLogAt: before(1),
  oldestWaiting: before(1),
  lastArchivedAt: before(1),
  lastFailedAt: before(60),
  lastBackupFailed: false,
}

describe('what is wrong with the backups', () => {
  test.each([
    ['a backup of yesterday and a log of this minute', {}, []],
    ['a backup older than 26 hours', { lastBackupAt: before(26 * 60 + 1) }, [backupSentences.late]],
    ['a server that has just begun', { since: before(1), lastBackupAt: null, lastLogAt: null }, []],
    [
      'the first backup failed',
      { since: before(1), lastBackupAt: null, lastBackupFailed: true },
      [backupSentences.late],
    ],
    ['a try that failed after a good backup', { lastBackupFailed: true }, []],
    ['a log that is not stored', { oldestWaiting: before(4) }, [backupSentences.log]],
    ['a log of which nothing arrives', { lastLogAt: before(4), oldestWaiting: null }, [backupSentences.log]],
    ['an archiver that fails', { lastFailedAt: before(0.5), lastLogAt: before(9) }, [backupSentences.archiver]],
  ])('%s', (_, differs, problems) => {
    expect(backupProblems(now, { ...well, ...differs })).toEqual(problems)
  })
})

describe('the super administrators', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('hear of each problem once a day, and find it on the health page, of which the readiness says only that it is', async () => {
    const problems = [backupSentences.late, backupSentences.archiver]
    app.services.backups = () =>
      Promise.resolve({ kind: 'here', lastBackupAt: before(2000), lastLogAt: null, logFilesWaiting: 7, problems })
    const token = await app.superAdminToken()
    for (let look = 0; look < 3; look += 1) await warnOfBackups(app.services.database, problems)
    const heard = async () =>
      dataOf(await app.call('GET', '/notifications', { token })).map(({ message }: { message: string }) => message)
    expect((await heard()).toSorted()).toEqual(problems.toSorted())
    await app.admin.query(
      `update platform.notification set created_at = now() - interval '25 hours' where message = $1`,
      problems.slice(0, 1),
    )
    await warnOfBackups(app.services.database, problems)
    expect((await heard()).filter((message: string) => message === problems[0])).toHaveLength(2)

    const backup = { kind: 'here', lastBackupAt: before(2000).toISOString(), logFilesWaiting: 7, problems }
    const health = dataOf(await app.call('GET', '/platform/health', { token }))
    expect(health.backup).toMatchObject(backup)
    expect(health.problems).toEqual(expect.arrayContaining(problems))
    // Anyone may ask this one, so it does not say what is wrong.
    expect(dataOf(await app.call('GET', '/api/health/ready')).backup).toEqual({ kind: 'here', isWell: false })
  })
})
