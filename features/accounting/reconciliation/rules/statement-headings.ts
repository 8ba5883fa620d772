import { balanceAtEnd } from '#core/spreadsheets/balance-at-end.ts'
import type { DayOrder } from '#core/spreadsheets/cell.ts'
import { foldWords } from '#core/spreadsheets/heading.ts'

/**
 * What Nigerian banks and wallets call the columns of their statements: Access, ALAT, Fidelity, FCMB, First Bank, GTBank, Jaiz,
 * Keystone, Kuda, Moniepoint, OPay, PalmPay, Polaris, Providus, Stanbic IBTC, Sterling, UBA, Union, Wema, Zenith. Of several that
 * mean one thing the first in the list is taken. A test has a file of each.
 */
const headings: Record<StatementField, readonly RegExp[]> = {
  on: [
    /^(?:actual )?(?:trans(?:action)?|trn|tran|trx|txn) ?(?:date|time|date (?:and )?time)$/,
    /^(?:post(?:ed|ing)?|entry|book(?:ing)?|create(?:d)?|completed|operation) (?:date|time|on|at)$/,
    /^(?:date|date time|date and time|date posted|date created|time)$/,
    /^(?:val(?:ue)?|effective|eff) date$/,
  ],
  narration: [
    /^(?:narrations?|narratives?|descriptions?|particulars?|remarks?|details?|memo)$/,
    /^(?:trans(?:action)?|txn|trx|payment|bill|reference) (?:details?|descriptions?|remarks?|narrations?|narratives?|particulars?)$/,
    /^(?:description|details) (?:payee memo|of transaction)$/,
    /^(?:to from|beneficiary|counterparty|payee)$/,
  ],
  paidOut: [
    /^(?:debits?|dr|debit amount|dr amount|amount debited|debit s|debit dr|settlement debit)$/,
    /^(?:withdrawals?|withdrawal amount|money out|paid out|pay out|payments?|outflow|withdrawals? dr|withdrawals? debits?)$/,
  ],
  paidIn: [
    /^(?:credits?|cr|credit amount|cr amount|amount credited|credit s|credit cr|settlement credit)$/,
    /^(?:deposits?|deposit amount|lodge?ments?|money in|paid in|pay in|receipts?|inflow|lodge?ments? cr|deposits? credits?)$/,
  ],
  amount: [/^(?:amount|amt|value|(?:trans(?:action)?|txn|trx) (?:amount|value))$/],
  side: [
    /^(?:(?:dr|cr|debit|credit|d|c) (?:or )?(?:dr|cr|debit|credit|d|c)|drcr|crdr)(?: (?:indicator|flag|type))?$/,
    /^(?:(?:trans(?:action)? |txn |entry )?type|sign|indicator|direction|flow)$/,
  ],
  balance: [
    /^(?:(?:running |closing |book |ledger |account |current |wallet |new |post |cleared )?balance|bal|balance after(?: transaction)?|balance c f)$/,
    /^available balance$/,
    new RegExp(`^${balanceAtEnd}$`, 'i'),
  ],
}

export type StatementField = 'on' | 'narration' | 'paidOut' | 'paidIn' | 'amount' | 'side' | 'balance'

/** Where a bank's file has its columns; -1 for one that it lacks. */
export type StatementColumns = Readonly<Record<StatementField, number>>

/**
 * What a bank calls its columns, as an officer has said; null for one that its file lacks. `side` says of each line whether it is
 * DR or CR. `dayOrder` is missing in what was said before it was asked.
 */
export type StatementHeadings = {
  on: string
  narration: string
  paidOut: string | null
  paidIn: string | null
  amount: string | null
  side?: string | null
  balance: string
  dayOrder?: DayOrder
}

const withoutUnit = (name: string) => name.replace(/ (?:ngn|naira|n)$/, '')

export const statementFieldNames = Object.keys(headings) as StatementField[]

/** Why a statement can't be read by these headings, or undefined: each column is one thing, and money is in two of them or, signed, in one. */
export function whyNotHeadings({ dayOrder: _, ...given }: StatementHeadings): 'repeated' | 'no_amount' | undefined {
  const named = Object.values(given)
    .filter((heading) => typeof heading === 'string')
    .map(foldWords)
  if (new Set(named).size < named.length) return 'repeated'
  return given.amount === null && (given.paidIn === null || given.paidOut === null) ? 'no_amount' : undefined
}

