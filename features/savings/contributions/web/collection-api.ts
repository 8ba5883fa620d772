import { type IDBPDatabase, openDB } from 'idb'
import { useSyncExternalStore } from 'react'
import { postContribution } from '#features/savings/contributions/contract.ts'
import type { Day } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { isConnectionProblem, sentence } from '#ui/api/api-error.ts'
import { call } from '#ui/api/call.ts'
import { newKey } from '#ui/api/new-key.ts'
import { session } from '#ui/session/session.ts'

/** Money that an officer took in and wrote down on this device; its key makes it one payment however often it is sent. */
export type Collected = {
  key: string
  owner: string
  memberId: MemberId
  membershipno: string
  amount: Kobo
  occurredOn: Day
  collectedAt: number
  /** Why the server said no; it waits for the officer's word then. */
  refusal?: string
  /** Once it is in the books. Kept for the sight of it, in this tab alone. */
  receiptNumber?: string
}

type Kept = Omit<Collected, 'amount'> & { amount: string }

/**
 * Its own database, which a logout leaves alone: what was taken in and is not in the books yet must not be lost. It
 * holds a number, an amount and a day, and no name.
 */
const databaseName = 'ajose-collections'
const store = 'collected'
/** The server knows a key for a week; an older entry might be posted twice, so a person looks first. */
const keyLifeMs = 6 * 24 * 60 * 60_000

let entries: readonly Collected[] = []
let readFor: string | undefined
let isSending = false
const listeners = new Set<() => void>()

function show(next: readonly Collected[]): void {
  entries = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What was collected on this device by whoever is signed in, oldest first: what waits, what was refused, what was posted since the tab opened. */
export function useCollected(): readonly Collected[] {
  return useSyncExternalStore(subscribe, () => entries)
}

export function isWaiting({ receiptNumber, refusal }: Collected): boolean {
  return receiptNumber === undefined && refusal === undefined
}

export function isTooOld({ collectedAt }: Collected, now = Date.now()): boolean {
  return now - collectedAt > keyLifeMs
}

/** Reads what an earlier visit left. */
export async function readCollected(): Promise<void> {
  const owner = session.owner()
  if (readFor === owner) return
  readFor = owner
  const database = await open()
  const kept = (await database.getAll(store)) as Kept[]
  database.close()
  show(
    kept
      .filter((each) => each.owner === owner)
      .map((each) => ({ ...each, amount: kobo(each.amount) }))
      .toSorted((a, b) => a.collectedAt - b.collectedAt),
  )
}

/** Writes a payment down before anything is sent. */
export async function collect(
  payment: Pick<Collected, 'memberId' | 'membershipno' | 'amount' | 'occurredOn'>,
): Promise<void> {
  const entry: Collected = { ...payment, key: newKey(), owner: session.owner(), collectedAt: Date.now() }
  await keep(entry)
  show([...entries, entry])
}

/** Takes a refused or old entry off the list; nothing of it was posted. */
export async function discard({ key }: Collected): Promise<void> {
  await forget(key)
  show(entries.filter((each) => each.key !== key))
}

/** Sends what waits, one after the other and from one tab at a time; stops where there is no answer. True when anything was posted. */
export async function sendWaiting(): Promise<boolean> {
  if (isSending || !navigator.onLine) return false
  showSending(true)
  try {
    return await navigator.locks.request(databaseName, async () => {
      let isPosted = false
      for (let entry = nextToSend(); entry; entry = nextToSend()) {
        if (!(await sendOne(entry))) break
        isPosted = true
      }
      return isPosted
    })
  } finally {
    showSending(false)
  }
}

function showSending(next: boolean): void {
  isSending = next
  for (const listener of listeners) listener()
}

/** Whether this tab is sending now. */
export function useIsSending(): boolean {
  return useSyncExternalStore(subscribe, () => isSending)
}

function nextToSend(): Collected | undefined {
  return entries.find((entry) => isWaiting(entry) && !isTooOld(entry) && entry.owner === session.owner())
}

/** False when no one answered, and there is no use in going on. */
async function sendOne(entry: Collected): Promise<boolean> {
  const { key, memberId, amount, occurredOn } = entry
  try {
    const { receiptNumber } = await call(postContribution, { memberId, amount, occurredOn }, { key })
    await forget(key)
    change(key, { receiptNumber })
  } catch (error) {
    if (isConnectionProblem(error)) return false
    const refused = { ...entry, refusal: sentence(error) }
    await keep(refused)
    change(key, { refusal: refused.refusal })
  }
  return true
}

function change(key: string, changes: Partial<Collected>): void {
  show(entries.map((each) => (each.key === key ? { ...each, ...changes } : each)))
}

async function keep({ amount, ...entry }: Collected): Promise<void> {
  const database = await open()
  await database.put(store, { ...entry, amount: amount.toString() } satisfies Kept, entry.key)
  database.close()
}

async function forget(key: string): Promise<void> {
  const database = await open()
  await database.delete(store, key)
  database.close()
}

function open(): Promise<IDBPDatabase> {
  return openDB(databaseName, 1, { upgrade: (database) => void database.createObjectStore(store) })
}
