import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'

/**
 * The secrets that open what the database keeps sealed (platform/db/data-key.ts), the one in use first: APP_SECRET, else a
 * secret that was made once in the data folder. Behind APP_SECRET come APP_SECRET_OLD and the file, which may be what it
 * replaces. Throws CannotStart where the file is no secret: a guessable key would protect nothing.
 */
export async function readServerSecrets(
  dataDir: string,
  { APP_SECRET: given, APP_SECRET_OLD: old }: { APP_SECRET?: string | undefined; APP_SECRET_OLD?: string | undefined },
): Promise<Buffer[]> {
  const path = join(dataDir, 'secret')
  const text = await textOf(path)
  const inFile = text === undefined ? [] : [secretFrom(text, path)]
  const set = [given, old]
    .filter((each) => each !== undefined)
    .map((each) => createHash('sha256').update(each).digest())
  const secrets = [...set, ...inFile]
  return secrets.length > 0 ? secrets : [await makeSecret(path)]
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function makeSecret(path: string): Promise<Buffer> {
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
  throw new CannotStart(
    `The server's secret in ${path} can't be used: ${text.trim() === '' ? 'the file is empty' : 'it is damaged'}. Put the file back from a backup; where it is lost for good, delete it and run: npm run lost-secret`,
  )
}
