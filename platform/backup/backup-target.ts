import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { unusableFolder } from '#platform/cannot-start.ts'

/** Where backups are stored, as objects whose names are paths. Everything in it is sealed before it gets here, but for the anchors, which anybody may read. */
export interface BackupTarget {
  /** Replaces an object of the same name. The object is durable, and never there in part. */
  put(name: string, content: Buffer): Promise<void>
  /** Undefined where there is none. */
  get(name: string): Promise<Buffer | undefined>
  /** The names that begin with `prefix`, in their order. */
  list(prefix: string): Promise<string[]>
  /** Also succeeds where there is none. */
  delete(name: string): Promise<void>
}

/** How a file that is not complete yet ends. */
const draftEnding = '.part'

/** Where the folder can't be used, `put` throws CannotStart with why and what to do. */
export function folderTarget(folder: string, variable = 'BACKUP_URL'): BackupTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'))
  const explain = (error: unknown): never => {
    throw unusableFolder(error, folder, variable) ?? error
  }
  return {
    async put(name, content) {
      const path = pathOf(name)
      const draft = `${path}.${randomBytes(6).toString('hex')}${draftEnding}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeDurably(draft, content)
        await rename(draft, path)
        await flushFolder(dirname(path))
      } catch (error) {
        explain(error)
      }
    },
    get: (name) => readFile(pathOf(name)).catch(unlessAbsent(undefined)).catch(explain),
    async list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessAbsent([]))
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(draftEnding))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .filter((name) => name.startsWith(prefix))
        .toSorted(byName)
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  }
}

/** Names of backups and log files are made so that this order is the order of time. */
export function byName(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Writes a file that survives the loss of power from the moment this returns, if the folder is flushed too. */
export async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flushFolder(path: string): Promise<void> {
  // Windows has no such thing.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export function unlessAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value
    throw error
  }
}
