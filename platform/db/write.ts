import { columnOf, identifier, listOf, allOf, sql, Statement } from './sql.ts'
import type { Tables } from './tables.ts'
import type { Tx } from './tx.ts'

type Row<Table extends keyof Tables> = Tables[Table]
type Named<Table extends keyof Tables> = (keyof Row<Table> & string)[]

/** A value of a column that holds JSON. */
export function json(value: object | readonly unknown[] | null): Statement {
  return value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`
}

/** The moment at which the transaction began, by the clock of the database. */
export const transactionTime = sql`now()`

/** The moment of this statement, by the clock of the database. */
export const clockTime = sql`clock_timestamp()`

/**
 * Adds one row. The columns of each table and what they hold are those of the schema (`npm run schema` writes `tables.ts`): a row that
 * lacks a column, or names one that is not there, does not compile. The cooperative is the transaction's, unless one is named; a table of
 * the platform has one only where it is named.
 * A value may be a statement, such as sql`now()`. Where `unlessThere` is set, a row that is there already is left as it is; the answer
 * says whether this one was added.
 */
export async function insert<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  row: Row<Table>,
  { unlessThere = false } = {},
): Promise<boolean> {
  const end = unlessThere ? sql` on conflict do nothing` : sql``
  return (await tx.run(sql`${inserting(table, row)}${end}`)) === 1
}

/** Adds one row, or gives the row with the same `key` these values. */
export async function upsert<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  key: Named<Table>,
  row: Row<Table>,
): Promise<void> {
  const changed = Object.keys(row).filter((name) => name !== 'cooperativeId' && !(key as string[]).includes(name))
  const keys = listOf(key.map(column))
  const values = listOf(changed.map((name) => sql`${column(name)} = excluded.${column(name)}`))
  await tx.run(sql`${inserting(table, row)} on conflict (${keys}) do update set ${values}`)
}

/** Gives the rows that have all of `key` these values; answers how many there were. What is undefined stays. */
export async function update<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  key: Partial<Row<Table>>,
  changes: Partial<Row<Table>>,
): Promise<number> {
  const set = entriesOf(changes).map(([name, value]) => sql`${column(name)} = ${value}`)
  return tx.run(sql`update ${identifier(table)} set ${listOf(set)} where ${having(key)}`)
}

/** Removes the rows that have all of `key`; answers how many there were. */
export async function remove<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  key: Partial<Row<Table>>,
): Promise<number> {
  return tx.run(sql`delete from ${identifier(table)} where ${having(key)}`)
}

function inserting(table: string, row: object): Statement {
  const given = entriesOf(row)
  const isComplete = table.startsWith('platform.') || given.some(([name]) => name === 'cooperativeId')
  const all = isComplete ? given : [['cooperativeId', sql`(select app.coop_id())`] as const, ...given]
  return sql`insert into ${identifier(table)} (${listOf(all.map(([name]) => column(name)))}) values (${listOf(all.map(([, value]) => (value instanceof Statement ? value : sql`${value}`)))})`
}

/** Throws where nothing is named: no one means all rows. */
function having(key: object): Statement {
  const parts = entriesOf(key).map(([name, value]) =>
    value === null ? sql`${column(name)} is null` : sql`${column(name)} = ${value}`,
  )
  if (parts.length === 0) throw new Error('A change of rows says which ones')
  return allOf(parts)
}

function entriesOf(row: object): (readonly [string, unknown])[] {
  return Object.entries(row).filter(([, value]) => value !== undefined)
}

function column(name: string): Statement {
  return identifier(columnOf(name))
}
