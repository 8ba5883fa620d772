import { type Day, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'

const statementDaysWrong = refusal(
  'statement_days_wrong',
  422,
  'The first day is after the last. Choose the days the other way round.',
)

/** `loan`: its figures are what is owed, so money paid out raises it. */
export const statementKinds = ['savings', 'shares', 'fixed_deposit', 'loan'] as const
export type StatementKind = (typeof statementKinds)[number]

/** How many lines one statement holds; more of them no one reads, and a paper of them takes too long. */
export const statementLinesMax = 5000

/** How long a link that anyone can check lives. */
export const linkDays = [7, 30, 90] as const
export type LinkDays = (typeof linkDays)[number]

/** Live links of one member. */
export const linksMax = 20

export type StatementAccount = { accountId: AccountId; kind: StatementKind; name: string }

/** A line of the ledger on a member's account; before the period its sums, without an entry. */
export type LedgerLine = {
  accountId: AccountId
  entryId: EntryId | null
  /** The entry that says what it was: of a reversal the one that it takes back. */
  sourceEntryId: EntryId | null
  number: number | null
  on: Day | null
  line: number | null
  isReversal: boolean
  receiptNumber: string | null
  debit: Kobo
  credit: Kobo
}

export type StatementLine = {
  on: Day
  number: number
  receiptNumber: string
  description: string
  in: Kobo
  out: Kobo
  balance: Kobo
}

export type AccountStatement = StatementAccount & {
  opening: Kobo
  in: Kobo
  out: Kobo
  closing: Kobo
  lines: StatementLine[]
}

/** What is on each account before the first line, what each line moves, and what is after the last. */
export function statementOf(
  accounts: readonly StatementAccount[],
  ledger: readonly LedgerLine[],
  describe: (line: LedgerLine) => string,
): AccountStatement[] {
  const byAccount = Map.groupBy(ledger, ({ accountId }) => accountId)
  return (
    accounts
      .map((account) => accountStatement(account, byAccount.get(account.accountId) ?? [], describe))
      // A loan that was settled before says nothing of these days.
      .filter(({ kind, opening, lines }) => lines.length > 0 || opening !== 0n || kind === 'savings')
  )
}

function accountStatement(
  account: StatementAccount,
  ledger: readonly LedgerLine[],
  describe: (line: LedgerLine) => string,
): AccountStatement {
  const sides = ({ debit, credit }: LedgerLine) =>
    account.kind === 'loan' ? { in: debit, out: credit } : { in: credit, out: debit }
  const sum = { opening: zeroKobo, in: zeroKobo, out: zeroKobo }
  for (const before of ledger.filter(({ entryId }) => entryId === null))
    sum.opening = (sum.opening + sides(before).in - sides(before).out) as Kobo
  let balance = sum.opening
  const lines: StatementLine[] = []
  for (const line of ledger.filter(({ entryId }) => entryId !== null).toSorted(inOrder)) {
    const moved = sides(line)
    balance = (balance + moved.in - moved.out) as Kobo
    sum.in = (sum.in + moved.in) as Kobo
    sum.out = (sum.out + moved.out) as Kobo
    lines.push({
      on: line.on as Day,
      number: line.number ?? 0,
      receiptNumber: line.receiptNumber ?? '',
      description: describe(line),
      ...moved,
      balance,
    })
  }
  return { ...account, ...sum, closing: balance, lines }
}

function inOrder(one: LedgerLine, other: LedgerLine): number {
  const [first, second] = [one.on ?? '', other.on ?? '']
  if (first !== second) return first < second ? -1 : 1
  return (one.number ?? 0) - (other.number ?? 0) || (one.line ?? 0) - (other.line ?? 0)
}

export type StatementTotals = { saved: Sums; owed: Sums }
type Sums = { opening: Kobo; in: Kobo; out: Kobo; closing: Kobo }

/** Together what the member holds, and what they owe of loans. */
export function totalsOf(accounts: readonly AccountStatement[]): StatementTotals {
  const sum = (which: readonly AccountStatement[]): Sums => {
    const total = { opening: 0n, in: 0n, out: 0n, closing: 0n }
    for (const account of which)
      for (const part of ['opening', 'in', 'out', 'closing'] as const) total[part] += account[part]
    return total as Sums
  }
  return {
    saved: sum(accounts.filter(({ kind }) => kind !== 'loan')),
    owed: sum(accounts.filter(({ kind }) => kind === 'loan')),
  }
}

/** What the page of a link shows, as it is kept: kobo as text, because JSON has no whole number of that size. */
export type StoredFigures = { society: string; member: string; membershipno: string } & (
  | {
      kind: 'statement'
      from: Day
      to: Day
      accounts: { name: string; kind: StatementKind; opening: string; closing: string }[]
    }
  | { kind: 'receipt'; receiptNumber: string; on: Day; amount: string; direction: 'in' | 'out'; account: string | null }
)

/** What the public page of a link says. */
export type Checked =
  | { state: 'unknown' }
  | { state: 'expired' | 'withdrawn' }
  | { state: 'live'; figures: StoredFigures; madeAt: Date; expiresAt: Date; reversed: boolean }

/** The days that are asked for, from the first of the last one's month to today where none are. Refuses: statement_days_wrong. */
export function statementDays(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  now: Date,
): { from: Day; to: Day } {
  const last = to ?? dayIn(now)
  const first = from ?? firstDayOf(periodOf(last))
  return first <= last ? { from: first, to: last } : refuse(statementDaysWrong({ field: 'from' }))
}
