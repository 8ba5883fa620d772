import { type DehydratedState, type QueryClient, dehydrate, hydrate } from '@tanstack/react-query'
import { type IDBPDatabase, openDB } from 'idb'
import { offlineDatabase, session } from '#web/session/session.ts'

type Saved = { owner: string; state: DehydratedState }

const store = 'answers'
const saveAfter = 1000

/**
 * Keeps the last answers of one signed-in person on this device, for reading without a network, and begins with those
 * that are kept. Returns how to stop. The session removes the whole database when it ends or moves to somebody else.
 */
export function keepAnswers(client: QueryClient, owner: string): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const isMine = () => !isOver && session.owner() === owner

  async function save() {
    timer = undefined
    const state = dehydrate(client)
    const database = await open()
    // The session may have ended while the database was opening, which must then not come back.
    if (isMine()) await database.put(store, { owner, state } satisfies Saved, 'last')
    database.close()
  }
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') timer ??= setTimeout(() => void save().catch(() => undefined), saveAfter)
  })

  void restore(client, owner, isMine).catch(() => undefined)
  return () => {
    isOver = true
    unsubscribe()
    clearTimeout(timer)
  }
}

// Read while the frame is being drawn: at the start of the app the page waits for it.
let first: Promise<Saved | undefined> | undefined = read().catch(() => undefined)

async function read(): Promise<Saved | undefined> {
  const database = await open()
  const saved = (await database.get(store, 'last')) as Saved | undefined
  database.close()
  return saved
}

async function restore(client: QueryClient, owner: string, isMine: () => boolean): Promise<void> {
  const saved = await (first ?? read())
  first = undefined
  if (!saved || saved.owner !== owner || !isMine()) return
  hydrate(client, saved.state)
  // What is kept is shown at once and asked again as soon as there is a network.
  await client.invalidateQueries({ refetchType: 'none' })
}

/** Opened for a moment each time: an open connection would hold up the deletion at logout. */
function open(): Promise<IDBPDatabase> {
  return openDB(offlineDatabase, 1, {
    upgrade: (database) => void database.createObjectStore(store),
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
