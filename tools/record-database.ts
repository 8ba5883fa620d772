import { writeFileSync } from 'node:fs'
import { CannotStart } from '#platform/cannot-start.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { recordDatabase, writeRecording } from './recorded-database.ts'
import { runCommand, withDatabase } from './operator-command.ts'

const usage = `Writes what the database in DATA_DIR (or at DATABASE_URL) holds into a file for tools/upgrade.test.ts: once with each
release, from the sample society that it makes: node tools/record-database.ts FILE`

await runCommand(usage, { words: 1 }, ({ words: [path] }) =>
  withDatabase(async (adminUrl) => {
    if (path === undefined) throw new CannotStart(usage)
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
