import * as z from 'zod'
import { byName } from './backup-target.ts'
import { type SealedStore, UnusableBackup } from './sealed-store.ts'

/** What is known of one base backup. It is written last, so that one without it is none. */
const backupIndex = z.object({
  id: z.string(),
  program: z.string(),
  startedAt: z.coerce.date(),
  /** By the clock of the database: from this moment on the backup and the log lead to any time. */
  endedAt: z.coerce.date(),
  startLsn: z.string(),
  startTimeline: z.number(),
  endLsn: z.string(),
  endTimeline: z.number(),
  systemId: z.string(),
  /** The parts of the compressed archive and manifest, with the SHA-256 of what they come to unpacked. */
  archive: z.object({ parts: z.number(), bytes: z.number(), sha256: z.string() }),
  manifest: z.object({ parts: z.number(), bytes: z.number(), sha256: z.string() }),
  /** Files of the data folder beside the database, each by its path in there. */
  files: z.array(z.string()),
})
export type BackupIndex = z.output<typeof backupIndex>

/** Names in the target. */
export const names = {
  /** Which database the target belongs to. */
  system: 'system',
  log: (file: string) => `log/${file}`,
  index: (id: string) => `base/${id}/index`,
  part: (id: string, stream: 'archive' | 'manifest', part: number) =>
    `base/${id}/${stream}-${String(part).padStart(6, '0')}`,
  file: (id: string, path: string) => `base/${id}/files/${path}`,
}

export async function readIndexes(store: SealedStore): Promise<BackupIndex[]> {
  const found = (await store.list('base/')).filter((name) => name.endsWith('/index')).toSorted(byName)
  return Promise.all(found.map(async (name) => backupIndex.parse(JSON.parse((await store.get(name)).toString('utf8')))))
}

export async function writeIndex(store: SealedStore, index: BackupIndex): Promise<void> {
  await store.put(names.index(index.id), Buffer.from(JSON.stringify(index)))
}

/** Which database the target belongs to; undefined while it is empty. A key that is not the one opens nothing. */
export async function systemOf(store: SealedStore): Promise<string | undefined> {
  try {
    return (await store.find(names.system))?.toString('utf8')
  } catch (cause) {
    if (!(cause instanceof UnusableBackup)) throw cause
    throw new UnusableBackup('BACKUP_KEY is not the key with which this backup was made.', { cause })
  }
}

/** Throws UnusableBackup where the target holds another database: two in one place would overwrite each other's log. */
export async function claimTarget(store: SealedStore, systemId: string): Promise<void> {
  const owner = await systemOf(store)
  if (owner === undefined) await store.put(names.system, Buffer.from(systemId))
  else if (owner !== systemId)
    throw new UnusableBackup(
      'The place in BACKUP_URL holds the backup of another database. Name an empty folder or another prefix.',
    )
}
