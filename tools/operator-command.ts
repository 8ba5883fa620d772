import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '#platform/cannot-start.ts'
import { damageIn } from '#platform/db/damage.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { DatabaseClient } from '#platform/db/primary.ts'

/** Works as `withAnyDatabase` does, on a database of Ajose alone. Throws CannotStart where it is another one. */
export function withDatabase<T>(work: (adminUrl: string) => Promise<T>): Promise<T> {
  return withAnyDatabase(async (adminUrl) => {
    await refuseAnother(adminUrl)
    return work(adminUrl)
  })
}

/**
 * Works on the database that DATABASE_URL names, or on the one in DATA_DIR, as its administrator. A server that runs on
 * that folder goes on; what was started for this ends with it. Throws CannotStart where there is no database.
 */
export async function withAnyDatabase<T>(work: (adminUrl: string) => Promise<T>): Promise<T> {
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

/** A command would lay out a database that is another program's, or is empty, as one of Ajose. Throws CannotStart. */
async function refuseAnother(adminUrl: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: adminUrl, application_name: 'ajose command' })
  await client.connect()
  try {
    const { rows } = await client.query('select to_regclass(\'app.cooperative\') is not null as "isOurs"')
    if (!rows[0]?.isOurs)
      throw new CannotStart(
        'The database in DATABASE_URL is none of Ajose. Name the one that the server uses; nothing was changed.',
      )
  } finally {
    await client.end()
  }
}

/** Throws CannotStart where the folder has no embedded database in it. */
export function refuseWithoutDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres/data'))) return
  throw new CannotStart(
    `${dataDir} holds no database of Ajose. Name its folder in DATA_DIR, or a database in DATABASE_URL.`,
  )
}

/** What a command takes: names of options with a value, of options without one, and how many words beside them at most. */
type Taken<Option extends string> = { options?: readonly Option[]; flags?: readonly string[]; words?: number }
type Given<Option extends string> = {
  options: { [name in Option]?: string }
  flags: ReadonlySet<string>
  words: readonly string[]
}

/**
 * Runs a command to its end: 0 where `work` answers true. `usage` says how it is called and what it does: `--help` prints it
 * and does no more, and so does what the command does not take, as a failure. What the operator can change is told as a
 * sentence.
 */
export async function runCommand<Option extends string = never>(
  usage: string,
  taken: Taken<Option>,
  work: (given: Given<Option>) => Promise<boolean>,
): Promise<void> {
  try {
    const given = readWords(taken)
    if (given === 'help') console.log(usage)
    else if (given === undefined) throw new CannotStart(usage)
    else process.exitCode = (await work(given)) ? 0 : 1
  } catch (error) {
    const cause = damageIn(error) ?? error
    console.error(cause instanceof CannotStart ? cause.message : error)
    process.exitCode = 1
  }
}

function readWords<Option extends string>({
  options = [],
  flags = [],
  words: most = 0,
}: Taken<Option>): Given<Option> | 'help' | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      },
    })
    if (values.help) return 'help'
    if (positionals.length > most) return undefined
    return {
      options: values as Given<Option>['options'],
      flags: new Set(flags.filter((name) => name in values)),
      words: positionals,
    }
  } catch {
    return undefined
  }
}
