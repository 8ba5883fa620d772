import type { CooperativeId, EmployerId } from '#core/ids.ts'
import { headingsKey } from '#core/spreadsheets/heading.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Whose files' columns are remembered: a society's own lists, or what an employer sends back. */
export type ColumnsOf = { kind: 'members' | 'contributions' | 'return'; employerId: EmployerId | null }

/** As many files' columns as a society uses side by side. */
const columnsMax = 20

/** Saves which field each heading is, for the next file of this kind with the same headings. */
export async function upsertColumns(
  tx: Tx,
  cooperativeId: CooperativeId,
  { kind, employerId }: ColumnsOf,
  headings: readonly string[],
  mapping: readonly (string | null)[],
): Promise<void> {
  await tx.run(sql`
    insert into app.remembered_columns (cooperative_id, columns_id, kind, employer_id, headings_hash, mapping)
    values (${cooperativeId}, ${newId()}, ${kind}, ${employerId}, sha256(convert_to(${headingsKey(headings)}, 'UTF8')), ${mapping.map((name) => name ?? '')}::text[])
    on conflict on constraint columns_remembered_once do update set mapping = excluded.mapping, used_at = clock_timestamp()`)
  await tx.run(sql`
    delete from app.remembered_columns where kind = ${kind} and employer_id is not distinct from ${employerId}::uuid and headings_hash not in (
      select r.headings_hash from app.remembered_columns r where r.kind = ${kind} and r.employer_id is not distinct from ${employerId}::uuid order by r.used_at desc limit ${columnsMax})`)
}
