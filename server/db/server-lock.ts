import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
    const holder = await readHolder(path)
    if (holder && isRunning(holder)) return { held: false, runningPid: holder.pid, ...(holder.url && { url: holder.url }) }
    await takeAway(path)
  }
}

function heldLock(path: string, me: Holder): ServerLock {
  const isMine = async () => (await readHolder(path))?.nonce === me.nonce
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

/** Of two servers that find the same stale lock, the slower may have moved away the faster one's new lock: it puts that back. */
async function takeAway(path: string): Promise<void> {
  const aside = `${path}.stale-${randomBytes(8).toString('hex')}`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const holder = await readHolder(aside)
  if (holder && isRunning(holder)) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function isRunning({ pid, mark }: Holder): boolean {
  return isAlive(pid) && (mark === undefined || startMark(pid) === mark)
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder> | null
    return holder && Number.isInteger(holder.pid) ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}
