import { amountInWords } from '#core/amount-in-words.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/statements/contract.ts'
import { action } from '#platform/action.ts'
import { draftPaper } from './draft-paper.ts'
import { addressOf, findCheck, findReceipt, statementLinkOver } from './reads.ts'

/** The receipt of a posted movement on paper; one that was reversed says so. Refuses: not_found, receipt_not_posted, statement_link_over. */
export const getReceipt = action(contract.getReceipt, async ({ tx, now, today, context }, { transactionId, check }) => {
  const receipt = await findReceipt(tx, transactionId)
  const link = await findCheck(tx, receipt.memberId, check, now)
  if (link && link.transactionId !== transactionId) refuse(statementLinkOver({ field: 'check' }))
  const { society, memberName, membershipno, receiptNumber, amount, direction, on, account } = receipt
  const { description, paidThrough } = receipt
  const isReversed = receipt.status === 'reversed'
  return draftPaper(tx, `receipt-${receiptNumber}.pdf`, {
    society,
    title: isReversed ? 'Receipt of a movement that was reversed' : 'Receipt',
    foot: `receipt ${receiptNumber}`,
    titleLines: [`Number ${receiptNumber}. Printed on ${dayText(today)}.`],
    sections: [
      {
        title: moneyText(amount),
        facts: [
          ['In words', amountInWords(amount)],
          [direction === 'in' ? 'Received from' : 'Taken from', `${memberName}, membership number ${membershipno}`],
          ['Date', dayText(on)],
          ...(account ? [['Account', account] as const] : []),
          ['For', description],
          ...(paidThrough ? [['Through', paidThrough] as const] : []),
          ['Status', isReversed ? 'Reversed: it counts no more' : 'Posted in the books'],
        ],
      },
    ],
    check: link
      ? {
          url: addressOf(context.publicUrl(), link.token),
          words: `Until ${dayText(dayIn(link.expiresAt))} this page says whether ${society} gave this receipt out and whether it still counts.`,
        }
      : null,
  })
})
