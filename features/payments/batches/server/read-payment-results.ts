import type { readPaymentResults as contract } from '#features/payments/batches/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { readResults } from '#features/payments/batches/rules/result-file.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { findItems, findPaymentBatch } from './queries.ts'

/** What the bank's file says of the payments of a batch; the last row of a payment counts. Refuses: not_found, result_status_missing. */
export async function readPaymentResults(
  tx: Tx,
  _actor: TenantActor,
  { batchId, file: { table } }: Parsed<typeof contract> & { file: UploadedTable },
): Promise<Replied<typeof contract>> {
  const batch = await findPaymentBatch(tx, batchId)
  const read =
    readResults(
      table.columns,
      table.rows.map(({ cells }) => cells),
      batch.number,
    ) ?? refuse('result_status_missing', { field: 'file' })
  const items = new Map((await findItems(tx, batch)).map((item) => [item.line, item]))
  const known = [...new Map(read.rows.map((row) => [row.line, row])).values()].filter(({ line }) => items.has(line))
  return {
    results: known.flatMap(({ line, outcome, reason }) => {
      const item = items.get(line)
      return item && outcome ? [{ line, memberName: item.memberName, amount: item.amount, outcome, reason }] : []
    }),
    unclear: known.filter(({ outcome }) => !outcome).map(({ line }) => line),
    others: read.others + read.rows.filter(({ line }) => !items.has(line)).length,
  }
}
