import type { readStatementHeadings as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { shapeStatement } from '#features/accounting/reconciliation/rules/statement-file.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { findStatementHeadings, lockBankAccount } from './queries.ts'

/** The columns of a bank's file and what each is taken for. Refuses: not_found. */
export async function readStatementHeadings(
  tx: Tx,
  _actor: TenantActor,
  { accountId, file: { table } }: Parsed<typeof contract> & { file: UploadedTable },
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const said = await findStatementHeadings(tx, accountId)
  const { headings, columns, monthsFirst } = shapeStatement(table, said)
  const heading = (field: keyof typeof columns) => headings[columns[field]] ?? null
  return {
    headings: [...new Set(headings.filter((each) => each !== ''))],
    found: {
      on: heading('on'),
      narration: heading('narration'),
      paidOut: heading('paidOut'),
      paidIn: heading('paidIn'),
      amount: heading('amount'),
      side: heading('side'),
      balance: heading('balance'),
      dayOrder: said?.dayOrder ?? (monthsFirst ? 'month' : 'day'),
    },
  }
}
