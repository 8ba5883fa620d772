import type { downloadPaymentBatch as contract } from '#features/payments/batches/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { bankText } from '#features/payments/batches/rules/bank-layout.ts'
import type { BankPayment } from '#features/payments/batches/rules/payment-batch.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writeCsv } from '#platform/files/table-csv.ts'
import { writableTable, writeXlsx } from '#platform/files/table-file.ts'
import { findItems, findLayout, findPayingAccount, lockBatch } from './queries.ts'
import { insertFile } from './store.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * The payments as the bank takes them, without those that are known to have failed. That it left is kept with the batch, under its
 * lock: no sending slips in between. Refuses: not_found, payment_batch_status, batch_is_sent, overloaded.
 */
export async function downloadPaymentBatch(
  tx: Tx,
  actor: TenantActor,
  { batchId, format }: Parsed<typeof contract>,
  { requestId }: Context,
): Promise<FileDraft> {
  const batch = await lockBatch(tx, batchId, 'approved', 'finished')
  // Paid by the bank too, everybody would get their money twice.
  if (batch.isSent) refuse('batch_is_sent')
  const [{ accountNumber }, layout, items] = [
    await findPayingAccount(tx, batch.accountId),
    await findLayout(tx, batch.accountId),
    await findItems(tx, batch),
  ]
  const columns = layout.map(({ field, heading }): TableColumn<BankPayment> =>
    field === 'amount'
      ? { header: heading, kind: 'money', value: ({ amount }) => amount }
      : { header: heading, kind: 'text', value: (payment) => bankText(field, payment, accountNumber ?? '') },
  )
  const payments = items.filter(({ status }) => status !== 'failed')

  // From here on it must succeed.
  await insertFile(tx, actor, batchId)
  const { loginId, name: actorName, role, cooperativeId } = actor
  const action = 'POST /financial/payment-batches/:batchId/file'
  recordOutcomes(tx, cooperativeId, [{ loginId, actorName, role, action, subjectId: batchId, requestId }], [])
  return new FileDraft(async () => ({
    fileName: `payments-${batch.number}.${format}`,
    mediaType: mediaTypes[format],
    content:
      format === 'csv'
        ? await writeCsv(columns, payments)
        : await writeXlsx([writableTable({ sheet: 'Payments', columns }, payments)]),
  }))
}
