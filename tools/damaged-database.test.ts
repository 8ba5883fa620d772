import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { processesIn } from '#platform/db/process.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'ajose-damaged-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes over a part of the first page of a table, as a failing disk does. */
async function damage(table: string): Promise<void> {
  fillDataDir(folder)
  const database = await startEmbedded(folder)
  const client = new DatabaseClient({ connectionString: database.adminUrl })
  await client.connect()
  const { rows } = await client.query<{ path: string }>('select pg_relation_filepath($1::regclass) as path', [table])
  await client.end()
  await database.stop()
  const file = openSync(join(folder, 'postgres/data', rows[0]?.path ?? ''), 'r+')
  writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, 4096)
  closeSync(file)
}

function run(program: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  })
  return { status, said: stderr.trim() || stdout.trim(), leftRunning: processesIn(join(folder, 'postgres/data')) }
}

const sentence = expect.stringMatching(
  /^(?:WRONG {2})?The database is damaged: .*invalid page in block 0 of relation .*Keep its folder as it is, look at the disk, and restore the last backup into another folder \(docs\/backup\.md\)\.(?:\nOne thing is wrong\.)?$/,
)

test.each([
  ['migration.applied', 'app/server/main.ts'],
  ['migration.applied', 'tools/doctor.ts'],
  ['pg_catalog.pg_namespace', 'tools/verify-books.ts'],
])(
  'where a page of %s is damaged, %s says so and what to do, ends as a failure and leaves no PostgreSQL',
  async (table, program) => {
    await damage(table)
    expect(run(program)).toEqual({ status: 1, said: sentence, leftRunning: [] })
  },
)