/** Where each column is that was said; -1 for one that the file lacks. */
function saidPlaces(names: readonly string[], said: StatementHeadings): [StatementField, number][] {
  const plain = names.map(foldWords)
  return statementFieldNames.map((field) => {
    const heading = said[field] ?? null
    return [field, heading === null ? -1 : plain.indexOf(foldWords(heading))]
  })
}

/** Whether a file has every column that was said. */
export function hasHeadings(names: readonly string[], said: StatementHeadings): boolean {
  return saidPlaces(names, said).every(([field, place]) => place !== -1 || (said[field] ?? null) === null)
}

/** The columns by what the officer has called them where all of those are there, else by the vocabulary. */
export function statementColumns(names: readonly string[], said?: StatementHeadings): StatementColumns {
  // Where the bank has changed its file since, what was said about the old one no longer counts.
  if (said && hasHeadings(names, said)) return Object.fromEntries(saidPlaces(names, said)) as StatementColumns
  const folded = names.map(foldWords).map(withoutUnit)
  return Object.fromEntries(
    statementFieldNames.map((field) => [
      field,
      headings[field].reduce(
        (found, heading) => (found === -1 ? folded.findIndex((text) => heading.test(text)) : found),
        -1,
      ),
    ]),
  ) as StatementColumns
}

/** Which field each of these headings is taken for. */
export function statementFields(names: readonly string[], said?: StatementHeadings): (StatementField | null)[] {
  const places = Object.entries(statementColumns(names, said)) as [StatementField, number][]
  return names.map((_, column) => places.find(([, place]) => place === column)?.[0] ?? null)
}

/** Where a file has beside its narration whom the money came from or went to; -1 where it has not. */
export function partyColumn(names: readonly string[], { narration }: StatementColumns): number {
  return names.findIndex(
    (name, column) =>
      column !== narration && /^(?:to from|from to|beneficiary|counterparty|payee|sender)$/.test(foldWords(name)),
  )
}

/** What banks call the column of their own reference of a line; the first in the list is taken. */
const references: readonly RegExp[] = [
  /^(?:fitid|account servicer reference|bank reference)$/,
  /^(?:trans(?:action)?|tran|txn|trx|trn) (?:id|ref(?:erence)?)(?: (?:no|number|id))?$/,
  /^(?:session|payment) (?:id|ref(?:erence)?)$/,
  /^ref(?:erence)?(?: (?:no|number|id|code))?$/,
  /^(?:rrn|retrieval reference number)$/,
]

/** Where a file has its bank's reference of each line, if it is no column that means something else; -1 where it has not. */
export function referenceColumn(names: readonly string[], columns: StatementColumns): number {
  const folded = names.map(foldWords)
  const isFree = (column: number) => !Object.values(columns).includes(column)
  return references.reduce(
    (found, heading) =>
      found === -1 ? folded.findIndex((text, column) => heading.test(text) && isFree(column)) : found,
    -1,
  )
}

/** In words what a file lacks: money may be in two columns or, signed, in one. */
export function missingColumns({ on, narration, paidIn, paidOut, amount, balance }: StatementColumns): string[] {
  return [
    on === -1 && '“Date”',
    narration === -1 && '“Narration”',
    (paidIn === -1 || paidOut === -1) && amount === -1 && '“Debit” and “Credit”',
    balance === -1 && '“Balance”',
  ].filter((each) => each !== false)
}

/** How the columns of a file are called that has all that a statement needs. */
export function headingsOf(names: readonly string[], columns: StatementColumns, dayOrder: DayOrder): StatementHeadings {
  const heading = (field: StatementField) => names[columns[field]] ?? null
  const { on, narration, balance } = columns
  return {
    on: names[on] ?? '',
    narration: names[narration] ?? '',
    paidOut: heading('paidOut'),
    paidIn: heading('paidIn'),
    amount: heading('amount'),
    side: heading('side'),
    balance: names[balance] ?? '',
    dayOrder,
  }
}
