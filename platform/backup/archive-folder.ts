import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from '#platform/db/embedded-home.ts'

/** What waits to be stored, in the database's home, because its user writes there. */
export const waitingFolder = ({ folder }: Home) => join(folder, 'backup')

/** Where the database archives its log; made where it is missing. */
export async function archiveFolderIn(home: Home): Promise<string> {
  const folder = join(waitingFolder(home), 'archive')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (home.owner) for (const each of [waitingFolder(home), folder]) chownSync(each, home.owner.uid, home.owner.gid)
  return folder
}
