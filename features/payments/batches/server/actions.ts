import { isSelf } from '#core/actor.ts'
import { momentText } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { PaymentBatchId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { bankDetailsText } from '#features/members/members/rules/bank-details.ts'
import * as contract from '#features/payments/batches/contract.ts'
import { bankText, whyNotBankLayout } from '#features/payments/batches/rules/bank-layout.ts'
import { type BankPayment, batchItemsMax } from '#features/payments/batches/rules/payment-batch.ts'
import { readResults } from '#features/payments/batches/rules/result-file.ts'
import { registerKeeping } from '#features/savings/transactions/server/actions.ts'
import { action, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import { addNamesJob } from '#platform/db/payouts.ts'
import { clockTime, insert, json, update, upsert } from '#platform/db/write.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writeCsv } from '#platform/files/table-csv.ts'
import { writableTable, writeXlsx } from '#platform/files/table-file.ts'
import {
  batchIsSent,
  findBatchOf,
  findDecidersAmong,
  findItems,
  findLayout,
  findPayingAccount,
  findPaymentBatch,
  lockBatch,
  lockPayable,
  ownPayment,
} from './reads.ts'
import { insertBatch } from './writes.ts'

const paymentsChanged = refusal(
  'payments_changed',
  409,
  'Some of these payments were reversed, or are in another batch by now. Reload the list and choose again.',
)
const paymentAccountMissing = refusal(
  'payment_account_missing',
  422,
  "Add the bank account of {names} on the member's page first, or leave the payment out.",
)
const paymentAccountChanged = refusal(
  'payment_account_changed',
  409,
  'The bank account of {names} was changed after this batch was prepared. Cancel the batch and prepare another.',
)
const paymentAccountsUnchecked = refusal(
  'payment_accounts_unchecked',
  422,
  'Some accounts are paid for the first time. Check them with the members, then confirm that you did.',
)
const paymentBatchOfOfficers = refusal(
  'payment_batch_of_officers',
  422,
  'Put payments to different officers in batches of their own, so that another officer can approve each.',
)
const paymentInBatch = refusal(
  'payment_in_batch',
  409,
  'This payment is in payment batch {number}. Mark it as failed there, which reverses it, or cancel the batch.',
)
const bankLayoutWrong = refusal('bank_layout_wrong', 422, '{reason}')
const noBankFile = refusal('no_bank_file', 409, 'No bank file of this batch is in use. Reload the page.')
const resultStatusMissing = refusal(
  'result_status_missing',
  422,
  'This file has no column called Status. Name the column with the results so, and upload it again.',
)

registerKeeping(async (tx, entryId) => {
  const found = await findBatchOf(tx, entryId)
  if (found) refuse(paymentInBatch(found))
})

/**
 * Gathers payments that are in the books into a batch, each with the payee's account as it is now. Refuses: not_found,
 * payments_changed, payment_account_missing, payment_batch_of_officers.
 */
export const preparePaymentBatch = action(contract.preparePaymentBatch, async (ask, { accountId, entryIds }) => {
  const { tx, actor, context } = ask
  await findPayingAccount(tx, accountId)
  const wanted = [...new Set(entryIds)]
  const found = await lockPayable(tx, accountId, wanted)
  if (found.length !== wanted.length) refuse(paymentsChanged({ field: 'entryIds' }))
  const payments = found.flatMap((each) => (each.accountNumber === null ? [] : [each]))
  if (payments.length < found.length)
    refuse(
      paymentAccountMissing({
        field: 'entryIds',
        names: namesOf(found.filter(({ accountNumber }) => accountNumber === null)),
      }),
    )
  const officers = await findDecidersAmong(
    tx,
    payments.map(({ memberId }) => memberId),
  )
  if (officers.length > 1) refuse(paymentBatchOfOfficers({ field: 'entryIds' }))

  // From here on it must succeed, unless another batch has taken one of them.
  const id = newId<PaymentBatchId>()
  if ((await insertBatch(tx, actor, { id, accountId, payments })) !== wanted.length)
    refuse(paymentsChanged({ field: 'entryIds' }))
  await addNamesJob(tx, id, context.payoutsWaiting)
  return findPaymentBatch(tx, id)
})

/** “Ada Obi, Bola Ojo and 3 others”. */
export function namesOf(payees: readonly { memberName: string }[]): string {
  const names = [...new Set(payees.map(({ memberName }) => memberName))]
  const more = names.length - 5
  return more > 0 ? `${names.slice(0, 5).join(', ')} and ${more} others` : names.join(', ')
}

/** Lets a batch go to the bank. Refuses: not_found, payment_batch_status, own_payment, payment_account_changed, payment_accounts_unchecked. */
export const approvePaymentBatch = waitingAction(
  contract.approvePaymentBatch,
  async ({ tx }, { batchId }) => {
    // What the other officer reads: the sum, and each account that is paid for the first time.
    const batch = await findPaymentBatch(tx, batchId)
    const items = await findItems(tx, batch)
    const first = items.filter(({ isFirst }) => isFirst)
    const shown = first.slice(0, 10).map((item) => `${item.memberName}: ${bankDetailsText(item)}`)
    const more = first.length > shown.length ? ` and ${first.length - shown.length} more` : ''
    const [officer] = await findDecidersAmong(
      tx,
      items.map(({ memberId }) => memberId),
    )
    const { payments, amount } = batch.total
    return {
      description: `Payment batch ${batch.number}: ${payments} ${payments === 1 ? 'payment' : 'payments'} of ${moneyText(amount)} together, from ${batch.accountName}.${first.length > 0 ? ` Paid to for the first time: ${shown.join('; ')}${more}.` : ''}`,
      ...(officer && { ownMemberId: officer }),
      money: { amount, approvals: 1 },
    }
  },
  async ({ tx, actor }, { batchId, accountsChecked }) => {
    const batch = await lockBatch(tx, batchId, 'draft')
    const items = await findItems(tx, batch)
    if (items.some(({ memberId }) => isSelf(actor, memberId))) refuse(ownPayment())
    const changed = items.filter(({ isOther }) => isOther)
    if (changed.length > 0) refuse(paymentAccountChanged({ names: namesOf(changed) }))
    if (batch.firstPayments > 0 && !accountsChecked) refuse(paymentAccountsUnchecked({ field: 'accountsChecked' }))

    // From here on it must succeed.
    await update(
      tx,
      'app.payment_batch',
      { batchId },
      { status: 'approved', approvedByName: actor.name, approvedAt: clockTime },
    )
    return findPaymentBatch(tx, batchId)
  },
)

/** Cancels a batch that the bank can't have. Refuses: not_found, payment_batch_status. */
export const cancelPaymentBatch = action(contract.cancelPaymentBatch, async ({ tx }, { batchId }) => {
  await lockBatch(tx, batchId, 'draft')
  await update(tx, 'app.payment_batch_item', { batchId }, { status: 'cancelled' })
  await update(tx, 'app.payment_batch', { batchId }, { status: 'cancelled' })
  return findPaymentBatch(tx, batchId)
})

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * The payments as the bank takes them, without those that are known to have failed. That it left is kept with the batch, under its
 * lock: no sending slips in between. Refuses: not_found, payment_batch_status, batch_is_sent, overloaded.
 */
export const downloadPaymentBatch = action(contract.downloadPaymentBatch, async (ask, { batchId, format }) => {
  const { tx, actor, context } = ask
  const batch = await lockBatch(tx, batchId, 'approved', 'finished')
  // Paid by the bank too, everybody would get their money twice.
  if (batch.isSent) refuse(batchIsSent())
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
  await insert(tx, 'app.payment_batch_file', { fileId: newId(), batchId, downloadedByName: actor.name })
  const { loginId, name: actorName, role, cooperativeId } = actor
  const done = {
    action: 'POST /financial/payment-batches/:batchId/file',
    subjectId: batchId,
    requestId: context.requestId,
  }
  recordOutcomes(tx, cooperativeId, [{ loginId, actorName, role, ...done }], [])
  return new FileDraft(async () => ({
    fileName: `payments-${batch.number}.${format}`,
    mediaType: mediaTypes[format],
    content:
      format === 'csv'
        ? await writeCsv(columns, payments)
        : await writeXlsx([writableTable({ sheet: 'Payments', columns }, payments)]),
  }))
})

/** Lets a batch be sent of which a file left. Refuses: not_found, payment_batch_status, batch_is_sent, no_bank_file, own_payment. */
export const voidBankFile = waitingAction(
  contract.voidBankFile,
  async ({ tx }, { batchId }) => {
    // What the other officer reads: who took the file and when, and what is known of payments by it.
    const batch = await findPaymentBatch(tx, batchId)
    const items = await findItems(tx, batch)
    const [officer] = await findDecidersAmong(
      tx,
      items.map(({ memberId }) => memberId),
    )
    const { waiting, total } = batch
    const decided = total.payments - waiting.payments
    return {
      description: `The bank file of payment batch ${batch.number} is void: the bank was not given it and will not be. It was ${filesText(batch.files)}. ${waiting.payments} ${waiting.payments === 1 ? 'payment' : 'payments'} of ${moneyText(waiting.amount)} together can then be sent another way.${decided > 0 ? ` ${decided} already ${decided === 1 ? 'has' : 'have'} a result.` : ''}`,
      ...(officer && { ownMemberId: officer }),
      money: { amount: waiting.amount, approvals: 1 },
    }
  },
  async ({ tx, actor }, { batchId }) => {
    const batch = await lockBatch(tx, batchId, 'approved')
    if (batch.isSent) refuse(batchIsSent())
    if (batch.files.every(({ voidAt }) => voidAt !== null)) refuse(noBankFile())
    const items = await findItems(tx, batch)
    if (items.some(({ memberId }) => isSelf(actor, memberId))) refuse(ownPayment())

    // From here on it must succeed.
    await update(tx, 'app.payment_batch_file', { batchId, voidAt: null }, { voidByName: actor.name, voidAt: clockTime })
    return findPaymentBatch(tx, batchId)
  },
)

/** Who downloaded them and when, and who declared them void. */
export function filesText(files: Replied<{ reply: typeof contract.paymentBatch }>['files']): string {
  const shown = files.slice(-10).map(({ downloadedBy, downloadedAt, voidBy, voidAt }) => {
    const voided = voidAt ? `, declared void by ${voidBy} on ${momentText(voidAt)}` : ''
    return `downloaded by ${downloadedBy} on ${momentText(downloadedAt)}${voided}`
  })
  return [...(files.length > shown.length ? [`downloaded ${files.length} times`] : []), ...shown].join('; ')
}

/** What the bank's file says of the payments of a batch; the last row of a payment counts. Refuses: not_found, result_status_missing. */
export const readPaymentResults = uploadAction(
  contract.readPaymentResults,
  tableReader(batchItemsMax * 4),
  async ({ tx }, { batchId, file: { table } }) => {
    const batch = await findPaymentBatch(tx, batchId)
    const read =
      readResults(
        table.columns,
        table.rows.map(({ cells }) => cells),
        batch.number,
      ) ?? refuse(resultStatusMissing({ field: 'file' }))
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
  },
)

/** Refuses: not_found, bank_layout_wrong. */
export const updateBankLayout = action(contract.updateBankLayout, async ({ tx }, { accountId, layout }) => {
  await findPayingAccount(tx, accountId)
  const reason = whyNotBankLayout(layout)
  if (reason) refuse(bankLayoutWrong({ field: 'layout', reason }))
  await upsert(tx, 'app.bank_file_layout', ['cooperativeId', 'accountId'], { accountId, layout: json(layout) })
  return { layout }
})
