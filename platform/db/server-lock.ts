import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive, startMark } from './process.ts'

export type ServerLock =
  | {
      held: true
      /** Leaves the address for whoever starts a second server on this folder. */
      announce(url: string): Promise<void>
      release(): Promise<void>
    }
  | { held: false; runningPid: number; url?: string }

interface Holder {
  pid: number
  mark?: string
  nonce: string
  url?: string
}

/** One server for one data folder: two would share a database that each believes it may stop. */
export async function acquireServerLock(dataDir: string): Promise<ServerLock> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'server.lock')
  const mark = startMark(process.pid)
  const me: Holder = { pid: process.pid, ...(mark && { mark }), nonce: randomBytes(8).toString('hex') }
  for (;;) {
    if (await createWith(path, me)) return heldLock(path, me)
    const found = await textOf(path)
    if (found === undefined) continue
    const holder = holderFrom(found)
    if (holder && isRunning(holder))
      return { held: false, runningPid: holder.pid, ...(holder.url && { url: holder.url }) }
    if (await replaceStale(path, found, me)) return heldLock(path, me)
    await wait(20)
  }
}

function heldLock(path: string, me: Holder): ServerLock {
  const isMine = async () => holderFrom(await textOf(path))?.nonce === me.nonce
  return {
    held: true,
    async announce(url) {
      if (!(await isMine())) throw new Error(`${path} now belongs to another server.`)
      const draft = `${path}.${me.nonce}`
      await writeFile(draft, JSON.stringify({ ...me, url }), { mode: 0o600 })
      await rename(draft, path)
    },
    async release() {
      if (await isMine()) await rm(path, { force: true })
    },
  }
}

/** A link appears with its content or not at all, so no reader meets a half-written lock. */
async function createWith(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.nonce}`
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Puts this server's lock in the place of a stale one, in one step; false where another server is at it or was before.
 * A server may do so once it has created the claim file, which is named by a hash of the stale lock, and only while that
 * lock is unchanged: an earlier winner replaced the lock before it removed its claim. A claim of a server that has died is
 * replaced in the same way, by a claim named by a hash of the dead one.
 */
async function replaceStale(path: string, stale: string, me: Holder): Promise<boolean> {
  const claimOf = (text: string) => `${path}.after-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  const left: string[] = []
  let claim = claimOf(stale)
  while (!(await createWith(claim, me))) {
    const other = await textOf(claim)
    const holder = holderFrom(other)
    if (other === undefined || !holder || isRunning(holder)) return false
    left.push(claim)
    claim = claimOf(other)
  }
  try {
    if ((await textOf(path)) !== stale) return false
    const draft = `${path}.${me.nonce}`
    await writeFile(draft, JSON.stringify(me), { mode: 0o600 })
    await rename(draft, path)
    for (const each of left) await rm(each, { force: true })
    return true
  } finally {
    await rm(claim, { force: true })
  }
}

function isRunning({ pid, mark }: Holder): boolean {
  return isAlive(pid) && (mark === undefined || startMark(pid) === mark)
}

/** Undefined where there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function holderFrom(text: string | undefined): Holder | undefined {
  try {
    const holder = JSON.parse(text ?? '') as Partial<Holder> | null
    return holder && Number.isInteger(holder.pid) ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}
