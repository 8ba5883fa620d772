import type { Day } from '#core/calendar.ts'
import { interestSoFar } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type DepositAccrualLine, findDepositsOn } from './queries.ts'

/** What each deposit that was open at the end of a day had earned by then, which its member is paid when it ends. */
export async function calculateDepositAccrual(tx: Tx, on: Day): Promise<DepositAccrualLine[]> {
  const deposits = await findDepositsOn(tx, on)
  return deposits
    .map(({ told, terms }) => ({ ...told, payable: interestSoFar(terms, on) }))
    .filter(({ payable }) => payable > 0n)
}
