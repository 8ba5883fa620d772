import type { postProvision as contract } from '#features/loans/portfolio/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { provisions, provisionToPost } from '#features/loans/loans/rules/portfolio.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { findLoansByDelay, findProvision, findProvisionClasses } from '#features/loans/portfolio/server/queries.ts'
import { missingOn } from '#features/loans/reports/server/missing-on.ts'
import { findProvisionAccounts } from './queries.ts'

/**
 * Brings the provision for loan losses to what the classes require on a day: what is missing is an expense of the year, what is too
 * much comes back. Two officers at once take turns, so the second finds nothing to post.
 * Refuses: for_officers_only, dated_in_future, provision_waits, provision_unchanged, chart_account_missing, and what `recordJournal` refuses.
 */
export async function postProvision(
  tx: Tx,
  actor: TenantActor,
  { on }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') refuse('for_officers_only')
  await blockPostings(tx, actor.cooperativeId)
  const today = dayIn(context.now)
  const day = on ?? today
  if (day > today) refuse('dated_in_future', { field: 'on' })
  const { waiting } = await findProvision(tx)
  if (waiting) refuse('provision_waits', { by: waiting.by })
  const { provision, expense } = await findProvisionAccounts(tx)
  const toPost = day === today ? await missingToday(tx, today) : await missingOn(tx, day, context)
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
    { type: 'journal', lines, occurredOn: day, description: `Provision for loan losses on ${dayText(day)}` },
    context,
  )
}

async function missingToday(tx: Tx, today: Day): Promise<bigint> {
  const [classes, byDelay, { built }] = await Promise.all([
    findProvisionClasses(tx),
    findLoansByDelay(tx, today),
    findProvision(tx),
  ])
  return provisionToPost(provisions(byDelay, classes), built)
}
