import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import { accruedOn, type AccruedTotals, accruedTotals } from '#features/loans/loans/rules/accrual.ts'
import { eventsOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { calculateDepositAccrual, type DepositAccrualLine } from '#features/savings/fixed-deposits/server/reads.ts'
import { interestCode, payableCode } from '#features/accounting/books/rules/chart.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import { findIncomeOfInterest, findLoansOn } from '#features/loans/running-loans/server/queries.ts'
import { type AccrualLine, findAccrualAccounts, findBasis, findBooked } from './queries.ts'

/** How many loans are read, and worked out before others have their turn. */
const turn = 500

export type CalculatedAccrual = {
  lines: AccrualLine[]
  totals: AccruedTotals
  journal: JournalLine[]
  /** What payments have taken out of the receivable by now. */ collected: Kobo
  /** What fixed deposits have earned and their members have not been paid, in sum and each. */
  payable: Kobo
  deposits: DepositAccrualLine[]
  /** What deposits that had ended by the day have taken out of the payable, less what the old books had put there. */ released: Kobo
}

/** What every loan and fixed deposit has earned by a day, and the journal that brings the books there from what they say. A society that calculates by cash has nothing there. */
export async function calculateAccrual(tx: Tx, on: Day): Promise<CalculatedAccrual> {
  const { basis, suspendAfterDays, tolerance } = await findBasis(tx)
  const lines: (AccrualLine & { isMurabaha: boolean })[] = []
  for (
    let page = basis === 'cash' ? [] : await findLoansOn(tx, on, undefined, turn);
    page.length > 0;
    page = page.length < turn ? [] : await findLoansOn(tx, on, page.at(-1)?.loanId, turn)
  ) {
    for (const { movements, membershipno, memberName: name, ...loan } of page) {
      const accrued = accruedOn(planOfLoan(loan), eventsOf(movements), on, suspendAfterDays, tolerance)
      if (accrued.receivable + accrued.inAdvance + accrued.suspended === 0n) continue
      lines.push({
        loanId: loan.loanId,
        memberId: loan.memberId,
        membershipno,
        name,
        loanConfig: loan.loanConfig,
        isMurabaha: loan.interestMethod === 'murabaha',
        ...accrued,
      })
    }
    await othersFirst()
  }
  const totals = accruedTotals(lines)
  const deposits = basis === 'cash' ? [] : await calculateDepositAccrual(tx, on)
  const payable = sumKobo(deposits.map((line) => line.payable))
  const [accounts, income, booked] = [
    await findAccrualAccounts(tx),
    await findIncomeOfInterest(tx),
    await findBooked(tx, on),
  ]
  const { byAccount, collected, released } = booked
  const targets: (readonly [AccountId, bigint])[] = [
    [accounts.receivable, totals.receivable],
    [accounts.inAdvance, -totals.inAdvance],
    [income.interest, -totals.interest],
    [income.margin, -totals.margin],
    // A society without deposits needs no accounts for them.
    ...(payable === booked.payable
      ? []
      : ([
          [await needChartAccount(tx, payableCode), -payable - released],
          [await needChartAccount(tx, interestCode), payable + released],
        ] as const)),
  ]
  // Each payment put into receivable what would have been income.
  const taken = new Map<AccountId, bigint>([
    [accounts.receivable, -collected.interest - collected.margin],
    [income.interest, collected.interest],
    [income.margin, collected.margin],
  ])
  const journal = targets.flatMap(([accountId, target]): JournalLine[] => {
    const debit = target - (byAccount.get(accountId) ?? 0n) - (taken.get(accountId) ?? 0n)
    return debit === 0n
      ? []
      : [
          debit > 0n
            ? { accountId, debit: kobo(debit), credit: zeroKobo }
            : { accountId, debit: zeroKobo, credit: kobo(-debit) },
        ]
  })
  return {
    lines: lines.toSorted((one, other) => one.membershipno.localeCompare(other.membershipno)),
    totals,
    journal,
    collected: kobo(collected.interest + collected.margin),
    payable,
    deposits,
    released,
  }
}
