import { lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { type Kobo, kobo, koboMax, negate } from '#core/money.ts'
import { entry, type Entry, type Posting } from './entry.ts'
import { netOf, surplusOf } from './statements.ts'
import { type AccountSums, closingSides } from './trial-balance.ts'

/** The entry that moves what is on income and expense accounts to undistributed surplus; undefined where nothing does. */
export function closingEntry(
  accounts: readonly AccountSums[],
  { id, closingId, on, surplusId }: { id: EntryId; closingId: string; on: Day; surplusId: AccountId },
): { entry: Entry; surplus: Kobo } | undefined {
  const postings = accounts.flatMap((account): Posting[] => {
    if (account.class !== 'income' && account.class !== 'expense') return []
    const credit = netOf('income', closingSides(account))
    const sides =
      credit > 0n ? { debit: account.accountId, credit: surplusId } : { debit: surplusId, credit: account.accountId }
    return portionsOf(credit > 0n ? credit : negate(credit)).map((amount) => ({ ...sides, amount }))
  })
  if (postings.length === 0) return undefined
  return {
    entry: entry({ id, on, kind: 'closing', source: { type: 'year_closing', id: closingId }, postings }),
    surplus: surplusOf(accounts, closingSides),
  }
}

/** A year's sum may be more than one posting can move. */
function portionsOf(amount: Kobo): Kobo[] {
  const portions: Kobo[] = []
  for (let rest = amount; rest > 0n; rest = kobo(rest - koboMax)) portions.push(lesser(rest, koboMax))
  return portions
}
