import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebIfNeeded } from '#server/web-build.ts'
import { startServer } from './server.ts'

/**
 * Prepares the data folders that the files' servers start from: one with the sample cooperative, one empty. Each file
 * copies one, so that no file waits for migrations and sample records, and none sees another's changes.
 */
export default async function prepareDataFolders(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-e2e-data-'))
  // The database's own user passes through to the folders in it.
  chmodSync(folder, 0o711)
  // Once, because the two servers would build it at the same time and in each other's way.
  await buildWebIfNeeded()
  await Promise.all(
    ['sample', 'empty'].map(async (name) =>
      (await startServer({ SEED_DEMO: name === 'sample' ? '1' : '0', DATA_DIR: join(folder, name) })).stop(),
    ),
  )
  process.env['E2E_DATA_FOLDERS'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
