import type { previewRecovery as contract } from '#contract/recoveries.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { RecoveryScope } from '#domain/loans/recovery-source.ts'
import { shareRecovery } from '#domain/loans/recovery.ts'
import { eventsOf, planOfLoan } from '#domain/loans/running-loan.ts'
import { settlementOn } from '#domain/loans/settlement.ts'
import { type Kobo, kobo, sumKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findOverdue, findRecoverable, findRunningLoan, type HeldRunningLoan, type Recoverable } from './queries.ts'

export type PlannedRecovery = { wanted: Kobo; amount: Kobo; parts: (Recoverable & { amount: Kobo })[] }

/** What could be recovered today, and from whom. Refuses: not_found, loan_not_active, loan_nothing_owed, loan_not_overdue. */
export async function previewRecovery(tx: Tx, _actor: TenantActor, { loanId, scope = 'overdue' }: Parsed<typeof contract>, context: Context): Promise<Replied<typeof contract>> {
  const { wanted, amount, parts } = await planRecovery(tx, await findRunningLoan(tx, loanId), scope, context)
  return { scope, wanted, amount, missing: kobo(wanted - amount), parts: parts.map(({ memberId, name, membershipno, source, available, amount: part }) => ({ memberId, name, membershipno, source, available, amount: part })) }
}

/** The same for the preview and for the posting. Refuses: loan_not_active, loan_written_off, loan_nothing_owed, loan_not_overdue. */
export async function planRecovery(tx: Tx, loan: HeldRunningLoan, scope: RecoveryScope, { now }: Pick<Context, 'now'>): Promise<PlannedRecovery> {
  if (loan.status === 'completed') refuse('loan_nothing_owed')
  if (loan.status === 'written_off') refuse('loan_written_off')
  if (loan.status !== 'active') refuse('loan_not_active')
  const today = dayIn(now)
  const [overdue, sources] = await Promise.all([findOverdue(tx, loan, today), findRecoverable(tx, loan)])
  if (overdue === 0n) refuse('loan_not_overdue')
  const wanted = scope === 'overdue' ? overdue : settlementOn(planOfLoan(loan), eventsOf(loan.movements), today)
  const shares = shareRecovery(wanted, sources)
  return { wanted, amount: sumKobo(shares), parts: sources.map((source, index) => ({ ...source, amount: kobo(shares[index] ?? 0n) })) }
}
