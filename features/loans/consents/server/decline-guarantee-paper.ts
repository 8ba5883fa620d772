import type { declineGuaranteePaper as contract } from '#features/loans/consents/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { lockGuarantees } from '#features/loans/running-loans/server/queries.ts'
import { findGuarantor, lockWaitingPaper } from './queries.ts'
import { decidePaper } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Turns a signed form down; the guarantor has still not answered. Refuses: not_found, guarantee_paper_missing. */
export async function declineGuaranteePaper(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId, reason }: Parsed<typeof contract>,
): Promise<null> {
  await lockGuarantees(tx, loanId)
  const { name, borrower, loan } = await findGuarantor(tx, loanId, memberId)
  const { paperId } = await lockWaitingPaper(tx, actor, loanId, memberId)

  // From here on it must succeed.
  await decidePaper(tx, actor, paperId, 'declined', reason)
  notifyOfficers(tx, actor.cooperativeId, {
    message: fill(strings.declinedTheFormThatSigned, { officer: actor.name, guarantor: name, loan, borrower, reason }),
    link: `/coop/loan-management/${loanId}`,
  })
  return null
}
