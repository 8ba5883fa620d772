import { headingsKey } from '#core/spreadsheets/heading.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { ColumnsOf } from './writes.ts'

/** Which field each of these headings was when a file with them was used last. */
export async function findRememberedColumns(
  tx: Tx,
  { kind, employerId }: ColumnsOf,
  headings: readonly string[],
): Promise<(string | null)[] | undefined> {
  const found = await tx.maybe<{ mapping: string[] }>(sql`
    select mapping from app.remembered_columns where kind = ${kind} and employer_id is not distinct from ${employerId}::uuid and headings_hash = sha256(convert_to(${headingsKey(headings)}, 'UTF8'))`)
  return found?.mapping.map((name) => name || null)
}
