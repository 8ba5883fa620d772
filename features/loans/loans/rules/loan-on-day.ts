import { greater, lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { Instalment } from './loan-plan.ts'
import { type CuringRules, keptDelay } from './kept-delay.ts'
import {
  eventsOf,
  isRepaid,
  type StoredMovement,
  outstandingPrincipal,
  planOfLoan,
  runningLoan,
  totalOf,
} from './running-loan.ts'

/** What of a loan's instalments was owed at the end of a day. */
export type OwedLine = { loanId: LoanId; number: number; dueOn: Day; owed: Kobo }

export type LoanOnDay = {
  principal: Kobo
  repaid: Kobo
  outstanding: Kobo
  endsOn: Day
  lastPaidOn: Day | null
  /** By how many days it counts as late for a delay of former terms. */
  keptDays: number
  /** What fell due before the day and was not paid by then. */
  late: OwedLine[]
}

type Moved = Parameters<typeof planOfLoan>[0] & {
  loanId: LoanId
  movements: readonly (StoredMovement & { /** The day of its reversal. */ reversedOn: Day | null })[]
}

/**
 * A loan as it was at the end of a day, `brought` being the days that the loans were late by which it settled: with what had happened by then, also what was reversed later. Undefined where
 * nothing was lent yet or nothing was owed any more.
 */
export function loanOnDay(
  { movements, ...loan }: Moved,
  day: Day,
  { rules, brought }: { rules: CuringRules; brought: number },
): LoanOnDay | undefined {
  const made = movements.filter(({ occurredOn }) => occurredOn <= day)
  const known = {
    ...loan,
    restarts: loan.restarts.filter(({ on }) => on <= day),
    waivers: loan.waivers?.filter(({ on }) => on <= day),
    penaltiesUntil: loan.penaltiesUntil && lesser(loan.penaltiesUntil, day),
  }
  const plan = planOfLoan(known)
  const asOfDay = made.map(({ status, reversedOn, ...each }) => ({
    ...each,
    status: (reversedOn ?? '') > day ? ('posted' as const) : status,
  }))
  // Of a repayment that was reversed and one dated back since, more may have come than was owed.
  const asThen = runningLoan(plan, eventsOf(asOfDay))
  const running = asThen instanceof Refusal ? runningLoan(plan, eventsOf(made)) : asThen
  if (running instanceof Refusal)
    throw new Error(`The movements of loan ${loan.loanId} contradict its terms`, { cause: running })
  if (running.disbursed === 0n || isRepaid(running)) return undefined
  const paidOn = asOfDay.flatMap(({ kind, status, occurredOn }) =>
    kind === 'repayment' && status === 'posted' ? [occurredOn] : [],
  )
  return {
    principal: running.disbursed,
    repaid: running.paid.principal,
    outstanding: outstandingPrincipal(running),
    endsOn: (running.instalments.at(-1) as Instalment).dueOn,
    lastPaidOn: paidOn.reduce<Day | null>((last, on) => greater(last ?? on, on), null),
    keptDays: keptDelay(plan, eventsOf(asOfDay), brought, rules, day).days,
    late: running.instalments
      .map(({ number, dueOn, owed }) => ({ loanId: loan.loanId, number, dueOn, owed: totalOf(owed) }))
      .filter(({ dueOn, owed }) => dueOn < day && owed > 0n),
  }
}

/**
 * What of a member's late instalments is overdue and since when, by loan. What an employer deducted and has not paid over
 * counts as paid, the oldest instalment first.
 */
export function overdueOf(late: readonly OwedLine[], deducted: Kobo): Map<LoanId, { overdue: Kobo; since: Day }> {
  const found = new Map<LoanId, { overdue: Kobo; since: Day }>()
  const ordered = late.toSorted(
    (one, other) => one.dueOn.localeCompare(other.dueOn) || one.loanId.localeCompare(other.loanId),
  )
  let upTo = 0n
  for (const { loanId, dueOn, owed } of ordered) {
    upTo += owed
    const over = upTo - deducted
    if (over <= 0n) continue
    const before = found.get(loanId)
    const overdue = kobo(lesser(over, owed))
    found.set(loanId, {
      overdue: sumKobo(before ? [before.overdue, overdue] : [overdue]),
      since: before?.since ?? dueOn,
    })
  }
  return found
}
