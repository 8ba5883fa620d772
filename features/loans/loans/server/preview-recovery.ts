import type { previewRecovery as contract } from '#features/loans/loans/recoveries.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { RecoveryScope } from '#features/loans/loans/rules/recovery-source.ts'
import { shareRecovery } from '#features/loans/loans/rules/recovery.ts'
import { anyDueDay, eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { type Repaid, repaidOn, settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  findOverdue,
  findRecoverable,
  findRunningLoan,
  type LockedRunningLoan,
  type Recoverable,
} from '#features/loans/running-loans/server/queries.ts'

/** `after` is the loan once it is posted, and `change` what the amount repays; there is none where nothing can be taken. */
export type PlannedRecovery = {
  wanted: Kobo
  amount: Kobo
  recovered: Repaid | undefined
  parts: (Recoverable & { amount: Kobo })[]
}

/** What could be recovered today, and from whom. Refuses: not_found, loan_not_active, loan_nothing_owed, loan_not_overdue. */
export async function previewRecovery(
  tx: Tx,
  _actor: TenantActor,
  { loanId, scope = 'overdue' }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { wanted, amount, recovered, parts } = await planRecovery(tx, await findRunningLoan(tx, loanId), scope, context)
  const { principal, interest, fees, penalties } = recovered?.change ?? {
    principal: zeroKobo,
    interest: zeroKobo,
    fees: zeroKobo,
    penalties: zeroKobo,
  }
  return {
    scope,
    wanted,
    amount,
    uses: { principal, interest, fees, penalties },
    missing: kobo(wanted - amount),
    parts: parts.map(({ memberId, name, membershipno, source, available, amount: part }) => ({
      memberId,
      name,
      membershipno,
      source,
      available,
      amount: part,
    })),
  }
}

/** The same for the preview and for the posting. Refuses: loan_not_active, loan_written_off, loan_nothing_owed, loan_not_overdue. */
export async function planRecovery(
  tx: Tx,
  loan: LockedRunningLoan,
  scope: RecoveryScope,
  { now }: Pick<Context, 'now'>,
): Promise<PlannedRecovery> {
  if (loan.status === 'completed') refuse('loan_nothing_owed')
  if (loan.status === 'written_off') refuse('loan_written_off')
  if (loan.status !== 'active') refuse('loan_not_active')
  const today = dayIn(now)
  const [overdue, sources] = await Promise.all([findOverdue(tx, loan, today), findRecoverable(tx, loan)])
  if (overdue === 0n) refuse('loan_not_overdue')
  const wanted = scope === 'overdue' ? overdue : settlementOn(planOfLoan(loan), eventsOf(loan.movements), today)
  const shares = shareRecovery(wanted, sources)
  const amount = sumKobo(shares)
  return {
    wanted,
    amount,
    recovered: amount > 0n ? recoveredBy(loan, amount, today) : undefined,
    parts: sources.map((source, index) => ({ ...source, amount: kobo(shares[index] ?? 0n) })),
  }
}

/** The loan with so much recovered on that day, and what of it that repays. */
function recoveredBy(loan: LockedRunningLoan, amount: Kobo, on: Day): Repaid {
  const repaid = repaidOn(planOfLoan(loan), eventsOf(loan.movements), { on, amount, heldBy: anyDueDay })
  if (repaid instanceof Refusal) throw repaid
  return repaid
}
