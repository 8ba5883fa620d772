import type { getBalanceSheet as contract } from '#features/accounting/books/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Author } from '#core/actor.ts'
import { balanceSheet } from '#features/accounting/books/rules/statements.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { draftStatement } from './draft-statement.ts'
import { findDays, findSums } from './queries.ts'

export async function getBalanceSheet(
  tx: Tx,
  _actor: Author,
  { asOf, format: asked }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract> | FileDraft> {
  const { to, yearFrom } = await findDays(tx, { asOf }, now)
  const sheet = balanceSheet(await findSums(tx, { from: yearFrom, to }))
  const format = fileFormatOf(asked)
  if (!format) return { asOf: to, yearFrom, ...sheet }
  const { assets, liabilities, funds, surplus, totals } = sheet
  const unclosed = [
    { code: '', name: 'Surplus of this year so far', amount: surplus.ofThisYear },
    { code: '', name: 'Surplus of earlier years, not yet closed', amount: surplus.ofEarlierYears },
  ].filter(({ amount }) => amount !== 0n)
  const parts = draftStatement([
    { heading: 'Assets', lines: assets, total: ['Total assets', totals.assets] },
    { heading: 'Liabilities', lines: liabilities, total: ['Total liabilities', totals.liabilities] },
    { heading: "Members' funds", lines: [...funds, ...unclosed], total: ["Total members' funds", totals.funds] },
    { total: ['Total liabilities and funds', totals.liabilitiesAndFunds] },
  ])
  return draftReport(tx, { name: 'balance-sheet', format, now, days: { to }, ...parts })
}
