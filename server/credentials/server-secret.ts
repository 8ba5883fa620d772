import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret's file is no secret: the server must not start, because a guessable key would protect nothing. */
export class UnusableSecret extends Error {
  override name = 'UnusableSecret'
}

/**
 * The key of codes' hashes and of the database roles' passwords: APP_SECRET where several servers share a database, else
 * made once in the data folder. Throws UnusableSecret.
 */
export async function readServerSecret(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return createHash('sha256').update(given).digest()
  const path = join(dataDir, 'secret')
  try {
    return secretFrom(await readFile(path, 'utf8'), path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = randomBytes(32)
  // Renamed into place, so that a killed first start leaves no half of a secret.
  await writeFile(`${path}.new`, secret.toString('base64url'), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return secret
}

function secretFrom(text: string, path: string): Buffer {
  // 32 bytes and nothing else; Buffer itself would skip what it can't read.
  const [, encoded] = /^([A-Za-z0-9_-]{43})\s*$/.exec(text) ?? []
  if (encoded !== undefined) return Buffer.from(encoded, 'base64url')
  throw new UnusableSecret(
    `The server's secret in ${path} can't be used: ${text.trim() === '' ? 'the file is empty' : 'it is damaged'}. Put the file back from a backup, or delete it to have a new one made; codes that were sent before then no longer work.`,
  )
}
