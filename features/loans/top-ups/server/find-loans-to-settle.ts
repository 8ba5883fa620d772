import type * as contract from '#features/loans/top-ups/contract.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { Day } from '#core/calendar.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { eventsOf, outstandingPrincipal, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { settlementOn } from '#features/loans/loans/rules/settlement.ts'
import { type LoanToSettle, whyNotSettle } from '#features/loans/loans/rules/top-up.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findRunningLoans, type LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { findSettlingRules, type SettlingRules } from './queries.ts'
import type * as z from 'zod/mini'

type FoundToSettle = LoanToSettle & { outstanding: Kobo }

/**
 * The member's loans that run, and those that are `named` though they don't. `by` is the application that is being
 * decided: it is held to what was asked when it was made.
 */
export async function findLoansToSettle(
  tx: Tx,
  memberId: MemberId,
  { on, named = [], by }: { on: Day; named?: readonly LoanId[]; by?: LoanId },
): Promise<FoundToSettle[]> {
  const rules = await findSettlingRules(tx, memberId, { named, by })
  const loans = await findRunningLoans(
    tx,
    rules.map(({ loanId }) => loanId),
  )
  return rules.flatMap((rule) => {
    const loan = loans.find(({ loanId }) => loanId === rule.loanId)
    return loan ? [toSettle(loan, rule, on)] : []
  })
}

function toSettle(loan: LockedRunningLoan, { loanId, afterPercent, takenBy }: SettlingRules, on: Day): FoundToSettle {
  const { status, loanConfig: name, principal, takenOver, before, movements, startOn } = loan
  const outstanding = outstandingPrincipal(before)
  const lent = takenOver?.originalPrincipal ?? principal
  return {
    loanId,
    name,
    afterPercent,
    takenBy,
    lent,
    outstanding,
    state: status === 'active' ? 'running' : status === 'completed' ? 'over' : 'lost',
    repaid: kobo(lent - outstanding),
    isAllPaidOut: before.disbursed === principal,
    settlement:
      status === 'active' && startOn
        ? settlementOn(planOfLoan(loan), eventsOf(movements), on > startOn ? on : startOn)
        : zeroKobo,
  }
}

/** A running loan as it is told to who thinks of a new one. */
export function runningFrom(loan: FoundToSettle): z.output<typeof contract.runningToSettle> {
  const refusal = whyNotSettle(loan)
  return {
    loanId: loan.loanId,
    name: loan.name,
    outstanding: loan.outstanding,
    settlement: loan.settlement,
    whyNot: refusal ? sentenceOf(refusal) : null,
  }
}
