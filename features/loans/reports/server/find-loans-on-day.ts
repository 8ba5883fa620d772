import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Day } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { type LoanOnDay, loanOnDay, overdueOf } from '#features/loans/loans/rules/loan-on-day.ts'
import { zeroKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findBroughtDelays } from '#features/loans/running-loans/server/save-delays.ts'
import { findCuringRules } from '#features/loans/running-loans/server/queries.ts'
import { findDeductedBy, findKeptOn, findMovedOn, findReversedSince, type RunningOnDay } from './queries.ts'

/** How many loans are read at once, and how many are computed before others have their turn. */
const pageSize = 500
const turn = 50

/**
 * The loans that ran at the end of a day, by number. Those of today, and those that have not changed since the day, are
 * read as they are kept; the others are computed from their movements.
 */
export async function findLoansOnDay(tx: Tx, day: Day, today: Day): Promise<RunningOnDay[]> {
  const kept = await findKeptOn(tx, day, today)
  return day === today
    ? kept
    : [...kept, ...(await computeLoansOnDay(tx, day, { onlyChanged: true }))].toSorted(byNumber)
}

type Computed = Omit<RunningOnDay, 'overdue' | 'lateSince'> & Pick<LoanOnDay, 'late'>

export async function computeLoansOnDay(tx: Tx, day: Day, { onlyChanged = false } = {}): Promise<RunningOnDay[]> {
  const [reversed, deducted, rules] = [
    await findReversedSince(tx, day),
    await findDeductedBy(tx, day),
    await findCuringRules(tx),
  ]
  const loans: Computed[] = []
  let after: LoanId | undefined
  do {
    const page = await findMovedOn(tx, day, { onlyChanged, after, limit: pageSize })
    after = page.length < pageSize ? undefined : page.at(-1)?.loanId
    const ids = page.map(({ loanId }) => loanId)
    const broughtBy = await findBroughtDelays(tx, ids, rules)
    for (const [index, { movements, ...loan }] of page.entries()) {
      if (index % turn === 0) await othersFirst()
      const moved = movements.map((each) => ({ ...each, reversedOn: reversed.get(each.id) ?? null }))
      const standing = loanOnDay({ ...loan, movements: moved }, day, { rules, brought: broughtBy(loan.loanId) })
      if (standing === undefined) continue
      const { loanId, memberId, membershipno, membershipNumber, memberName, loanConfigId, loanConfig, startOn } = loan
      const borrower = { memberId, membershipno, membershipNumber, name: memberName }
      loans.push({ loanId, ...borrower, loanConfigId, product: loanConfig, startOn, ...standing })
    }
  } while (after !== undefined)

  const overdue = new Map(
    [...Map.groupBy(loans, ({ memberId }) => memberId)].flatMap(([memberId, own]) => [
      ...overdueOf(
        own.flatMap(({ late }) => late),
        deducted.get(memberId) ?? zeroKobo,
      ),
    ]),
  )
  return loans.toSorted(byNumber).map(({ late: _late, ...loan }) => {
    const { overdue: amount, since } = overdue.get(loan.loanId) ?? { overdue: zeroKobo, since: null }
    return { ...loan, overdue: amount, lateSince: since }
  })
}

type Ordered = Pick<RunningOnDay, 'membershipNumber' | 'startOn' | 'loanId'>

/** Of one member the loan that began first. */
function byNumber(one: Ordered, other: Ordered): number {
  const [first, second] = [`${one.startOn} ${one.loanId}`, `${other.startOn} ${other.loanId}`]
  return one.membershipNumber - other.membershipNumber || (first < second ? -1 : 1)
}
