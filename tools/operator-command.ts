import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotStart } from '#server/cannot-start.ts'
import { startEmbedded } from '#server/db/embedded.ts'

/**
 * Works on the database that DATABASE_URL names, or on the one in DATA_DIR, as its administrator. A server that runs on
 * that folder goes on; what was started for this ends with it. Throws CannotStart where there is no database.
 */
export async function withDatabase<T>(work: (adminUrl: string) => Promise<T>): Promise<T> {
  const given = process.env.DATABASE_URL
  if (given) return work(given)
  const dataDir = resolve(process.env.DATA_DIR ?? './data')
  refuseWithoutDatabase(dataDir)
  const database = await startEmbedded(dataDir)
  try {
    return await work(database.adminUrl)
  } finally {
    if (!database.adopted) await database.stop()
  }
}

/** Throws CannotStart where the folder has no embedded database in it. */
export function refuseWithoutDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres/data'))) return
  throw new CannotStart(
    `${dataDir} holds no database of Ajose. Name its folder in DATA_DIR, or a database in DATABASE_URL.`,
  )
}

/** Runs a command to its end: 0 where `work` answers true. What the operator can change is told as a sentence. */
export async function runCommand(work: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await work()) ? 0 : 1
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  }
}
