import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { testSecret } from './secret.ts'

const preparedIn = (folder: string) => join(folder, 'prepared')

/**
 * Makes a database in `folder`, brings it to the newest schema, stops it, and keeps what a data folder has after that: a
 * server that starts on a copy has neither to do. Where PostgreSQL's user can't enter the folder (embedded-home.ts) its
 * files are elsewhere, and nothing is kept.
 */
export async function prepareDataDir(folder: string, settings: Record<string, string>): Promise<void> {
  const database = await startEmbedded(folder, { throwaway: true, settings })
  await migrate(database.adminUrl, [testSecret], { makeKey: () => testSecret })
  await database.stop()
  if (lstatSync(join(folder, 'postgres')).isSymbolicLink()) return
  const prepared = preparedIn(folder)
  mkdirSync(prepared)
  writeFileSync(join(prepared, 'secret'), testSecret.toString('base64url'), { mode: 0o600 })
  copyAll(join(folder, 'postgres'), join(prepared, 'postgres'))
}

/** Gives an empty data folder what a first start makes in it, for tests that are not about that; one that is missing is made. */
export function fillDataDir(dataDir: string): void {
  const prepared = preparedIn(tmpdir())
  if (existsSync(prepared)) copyAll(prepared, dataDir)
}

/** The files keep their owner and their rights. */
function copyAll(from: string, to: string): void {
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true })
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}
