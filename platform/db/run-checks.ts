import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { DatabaseClient } from './primary.ts'

const folder = new URL('../../database/checks/', import.meta.url)

export type CheckFailure = { check: string; rows: unknown[] }

/** Runs every query of database/checks as the administrator, over all cooperatives; each is to return no row. */
export async function runChecks(adminUrl: string): Promise<CheckFailure[]> {
  const client = new DatabaseClient({ connectionString: adminUrl, application_name: 'ajose checks' })
  await client.connect()
  try {
    return (await checkFailures(client)).map(({ check, rows }) => ({ check, rows: rows.slice(0, 20) }))
  } finally {
    await client.end()
  }
}

/** The same inside the transaction of a client, with every row; of the checks for which `asks` says so. */
export async function checkFailures(
  client: pg.Client,
  asks: (file: string) => boolean = () => true,
): Promise<CheckFailure[]> {
  const failures: CheckFailure[] = []
  // Right after an import no table has statistics: what the planner takes for one row it would read again for each of thousands.
  await client.query('set enable_nestloop = off')
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql') && asks(name)).toSorted()) {
    // By a name, so that a connection that asks again plans none of them again.
    const { rows } = await client.query({ name: file, text: await readFile(new URL(file, folder), 'utf8') })
    if (rows.length > 0) failures.push({ check: file.replace('.sql', ''), rows })
  }
  await client.query('reset enable_nestloop')
  return failures
}
