import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The key of codes' hashes: APP_SECRET where several servers share a database, else made once in the data folder. */
export async function readServerSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return createHash('sha256').update(given).digest()
  const path = join(dataDir, 'secret')
  try {
    return Buffer.from(await readFile(path, 'utf8'), 'base64url')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = randomBytes(32)
  // Renamed into place, so that a killed first start leaves no half of a secret.
  await writeFile(`${path}.new`, secret.toString('base64url'), { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}
