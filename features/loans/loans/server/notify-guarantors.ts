import { fill } from '#core/fill.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { sendToGuarantors } from './store.ts'
import * as strings from './strings.ts'

/**
 * Notifies these members that they are asked to guarantee a loan, each with the sum of their savings that it would tie up: in the
 * app and, whatever they chose for other messages, by SMS and email.
 */
export function notifyGuarantors(
  tx: Tx,
  cooperativeId: CooperativeId,
  asked: readonly { memberId: MemberId; amount: bigint }[],
  { borrower, loan, principal: lent }: { borrower: string; loan: string; principal: Kobo },
): void {
  if (asked.length === 0) return
  const principal = moneyText(lent)
  const notices = asked.map(({ memberId, amount }) => ({
    memberId,
    message:
      amount > 0n
        ? fill(strings.asksYouToGuaranteeAndTiesUp, { borrower, loan, principal, amount: moneyText(amount as Kobo) })
        : fill(strings.asksYouToGuarantee, { borrower, loan, principal }),
    link: '/member/guarantees' as const,
  }))
  notifyMembers(tx, cooperativeId, notices)
  sendToGuarantors(tx, notices, strings.aGuaranteeIsAskedOfYou)
}
