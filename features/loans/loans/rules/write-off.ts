import { greater, lesser } from '#core/bounds.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo, moneyText, zeroKobo } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { outstandingPrincipal, type RunningLoan } from './running-loan.ts'

const writeOffNothing = refusal(
  'write_off_nothing',
  409,
  'No principal is owed on this loan, so there is nothing to write off.',
)
export const writeOffTooEarly = refusal(
  'write_off_too_early',
  422,
  'This loan last moved on {last}. Choose that day or a later one.',
)
const writeOffRecoverable = refusal(
  'write_off_recoverable',
  409,
  '{recoverable} of this loan could still be taken from savings pledged for it. Recover that first, or say that it is let go.',
)

/** What leaves the loan's account, and what bears it: the provision as far as it is built, then the year's bad debts. */
export type WriteOff = { amount: Kobo; fromProvision: Kobo; toBadDebts: Kobo }

/** The books hold of a loan its principal alone, so that is what is written off; interest that was never paid was never income. */
export function writeOffOf(loan: Pick<RunningLoan, 'disbursed' | 'paid'>, provision: Kobo): WriteOff {
  const amount = outstandingPrincipal(loan)
  const fromProvision = greater(zeroKobo, lesser(provision, amount))
  return { amount, fromProvision, toBadDebts: kobo(amount - fromProvision) }
}

export type WriteOffAccounts = { loan: AccountId; provision: AccountId; badDebts: AccountId }

export function journalOfWriteOff(
  { amount, fromProvision, toBadDebts }: WriteOff,
  accounts: WriteOffAccounts,
): JournalLine[] {
  const debits = [
    { accountId: accounts.provision, debit: fromProvision, credit: zeroKobo },
    { accountId: accounts.badDebts, debit: toBadDebts, credit: zeroKobo },
  ]
  return [...debits.filter(({ debit }) => debit > 0n), { accountId: accounts.loan, debit: zeroKobo, credit: amount }]
}

/**
 * Why this loan can't be written off on this day, or undefined when it can. What the borrower's or their guarantors' savings
 * could still bring is recovered first, unless the officer lets go of it in so many words.
 */
export function whyNotWriteOff(
  { amount, lastMovedOn, recoverable }: { amount: Kobo; lastMovedOn: Day | undefined; recoverable: Kobo },
  { on, releasesPledges }: { on: Day; releasesPledges: boolean },
): Refusal | undefined {
  if (amount === 0n) return writeOffNothing()
  if (lastMovedOn !== undefined && on < lastMovedOn) return writeOffTooEarly({ field: 'on', last: lastMovedOn })
  if (recoverable > 0n && !releasesPledges)
    return writeOffRecoverable({ field: 'releasesPledges', recoverable: moneyText(recoverable) })
  return undefined
}

/** What of a written-off loan could still come in: never more than was written off. */
export function leftToRecover({ writtenOff, recovered }: { writtenOff: Kobo; recovered: Kobo }): Kobo {
  return kobo(writtenOff - recovered)
}
