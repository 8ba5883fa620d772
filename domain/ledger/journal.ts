import type { Posting } from './entry.ts'
import type { AccountId } from '#domain/ids.ts'
import { type Kobo, kobo, zeroKobo } from '#domain/money.ts'

/** One line as an accountant writes it: an amount on one side, nothing on the other. */
export type JournalLine = { accountId: AccountId; debit: Kobo; credit: Kobo }

/**
 * The same journal as pairs of one debit and one credit: largest against largest, until both sides are used up. Each
 * account's sum stays what its lines say.
 */
export function pairsOf(lines: readonly JournalLine[]): Posting[] {
  const side = (which: 'debit' | 'credit') =>
    lines.filter((line) => line[which] > 0n).map((line) => ({ accountId: line.accountId, left: line[which] })).toSorted((a, b) => (a.left < b.left ? 1 : a.left > b.left ? -1 : 0))
  const debits = side('debit')
  const credits = side('credit')
  const postings: Posting[] = []
  let [d, c] = [0, 0]
  while (d < debits.length && c < credits.length) {
    const debit = debits[d]
    const credit = credits[c]
    if (!debit || !credit) break
    const amount = debit.left < credit.left ? debit.left : credit.left
    postings.push({ debit: debit.accountId, credit: credit.accountId, amount })
    debit.left = kobo(debit.left - amount)
    credit.left = kobo(credit.left - amount)
    if (debit.left === zeroKobo) d += 1
    if (credit.left === zeroKobo) c += 1
  }
  return postings
}
