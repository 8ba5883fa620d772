import type { recordPaymentCase as contract } from '#features/payments/cases/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { zeroKobo } from '#core/money.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { submitJournal } from '#features/savings/transactions/server/record-journal.ts'
import { findPaymentAccounts } from '#features/payments/online-payments/server/queries.ts'
import { findCase, findOpenCase, takesCases } from './queries.ts'
import { insertHandling } from './store.ts'

/**
 * Takes what the provider gave back from the clearing account to an account of the society, where the payment stays: a part of it was
 * refunded, or the member has used the money. A journal, which waits for approval as any journal does.
 * Refuses: for_officers_only, not_found, payment_case_settled, payment_accounts_missing, case_account_unknown.
 */
export async function recordPaymentCase(
  tx: Tx,
  actor: TenantActor,
  { caseId, accountId }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') return refuse('for_officers_only')
  const { kind, amount, memberName, sender } = await findOpenCase(tx, caseId)
  const { gateway } = await findPaymentAccounts(tx)
  if (!(await takesCases(tx, accountId))) refuse('case_account_unknown', { field: 'accountId' })
  const approvals = approvalsNeeded(await findApprovalRules(tx), 'journal', amount)
  const { id } = await submitJournal(
    tx,
    actor,
    {
      amount,
      approvals,
      occurredOn: dayIn(now),
      description: `${kind === 'refund' ? 'Refund' : 'Chargeback'} of an online payment of ${memberName ?? sender ?? 'an unknown sender'}`,
      lines: [
        { accountId, debit: amount, credit: zeroKobo },
        { accountId: gateway.id, debit: zeroKobo, credit: amount },
      ],
    },
    requestId,
  )
  if (!(await insertHandling(tx, actor, caseId, id))) refuse('payment_case_settled')
  return findCase(tx, caseId)
}
