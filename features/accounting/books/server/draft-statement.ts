import type { StatementLine } from '#features/accounting/books/rules/statements.ts'
import type { Kobo } from '#core/money.ts'
import type { RowLook, TableColumn } from '#platform/files/table-columns.ts'

export type StatementSection = {
  heading?: string
  lines?: readonly Omit<StatementLine, 'accountId'>[]
  total: readonly [string, Kobo]
}

type Row = { look: RowLook; code: string | null; name: string; amount: Kobo | null }

const columns: TableColumn<Row>[] = [
  { header: 'Code', kind: 'text', width: 10, value: ({ code }) => code },
  { header: 'Account', kind: 'text', width: 50, value: ({ name }) => name },
  { header: 'Amount', kind: 'money', width: 24, value: ({ amount }) => amount },
]

/** Sections with their sums as the rows of a file. */
export function draftStatement(sections: readonly StatementSection[]): {
  columns: TableColumn<Row>[]
  rows: Row[]
  look: (row: Row) => RowLook
} {
  const rows = sections.flatMap(({ heading, lines = [], total: [name, amount] }): Row[] => [
    ...(heading ? [{ look: 'heading' as const, code: null, name: heading, amount: null }] : []),
    ...lines.map((line) => ({ look: 'plain' as const, ...line })),
    { look: 'total', code: null, name, amount },
  ])
  return { columns, rows, look: ({ look }) => look }
}
