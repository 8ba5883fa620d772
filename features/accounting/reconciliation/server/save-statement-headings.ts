import type { saveStatementHeadings as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotHeadings } from '#features/accounting/reconciliation/rules/statement-headings.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockBankAccount } from './queries.ts'
import { saveHeadings } from './store.ts'

/** Saves what a bank calls its columns. Refuses: not_found, statement_headings_repeated, statement_headings_no_amount. */
export async function saveStatementHeadings(
  tx: Tx,
  actor: TenantActor,
  { accountId, ...headings }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const wrong = whyNotHeadings(headings)
  if (wrong === 'repeated') refuse('statement_headings_repeated', { field: 'on' })
  if (wrong === 'no_amount') refuse('statement_headings_no_amount', { field: 'amount' })
  saveHeadings(tx, actor, accountId, headings)
  return headings
}
