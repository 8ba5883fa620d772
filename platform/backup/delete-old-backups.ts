import { names, readIndexes } from './backup-index.ts'
import type { SealedStore } from './sealed-store.ts'
import { segmentIn, segmentOf } from './wal-files.ts'

const day = 24 * 60 * 60_000

/**
 * Deletes the backups that no moment of the last `keepDays` days needs, what a backup that failed has left, and the log before
 * the oldest backup that stays. The newest one always stays.
 */
export async function deleteOldBackups(store: SealedStore, keepDays: number, now: Date): Promise<void> {
  const indexes = await readIndexes(store)
  const from = new Date(now.getTime() - keepDays * day)
  // The newest one before that time leads to it, with the log.
  const firstKept = Math.max(
    0,
    indexes.findLastIndex(({ endedAt }) => endedAt <= from),
  )
  const kept = indexes.slice(firstKept)
  const [oldest] = kept
  if (!oldest) return
  const keptIds = new Set(kept.map(({ id }) => id))
  for (const { id } of indexes.slice(0, firstKept)) await store.delete(names.index(id))
  for (const name of await store.list('base/')) {
    const id = name.split('/')[1] ?? ''
    // What is newer than the newest backup may be one that is being made.
    if (!keptIds.has(id) && id < (kept.at(-1)?.id ?? '')) await store.delete(name)
  }
  const first = segmentOf(oldest.startLsn)
  for (const name of await store.list(names.log(''))) {
    const segment = segmentIn(name.slice(names.log('').length, names.log('').length + 24))
    if (segment !== undefined && segment < first) await store.delete(name)
  }
}
