import { type Day, daysBetween } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, MemberId } from '#core/ids.ts'
import { interestOf, settledBeside } from '#features/savings/interest/rules/savings-interest.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  findBalanceDays,
  findInterestTypes,
  findReachedPeriods,
  findUnposted,
  type InterestType,
  type CalculatedPeriod,
} from './reads.ts'

/** What one account has earned and no run has paid: from the first day of the first period that earned, through the last. */
export type AccruedInterest = {
  accountId: AccountId
  accountTypeId: AccountTypeId
  name: string
  from: Day
  to: Day
  amount: Kobo
}

/**
 * The interest that a member's savings earned until the day before this one and that is not posted, with what entries that
 * came late made of earlier runs. Each period is rounded by itself, as a run rounds it; what was not posted earns nothing.
 */
export async function accrueInterest(tx: Tx, memberId: MemberId, before: Day): Promise<AccruedInterest[]> {
  const types = await findInterestTypes(tx, null)
  const found: AccruedInterest[] = []
  for (const type of types) found.push(...(await accruedOn(tx, type, memberId, before)))
  return found
}

async function accruedOn(tx: Tx, type: InterestType, memberId: MemberId, before: Day): Promise<AccruedInterest[]> {
  const unposted = await findUnposted(tx, type, before)
  const [first] = unposted
  const last = unposted.at(-1)
  if (!first || !last) return []
  const periods: CalculatedPeriod[] = [
    ...unposted.map((period) => ({ ...period, runId: null, terms: type.terms })),
    ...(await findReachedPeriods(tx, type.id, first.from)),
  ]
  const rows = await findBalanceDays(tx, type.id, periods, memberId)
  return [...Map.groupBy(rows, ({ accountId }) => accountId)].flatMap(([accountId, own]) => {
    const earned = periods.map(({ from, to, terms }, index) => {
      const row = own.find(({ place }) => place === index + 1)
      return row
        ? kobo(
            interestOf(terms, {
              days: daysBetween(from, to) + 1,
              lowest: row.lowest,
              sum: row.sum,
              earning: row.earning,
            }) - row.posted,
          )
        : zeroKobo
    })
    const interest = sumKobo(earned.slice(0, unposted.length))
    const amount = sumKobo([interest, ...settledBeside(interest, earned.slice(unposted.length))])
    const since = unposted.find((_, index) => earned[index] !== 0n) ?? last
    return amount > 0n
      ? [{ accountId, accountTypeId: type.id, name: type.name, from: since.from, to: last.to, amount }]
      : []
  })
}
