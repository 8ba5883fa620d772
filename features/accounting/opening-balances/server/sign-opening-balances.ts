import type { signOpeningBalances as contract } from '#features/accounting/opening-balances/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { TransactionId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { askOf } from '#platform/action.ts'
import { approveTransaction } from '#features/savings/transactions/server/actions.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { shownOf } from './get-opening-balances.ts'
import { checkCurrent, findCurrent } from './queries.ts'
import { insertSignature } from './store.ts'

/**
 * The first signature lets the balances wait, the second posts them. Refuses: opening_changed, opening_standing, opening_differs,
 * uploader_signs_first, opening_takes_two, and a date that the books do not take.
 */
export async function signOpeningBalances(
  tx: Tx,
  actor: TenantActor,
  { openingBalancesId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const found = await findCurrent(tx, actor)
  if (!found || found.id !== openingBalancesId) return refuse('opening_changed')
  if (found.status === 'approved')
    refuse('opening_standing', { status: 'approved', number: found.entryNumber ?? undefined })
  const checked = await checkCurrent(tx, found)
  if (found.transactionId) {
    await approveTransaction(askOf(tx, actor, context), { transactionId: found.transactionId })
  } else {
    if (found.uploadedById !== actor.loginId) refuse('uploader_signs_first', { name: found.uploadedBy })
    if (checked.differences.length > 0) refuse('opening_differs', { count: checked.differences.length })
    const dated = whyNotDate(await findOpenDays(tx), found.asOf, dayIn(context.now))
    if (dated) throw dated
    await insertSignature(tx, actor, {
      id: found.id,
      transactionId: newId<TransactionId>(),
      asOf: found.asOf,
      total: checked.sums.debit,
    })
  }
  const after = await findCurrent(tx, actor)
  return after ? shownOf(tx, actor, after, checked) : refuse('opening_changed')
}
