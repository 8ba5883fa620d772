import { writeFileSync } from 'node:fs'
import { DatabaseClient } from '#platform/db/primary.ts'
import { recordDatabase, writeRecording } from './recorded-database.ts'
import { runCommand, withDatabase } from './operator-command.ts'

/**
 * `node tools/record-database.ts FILE` writes what the database in DATA_DIR (or at DATABASE_URL) holds into a file for
 * tools/upgrade.test.ts: once with each release, from the sample society that it makes.
 */
await runCommand(() =>
  withDatabase(async (adminUrl) => {
    const [path] = process.argv.slice(2)
    if (path === undefined) return false
    const client = new DatabaseClient({ connectionString: adminUrl })
    await client.connect()
    try {
      writeFileSync(path, writeRecording(await recordDatabase(client)))
      return true
    } finally {
      await client.end()
    }
  }),
)
