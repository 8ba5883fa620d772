import { lesser } from '#core/bounds.ts'
import type { Posting } from './entry.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'

/** One line as an accountant writes it: an amount on one side, nothing on the other. */
export type JournalLine = { accountId: AccountId; debit: Kobo; credit: Kobo }

export type JournalSums = { debit: Kobo; credit: Kobo; difference: Kobo }

/** What is on each side, and by how much they differ: above zero, credits are missing. */
export function journalSums(lines: readonly Pick<JournalLine, 'debit' | 'credit'>[]): JournalSums {
  const debit = sumKobo(lines.map((line) => line.debit))
  const credit = sumKobo(lines.map((line) => line.credit))
  return { debit, credit, difference: kobo(debit - credit) }
}

/** Why these lines are no journal, or undefined when they are one. */
export function whyNotJournal(lines: readonly JournalLine[]): Refusal | undefined {
  for (const [index, { accountId, debit, credit }] of lines.entries()) {
    if ((debit === 0n) === (credit === 0n))
      return new Refusal('journal_line_one_side', { field: `lines.${index}.debit`, line: index + 1 })
    const other = lines.findIndex((line) => line.accountId === accountId && line.debit > 0n !== debit > 0n)
    if (other !== -1)
      return new Refusal('journal_both_sides', {
        field: `lines.${Math.max(index, other)}.accountId`,
        line: Math.max(index, other) + 1,
      })
  }
  const { debit, credit, difference } = journalSums(lines)
  if (difference === 0n) return undefined
  const [missing, short] = difference > 0n ? (['credit', difference] as const) : (['debit', kobo(-difference)] as const)
  return new Refusal('journal_unbalanced', {
    field: 'lines',
    debit: moneyText(debit),
    credit: moneyText(credit),
    missing,
    short: moneyText(short),
  })
}

/**
 * The same journal as pairs of one debit and one credit: largest against largest, until both sides are used up. Each
 * account's sum stays what its lines say.
 */
export function pairsOf(lines: readonly JournalLine[]): Posting[] {
  const side = (which: 'debit' | 'credit') =>
    lines
      .filter((line) => line[which] > 0n)
      .map((line) => ({ accountId: line.accountId, left: line[which] }))
      .toSorted((a, b) => (a.left < b.left ? 1 : a.left > b.left ? -1 : 0))
  const debits = side('debit')
  const credits = side('credit')
  const postings: Posting[] = []
  let [d, c] = [0, 0]
  for (let debit = debits[0], credit = credits[0]; debit && credit; debit = debits[d], credit = credits[c]) {
    const amount = lesser(debit.left, credit.left)
    postings.push({ debit: debit.accountId, credit: credit.accountId, amount })
    debit.left = kobo(debit.left - amount)
    credit.left = kobo(credit.left - amount)
    if (debit.left === zeroKobo) d += 1
    if (credit.left === zeroKobo) c += 1
  }
  return postings
}
