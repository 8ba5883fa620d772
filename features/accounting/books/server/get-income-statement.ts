import type { getIncomeStatement as contract } from '#features/accounting/books/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Author } from '#core/actor.ts'
import { incomeStatement } from '#features/accounting/books/rules/statements.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { draftStatement } from './draft-statement.ts'
import { findDays, findSums } from './queries.ts'

export async function getIncomeStatement(
  tx: Tx,
  _actor: Author,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract> | FileDraft> {
  const { from, to } = await findDays(tx, input, now)
  const statement = incomeStatement(await findSums(tx, { from, to }, { withoutClosings: true }))
  const format = fileFormatOf(input.format)
  if (!format) return { from, to, ...statement }
  const { income, expenses, totals } = statement
  const parts = draftStatement([
    { heading: 'Income', lines: income, total: ['Total income', totals.income] },
    { heading: 'Expenditure', lines: expenses, total: ['Total expenditure', totals.expenses] },
    { total: [totals.surplus < 0n ? 'Deficit of the period' : 'Surplus of the period', totals.surplus] },
  ])
  return draftReport(tx, { name: 'income-statement', format, now, days: { from, to }, ...parts })
}
