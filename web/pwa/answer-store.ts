import { type IDBPDatabase, openDB } from 'idb'
import { offlineDatabase } from '#web/session/session.ts'

/** The last answers of one person: each with the key that it was asked under, and the time it came. */
export type KeptAnswers = { owner: string; answers: { key: readonly unknown[]; data: unknown; at: number }[] }

const store = 'answers'
const name = 'last'

export async function readAnswers(): Promise<KeptAnswers | undefined> {
  const database = await open()
  const kept = (await database.get(store, name)) as Partial<KeptAnswers> | undefined
  database.close()
  // An older version kept them in another shape.
  return kept?.owner !== undefined && kept.answers ? { owner: kept.owner, answers: kept.answers } : undefined
}

/** The session may end while the database opens, which must then not come back: `isStillMine` is asked after it. */
export async function writeAnswers(kept: KeptAnswers, isStillMine: () => boolean): Promise<void> {
  const database = await open()
  if (isStillMine()) await database.put(store, kept, name)
  database.close()
}

/** Opened for a moment each time: an open connection would hold up the deletion at logout. */
function open(): Promise<IDBPDatabase> {
  return openDB(offlineDatabase, 1, {
    upgrade: (database) => void database.createObjectStore(store),
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
