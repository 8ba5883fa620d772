import { type IDBPDatabase, openDB } from 'idb'
import { offlineDatabase } from '#ui/session/session.ts'

/** The last answers of one person: each with the key that it was asked under, and the time it came. */
export type StoredAnswers = { owner: string; answers: { key: readonly unknown[]; data: unknown; at: number }[] }

type Stored = StoredAnswers & { version: string }

const store = 'answers'
const name = 'last'

export async function readAnswers(): Promise<StoredAnswers | undefined> {
  const database = await open(() => false)
  const kept = (await database.get(store, name)) as Partial<Stored> | undefined
  database.close()
  // What another version of the app read may lack what the pages of this one show.
  return kept?.version === version() && kept.owner !== undefined && kept.answers
    ? { owner: kept.owner, answers: kept.answers }
    : undefined
}

/** The session may end while the database opens, which must then not come back: `isStillMine` is asked before it is made and after. */
export async function writeAnswers(kept: StoredAnswers, isStillMine: () => boolean): Promise<void> {
  const database = await open(isStillMine)
  if (isStillMine()) await database.put(store, { ...kept, version: version() } satisfies Stored, name)
  database.close()
}

/** The name of the app's first file carries a hash of what is in it, so each version has its own. */
function version(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
}

/**
 * Opened for a moment each time: an open connection would hold up the deletion at logout. Where there is none it is made if
 * `mayMake` says so at that moment, and fails else: what a logout removed does not come back, not even empty.
 */
function open(mayMake: () => boolean): Promise<IDBPDatabase> {
  return openDB(offlineDatabase, 1, {
    upgrade: (database, _before, _now, making) => {
      if (mayMake()) return void database.createObjectStore(store)
      making.done.catch(() => undefined)
      making.abort()
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
