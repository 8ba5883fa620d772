import type { uploadStatement as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { StatementId } from '#core/ids.ts'
import { dayIn } from '#core/calendar.ts'
import { readStatement } from '#features/accounting/reconciliation/rules/statement-file.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { proposeOpen } from './propose-matches.ts'
import { findStatementHeadings, lockBankAccount } from './queries.ts'
import { insertStatement } from './store.ts'

/**
 * Saves the lines of a bank statement that are not there yet, and proposes what they are in the books.
 * Refuses: not_found, statement_known, and as `readStatement` does.
 */
export async function uploadStatement(
  tx: Tx,
  actor: TenantActor,
  { accountId, file: { fileName, table } }: Parsed<typeof contract> & { file: UploadedTable },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const statement = readStatement(table, await findStatementHeadings(tx, accountId), dayIn(now))

  // From here on it must succeed, unless every line is known.
  const added = await insertStatement(tx, actor, { id: newId<StatementId>(), accountId, fileName }, statement)
  if (added === 0) refuse('statement_known', { field: 'file' })
  const { lines, opening, closing, leftOut } = statement
  return {
    added,
    known: lines.length - added,
    proposed: await proposeOpen(tx, actor, accountId),
    opening,
    closing,
    leftOut,
  }
}
