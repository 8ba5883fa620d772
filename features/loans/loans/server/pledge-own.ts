import type { TenantActor } from '#core/actor.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { pledgeForLoan, renewPledges } from '#features/savings/pledges/server/actions.ts'
import { findHeldAlready } from '#features/loans/top-ups/server/queries.ts'
import { knownFacts } from '#features/savings/transactions/server/plan-movement.ts'
import type { LockedLoan } from '#features/loans/running-loans/server/queries.ts'
import { saveOwnPledge } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What of the borrower's own savings stays while their loan runs, held from its approval on. Refuses: own_cover_missing. */
export async function pledgeOwn(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, loanConfig, terms }: LockedLoan,
  amount: Kobo,
): Promise<void> {
  if (amount === 0n) return
  const already = await findHeldAlready(tx, loanId, memberId)
  const { accountId, accountTypeId, free } = await knownFacts(tx, { memberId, accountTypeId: null })
  if (accountId === null || amount > free + already)
    return refuse('own_cover_missing', {
      percent: terms.ownCoverPercent,
      needed: moneyText(amount),
      free: moneyText(kobo(free + already)),
    })
  const id = await pledgeForLoan(tx, actor, {
    memberId,
    accountTypeId,
    accountId,
    amount,
    held: kobo(amount > already ? amount - already : 0n),
    purpose: 'own_loan',
    subjectId: loanId,
    reason: fill(strings.ownSavingsForTheLoan, { loanConfig }),
  })
  await saveOwnPledge(tx, loanId, id)
  await renewPledges(tx, actor, [loanId])
}
