import { amountInWords } from '#core/amount-in-words.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/accounting/expenses/contract.ts'
import { findLetterhead, type Letterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { getTransaction } from '#features/savings/transactions/server/reads.ts'
import { action } from '#platform/action.ts'
import type { AgreementPaper } from '#platform/files/agreement-paper.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { writeAgreement } from '#platform/files/table-file.ts'

type Detail = Awaited<ReturnType<typeof getTransaction>>

/** The voucher of an expense or of other income as a PDF to sign. Refuses: not_found, also for every other kind of transaction. */
export const getVoucher = action(contract.getVoucher, async (ask, { transactionId }) => {
  const [detail, letterhead] = await Promise.all([getTransaction(ask, { transactionId }), findLetterhead(ask.tx)])
  if (detail.type !== 'expense' && detail.type !== 'income') return refuse('not_found')
  const { logo } = letterhead
  return new FileDraft(async () => ({
    fileName: `voucher-${detail.entryNumber ?? 'not-posted'}.pdf`,
    mediaType: 'application/pdf',
    content: await writeAgreement({ ...paperOf(detail, letterhead, ask.today), logo }),
  }))
})

const statusWords = {
  pending: 'Waiting for approval: not paid and not in the books yet',
  approved: 'Posted in the books',
  rejected: 'Rejected: nothing was posted',
  reversed: 'Reversed: it no longer counts',
}

function paperOf(
  detail: Detail,
  { society, registrationNumber, address }: Letterhead,
  today: Day,
): Omit<AgreementPaper, 'logo'> {
  const {
    type,
    status,
    amount,
    party,
    account,
    paidThrough,
    description,
    occurredOn,
    entryNumber,
    receiptNumber,
    recordedBy,
    approvals,
  } = detail
  const isExpense = type === 'expense'
  const title = isExpense ? 'Payment voucher' : 'Receipt voucher'
  const number = entryNumber === null ? 'not posted' : `No. ${entryNumber}`
  const approvedBy = approvals?.given.map(({ by, at }) => `${by}, ${dayText(dayIn(at))}`).join('; ')
  return {
    society,
    societyLines: [
      ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
      ...(address ? [address] : []),
    ],
    title,
    foot: `${title.toLowerCase()} ${number}`,
    titleLines: [
      `${entryNumber === null ? 'Not posted yet' : `Number ${entryNumber}${receiptNumber ? `, receipt ${receiptNumber}` : ''}`}. Printed on ${dayText(today)}.`,
    ],
    sections: [
      {
        title: moneyText(amount),
        facts: [
          ['In words', amountInWords(amount)],
          [isExpense ? 'Pay to' : 'Received from', party ?? ''],
          ['Date', dayText(occurredOn)],
          ['Account', account ?? ''],
          [isExpense ? 'Paid from' : 'Paid to', paidThrough ?? ''],
          ['Description', description],
          ['Prepared by', recordedBy],
          ['Approved by', approvedBy || (status === 'pending' ? 'Not approved yet' : 'No approval was needed')],
          ['Status', statusWords[status]],
        ],
      },
    ],
    signatures: [
      { name: 'Approved by', role: `For ${society}` },
      isExpense ? { name: party ?? '', role: 'Received the money' } : { name: recordedBy, role: 'Received the money' },
    ],
  }
}
