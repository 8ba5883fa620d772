import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { type Kobo, koboMax } from '#core/money.ts'
import { labelled } from '#core/words.ts'

/** One debit and one credit of the same amount: an unbalanced posting can't be written down. */
export type Posting = { debit: AccountId; credit: AccountId; amount: Kobo }

export const entryKinds = [
  'contribution',
  'deposit',
  'withdrawal',
  'transfer',
  'share_purchase',
  'share_transfer',
  'share_redemption',
  'charge',
  'disbursement',
  'repayment',
  'write_off',
  'recovered',
  'reallocation',
  'interest',
  'dividend',
  'fixed_deposit',
  'deduction',
  'remittance',
  'opening',
  'leaving',
  'leaving_payout',
  'reversal',
  'journal',
  'expense',
  'income',
  'closing',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What each kind of voucher is called, in the books and on a member's statement. */
export const entryKindNames: Record<EntryKind, string> = labelled({
  contribution: 'Contribution',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
  share_purchase: 'Shares bought',
  share_transfer: 'Shares transferred',
  share_redemption: 'Shares redeemed',
  charge: 'Charge',
  disbursement: 'Loan paid out',
  repayment: 'Loan repayment',
  write_off: 'Loan written off',
  recovered: 'Recovered from a loan written off',
  reallocation: 'Reallocated',
  interest: 'Interest',
  dividend: 'Dividend',
  fixed_deposit: 'Fixed deposit',
  deduction: 'Deducted from salary',
  remittance: 'Paid over by an employer',
  opening: 'Opening balances',
  leaving: 'Settlement of a leaving',
  leaving_payout: 'Paid to a former member',
  reversal: 'Reversal',
  journal: 'Journal',
  expense: 'Expense',
  income: 'Other income',
  closing: 'Closing of a year',
})

/** One voucher: what happened (its source, which can be posted once only) and what moved. */
export type Entry = {
  id: EntryId
  on: Day
  kind: EntryKind
  source: { type: string; id: string }
  reverses?: EntryId
  postings: readonly Posting[]
}

export const postingsMax = 200_000

/** Every entry of the system is made here, so one that the ledger would refuse is found before it is sent. */
export function entry(draft: Entry): Entry {
  const { postings } = draft
  if (postings.length === 0 || postings.length > postingsMax)
    throw new Error(`An entry has 1 to ${postingsMax} postings`)
  for (const { debit, credit, amount } of postings) {
    if (amount <= 0n || amount > koboMax) throw new Error(`A posting moves 1 to ${koboMax} kobo, not ${amount}`)
    if (debit === credit) throw new Error('A posting moves money between two accounts')
  }
  return draft
}

/** The entry that undoes another: the same amounts the other way, on a day of its own. */
export function reversalOf(original: Entry, id: EntryId, on: Day): Entry {
  return entry({
    id,
    on,
    kind: 'reversal',
    source: { type: 'reversal', id: original.id },
    reverses: original.id,
    postings: original.postings.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount })),
  })
}
