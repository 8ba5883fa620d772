import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { names, writeIndex } from './backup-index.ts'
import { folderTarget } from './backup-target.ts'
import { deleteOldBackups } from './delete-old-backups.ts'
import { SealedStore } from './sealed-store.ts'
import { fileOf, leadsThrough, segmentIn, segmentOf, segmentsWithoutGap, timelinesOf } from './wal-files.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ajose-old-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a backup stays while a moment of the kept days needs it, and the newest one always', async () => {
  const store = new SealedStore(folderTarget(folder), Buffer.alloc(32, 3))
  const nothing = { parts: 0, bytes: 0, sha256: '' }
  const add = async (day: number, segment: number) => {
    const at = new Date(Date.UTC(2026, 10, day))
    const lsn = `0/${(segment * 16 * 1024 * 1024 + 40).toString(16).toUpperCase()}`
    const id = `day-${day}`
    await store.put(names.part(id, 'archive', 0), Buffer.from('part'))
    await store.put(names.log(fileOf(1, segment)), Buffer.from('log'))
    await writeIndex(store, {
      id,
      program: 'test',
      startedAt: at,
      endedAt: at,
      startLsn: lsn,
      startTimeline: 1,
      endLsn: lsn,
      endTimeline: 1,
      systemId: '1',
      archive: nothing,
      manifest: nothing,
      files: [],
    })
  }
  for (const day of [10, 11, 12, 13]) await add(day, day)
  // Half a backup, of a server that was killed.
  await store.put(names.part('day-12b', 'archive', 0), Buffer.from('part'))
  await store.put(names.log('00000002.history'), Buffer.from(''))

  // Noon of the 11th is two days before noon of the 13th, and only the backup of the 11th leads there.
  await deleteOldBackups(store, 2, new Date(Date.UTC(2026, 10, 13, 12)))
  expect(await store.list('')).toEqual([
    ...[11, 12, 13].flatMap((day) => [names.part(`day-${day}`, 'archive', 0), names.index(`day-${day}`)]),
    names.log(fileOf(1, 11)),
    names.log(fileOf(1, 12)),
    names.log(fileOf(1, 13)),
    names.log('00000002.history'),
  ])
  await deleteOldBackups(store, 2, new Date(Date.UTC(2027, 10, 13)))
  expect(await store.list('base/')).toEqual([names.part('day-13', 'archive', 0), names.index('day-13')])
})

test('the log is followed over timelines, and the file at which it breaks off is named', () => {
  expect(segmentOf('1/3000028')).toBe(256 + 3)
  expect(fileOf(2, 256 + 3)).toBe('000000020000000100000003')
  expect(segmentIn('000000020000000100000003')).toBe(256 + 3)
  expect(segmentIn('00000002.history')).toBeUndefined()

  const timelines = timelinesOf(3, '1\t0/5000028\tbefore 2026-11-25\n\n2\t0/7000100\tbefore 2026-11-26\n')
  const files = [fileOf(1, 4), fileOf(2, 5), fileOf(2, 6), fileOf(3, 7), fileOf(3, 8)]
  // What the first timeline wrote after it was left is no part of the way.
  const all = new Set([...files, fileOf(1, 5), fileOf(1, 6)])
  expect(segmentsWithoutGap(all, timelines, 4)).toEqual({ found: files })
  all.delete(fileOf(2, 6))
  expect(segmentsWithoutGap(all, timelines, 4)).toEqual({ found: files.slice(0, 2), missing: fileOf(2, 6) })
  expect(segmentsWithoutGap(new Set(), timelines, 9)).toEqual({ found: [], missing: fileOf(3, 9) })

  expect(leadsThrough(timelines, { timeline: 1, lsn: '0/5000028' })).toBe(true)
  expect(leadsThrough(timelines, { timeline: 1, lsn: '0/5000030' })).toBe(false)
  expect(leadsThrough(timelines, { timeline: 3, lsn: '0/9000000' })).toBe(true)
  expect(leadsThrough(timelines, { timeline: 4, lsn: '0/9000000' })).toBe(false)
})
