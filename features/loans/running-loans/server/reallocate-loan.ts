import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { EntryId, LoanMovementId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { isNoChange, journalOf, type LoanChange } from '#features/loans/loans/rules/running-loan.ts'
import { zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { post, receiptNumber } from '#platform/ledger/ledger.ts'
import { findSocietyAccounts, type LockedRunningLoan } from './queries.ts'
import { insertMovements } from './store.ts'

/** Posts that money which came in is used for other parts of a loan than before; nothing where it is not. */
export async function reallocateLoan(
  tx: Tx,
  actor: TenantActor,
  held: LockedRunningLoan,
  change: LoanChange,
  { now, requestId }: Context,
): Promise<void> {
  if (isNoChange(change)) return
  const society = await findSocietyAccounts(tx, held)
  const entryId = newId<EntryId>()
  const on = dayIn(now)
  const postings = pairsOf(
    journalOf('reallocation', zeroKobo, undefined, change, { ...society, loan: held.accountId ?? refuse('not_found') }),
  )
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id: entryId, on, kind: 'reallocation', source: { type: 'reallocation', id: entryId }, postings }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error('The ledger left a reallocation without an answer')
  insertMovements(tx, actor, [
    {
      loan: held,
      id: newId<LoanMovementId>(),
      kind: 'reallocation',
      amount: zeroKobo,
      on,
      way: null,
      through: null,
      ...change,
      entryId,
      entryNumber: posted.number,
      receiptNumber: receiptNumber(posted),
    },
  ])
}
