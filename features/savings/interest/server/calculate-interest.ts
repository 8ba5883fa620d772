import { daysBetween } from '#core/calendar.ts'
import type { AccountId, InterestRunId, MemberId } from '#core/ids.ts'
import type { InterestPeriod } from '#features/savings/interest/rules/interest-period.ts'
import { basisOf, interestOf, settledBeside } from '#features/savings/interest/rules/savings-interest.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  findBalanceDays,
  findReachedPeriods,
  type InterestType,
  type CalculatedAccount,
  type CalculatedPeriod,
} from './reads.ts'

/** What one account is paid: the interest of the period, and by how much each earlier run came out differently. */
export type Calculated = {
  accountId: AccountId
  memberId: MemberId
  membershipno: string
  name: string
  basis: Kobo
  interest: Kobo
  differences: readonly { runId: InterestRunId; amount: Kobo }[]
  /** The sum of them. */
  difference: Kobo
  amount: Kobo
}

/** The interest of a period on every account of a type, with what entries that came late made of earlier periods. */
export async function calculateInterest(tx: Tx, type: InterestType, period: InterestPeriod): Promise<Calculated[]> {
  const earlier = await findReachedPeriods(tx, type.id, period.from)
  const periods: CalculatedPeriod[] = [{ ...period, runId: null, terms: type.terms }, ...earlier]
  const rows = await findBalanceDays(tx, type.id, periods)
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return [...byAccount.values()].map((found) => calculatedOf(found, periods))
}

function calculatedOf(found: readonly CalculatedAccount[], periods: readonly CalculatedPeriod[]): Calculated {
  const [first] = found
  if (!first) throw new Error('An account was calculated without a period')
  const current = found.find(({ place }) => place === 1)
  const facts = (row: CalculatedAccount, { from, to }: CalculatedPeriod) => ({
    days: daysBetween(from, to) + 1,
    lowest: row.lowest,
    sum: row.sum,
    earning: row.earning,
  })
  const [period, ...earlier] = periods as [CalculatedPeriod, ...CalculatedPeriod[]]
  const interest = current ? interestOf(period.terms, facts(current, period)) : zeroKobo
  const owed = earlier.flatMap((each, index) => {
    const row = found.find(({ place }) => place === index + 2)
    const difference = row ? kobo(interestOf(each.terms, facts(row, each)) - row.posted) : zeroKobo
    return each.runId && difference !== 0n ? [{ runId: each.runId, difference }] : []
  })
  const settled = settledBeside(
    interest,
    owed.map(({ difference }) => difference),
  )
  const differences = owed
    .map(({ runId }, index) => ({ runId, amount: settled[index] ?? zeroKobo }))
    .filter(({ amount }) => amount !== 0n)
  const difference = sumKobo(differences.map(({ amount }) => amount))
  return {
    accountId: first.accountId,
    memberId: first.memberId,
    membershipno: first.membershipno,
    name: first.name,
    basis: current ? basisOf(period.terms, facts(current, period)) : zeroKobo,
    interest,
    differences,
    difference,
    amount: kobo(interest + difference),
  }
}
