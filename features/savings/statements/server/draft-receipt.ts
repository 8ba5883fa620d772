import type { getReceipt as contract } from '#features/savings/statements/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { amountInWords } from '#core/amount-in-words.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { writeStatement } from '#platform/files/table-file.ts'
import { addressOf } from './create-statement-link.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/queries.ts'
import { findLinkByToken, findReceipt } from './queries.ts'

/** The receipt of a posted movement on paper; one that was reversed says so. Refuses: not_found, receipt_not_posted, statement_link_over. */
export async function draftReceipt(
  tx: Tx,
  _actor: TenantActor,
  { transactionId, check }: Parsed<typeof contract>,
  { now, publicUrl }: Context,
): Promise<FileDraft> {
  const [receipt, { logo, registrationNumber, address }] = await Promise.all([
    findReceipt(tx, transactionId),
    findLetterhead(tx),
  ])
  const link = check === undefined ? undefined : await findLinkByToken(tx, receipt.memberId, tokenHash(check), now)
  if (link && link.transactionId !== transactionId) refuse('statement_link_over', { field: 'check' })
  const {
    society,
    memberName,
    membershipno,
    receiptNumber,
    amount,
    direction,
    on,
    account,
    description,
    paidThrough,
    status,
  } = receipt
  return new FileDraft(async () => {
    const content = await writeStatement({
      society,
      societyLines: [
        ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
        ...(address ? [address] : []),
      ],
      logo,
      title: status === 'reversed' ? 'Receipt of a movement that was reversed' : 'Receipt',
      foot: `receipt ${receiptNumber}`,
      titleLines: [`Number ${receiptNumber}. Printed on ${dayText(dayIn(now))}.`],
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
            ['Status', status === 'reversed' ? 'Reversed: it counts no more' : 'Posted in the books'],
          ],
        },
      ],
      check:
        link && check !== undefined
          ? {
              url: addressOf(publicUrl(), check),
              words: `Until ${dayText(dayIn(link.expiresAt))} this page says whether ${society} gave this receipt out and whether it still counts.`,
            }
          : null,
    })
    return { fileName: `receipt-${receiptNumber}.pdf`, mediaType: 'application/pdf', content }
  })
}
