import type { postProvision as contract } from '#contract/lending/loan-portfolio.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, dayText } from '#domain/calendar.ts'
import { provisions, provisionToPost } from '#domain/lending/loans/portfolio.ts'
import { kobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { recordJournal } from '#server/features/money/transactions/record-journal.ts'
import { holdBooks } from '#server/ledger/ledger.ts'
import { findLoansByDelay, findProvision } from '#server/features/lending/loan-portfolio/queries.ts'
import { findProvisionAccounts } from './queries.ts'

/**
 * Brings the provision for loan losses to what the classes require today: what is missing is an expense of the year, what is too
 * much comes back. Two officers at once take turns, so the second finds nothing to post.
 * Refuses: for_officers_only, provision_waits, provision_unchanged, chart_account_missing, and what `recordJournal` refuses.
 */
export async function postProvision(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') refuse('for_officers_only')
  await holdBooks(tx, actor.cooperativeId)
  const today = dayIn(context.now)
  const [byDelay, { built, waiting }, { provision, expense }] = await Promise.all([
    findLoansByDelay(tx, today),
    findProvision(tx),
    findProvisionAccounts(tx),
  ])
  if (waiting) refuse('provision_waits', { by: waiting.by })
  const toPost = provisionToPost(provisions(byDelay), built)
  if (toPost === 0n) refuse('provision_unchanged')
  const amount = kobo(toPost > 0n ? toPost : -toPost)
  const [debit, credit] = toPost > 0n ? [expense, provision] : [provision, expense]
  const lines = [
    { accountId: debit, debit: amount, credit: zeroKobo },
    { accountId: credit, debit: zeroKobo, credit: amount },
  ]
  return recordJournal(
    tx,
    actor,
    { type: 'journal', lines, occurredOn: today, description: `Provision for loan losses on ${dayText(today)}` },
    context,
  )
}
