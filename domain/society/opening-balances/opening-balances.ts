import type { Day } from '#domain/calendar.ts'
import type { AccountTypeKind } from '#domain/books/ledger/account-kinds.ts'
import type { AccountId, AccountTypeId, MemberId } from '#domain/ids.ts'
import { cellText, formulaProblem, isFormula, optionalCell } from '#domain/society/imports/cell.ts'
import { amountProblem, memberProblem, membershipProblem } from '#domain/society/imports/contribution-row.ts'
import type { AccountClass } from '#domain/books/ledger/account.ts'
import { receivableCode } from '#domain/books/ledger/chart.ts'
import { journalSums, type JournalLine, type JournalSums } from '#domain/books/ledger/journal.ts'
import { type Kobo, kobo, koboFromText, koboMax, moneyText, sumKobo, zeroKobo } from '#domain/money.ts'
import { foldForSearch } from '#domain/searching.ts'
import type { OpeningLoan, OpeningProduct } from '#domain/lending/loans/opening-loan.ts'
import { membershipFromCell } from '#domain/members/members/membership-cell.ts'
import { type LoanHeading, loanHeadings, readOpeningLoan } from './opening-loans.ts'
import type { Sheet } from './sheets.ts'

/** The tabs of the workbook, by the names that they carry. The sheet of loans may be missing. */
export const sheetNames = { members: 'Members', ledger: 'General ledger', loans: 'Loans' } as const satisfies Record<
  Sheet,
  string
>

/** The account that an entry of opening balances passes through, so that each balance is one line; it is at nothing afterwards. */
export const openingCode = '3910'

export const numberHeading = 'Membership no.'
export const nameHeading = 'Name'
/** What a member has not paid of the contributions before the day of the balances. It is not in the books: it is asked for, and posted when it is paid. */
export const arrearsHeading = 'Contributions in arrears'
export const ledgerHeadings = ['Code', 'Account', 'Debit', 'Credit'] as const

/** A sheet as it was read; each cell as `storedCell` keeps it. */
export type ReadSheet = { columns: readonly string[]; rows: readonly { number: number; cells: readonly string[] }[] }

/** Something to put right in the workbook; without a row it is about a whole sheet or the whole workbook. */
export type Difference = { sheet: Sheet | null; row: number | null; column: string | null; message: string }

export type OpeningMember = { memberId: MemberId; number: number; name: string }
export type OpeningType = {
  accountTypeId: AccountTypeId
  code: string
  name: string
  kind: AccountTypeKind
  controlId: AccountId
  /** The one whose savings guarantors pledge. */ isDefault: boolean
}
export type OpeningAccount = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  isControl: boolean
  retired: boolean
}

/** What the society has, beside which the workbook is laid. */
export type Register = {
  coopId: string
  members: readonly OpeningMember[]
  types: readonly OpeningType[]
  accounts: readonly OpeningAccount[]
  products: readonly OpeningProduct[]
  /** Entries that are on the take-on date or before it. */
  earlier: number
  /** The last day of the financial year that the take-on date is in. */
  yearEnd: Day
}

export type Holding = { memberId: MemberId; accountTypeId: AccountTypeId; amount: Kobo }
/** What the sheet of a control account comes to beside what the general ledger says; credits above zero. */
export type Control = { accountId: AccountId; code: string; name: string; sheet: Kobo; ledger: Kobo; difference: Kobo }

export type Checked = {
  differences: Difference[]
  controls: Control[]
  sums: JournalSums
  holdings: Holding[]
  /** What each member owes of earlier contributions; only sums above zero. */ arrears: {
    memberId: MemberId
    amount: Kobo
  }[]
  loans: OpeningLoan[]
  /** Whether the old books counted the interest that loans owe as earned: it is collected, and no income again. */
  isInterestEarned: boolean
  lines: JournalLine[]
  members: number
}

/** The whole workbook beside the society's own register: everything that has to be put right, and what would be posted. */
export function checkOpeningBalances(
  { members, ledger, loans: running }: Record<Sheet, ReadSheet>,
  register: Register,
  asOf: Day,
): Checked {
  const differences: Difference[] = []
  const { holdings, arrears } = readMembers(members, register, differences)
  const loans = readLoans(running, { register, asOf, savings: usualSavings(holdings, register) }, differences)
  const claimed = readLedger(ledger, { register, asOf }, differences)
  const controls = controlsOf({ holdings, loans }, claimed, register, differences)
  const isInterestEarned = hasReceivable(loans, claimed, differences)
  const lines = claimed
    .filter(({ account }) => !account.isControl)
    .map(({ account, debit, credit }) => ({ accountId: account.accountId, debit, credit }))
  const sums = journalSums(claimed)
  if (sums.difference !== 0n) {
    const [much, less] = sums.difference > 0n ? ['Debits', 'credits'] : ['Credits', 'debits']
    differences.push({
      sheet: 'ledger',
      row: null,
      column: null,
      message: `${much} are ${moneyText(sizeOf(sums.difference))} more than ${less}. Correct the sheet until both come to the same.`,
    })
  }
  if (sums.debit > koboMax)
    differences.push({
      sheet: 'ledger',
      row: null,
      column: null,
      message: 'The sheet comes to more than the books can hold. Check the amounts.',
    })
  if (register.earlier > 0) {
    differences.push({
      sheet: null,
      row: null,
      column: null,
      message: `${register.earlier} ${register.earlier === 1 ? 'entry is' : 'entries are'} dated on that day or before, and would count twice. Reverse them, or choose an earlier date.`,
    })
  }
  return {
    differences,
    controls,
    sums,
    holdings,
    arrears,
    loans,
    isInterestEarned,
    lines,
    members: new Set([...holdings, ...arrears, ...loans].map(({ memberId }) => memberId)).size,
  }
}

function sizeOf(amount: Kobo): Kobo {
  return amount < 0n ? kobo(-amount) : amount
}

/** The heading as it is compared: full stops and spaces at its ends make no difference. */
function foldHeading(heading: string): string {
  return foldForSearch(heading)
    .replaceAll(/[.\s]+/g, ' ')
    .trim()
}

/** Where a sheet has a heading; -1 where it has not. */
export function columnOf(columns: readonly string[], ...names: readonly string[]): number {
  const wanted = names.map(foldHeading)
  return columns.findIndex((column) => wanted.includes(foldHeading(column)))
}

export const numberHeadings = [numberHeading, 'Membership number', 'Member no', 'No'] as const

type Problem = (column: number, message: string) => void

/** An amount of zero or more; nothing where the cell is empty. */
function amountIn(stored: string, problem: (message: string) => void): Kobo {
  if (isFormula(stored)) {
    problem(formulaProblem(stored))
    return zeroKobo
  }
  const text = optionalCell(stored)
  if (text === '') return zeroKobo
  const amount = koboFromText(text.replace(/^'/, ''))
  if (amount === undefined) problem(`${amountProblem}; "${cellText(stored).slice(0, 40)}" is no number`)
  else if (amount < 0n)
    problem(
      'An opening balance is not below zero. Put what the member owes into the general ledger, or leave the cell empty.',
    )
  else if (amount > koboMax) problem('Enter a smaller amount')
  else return amount
  return zeroKobo
}

function readMembers(
  { columns, rows }: ReadSheet,
  register: Register,
  differences: Difference[],
): Pick<Checked, 'holdings' | 'arrears'> {
  const byNumber = new Map(register.members.map((member) => [member.number, member]))
  const [numberColumn, nameColumn, arrearsColumn] = [
    columnOf(columns, ...numberHeadings),
    columnOf(columns, nameHeading),
    columnOf(columns, arrearsHeading),
  ]
  const types = typeColumns(columns, [numberColumn, nameColumn, arrearsColumn], register, differences)
  const seen = new Map<number, number>()
  const arrears: Checked['arrears'] = []
  const held = rows.flatMap(({ number: row, cells }) => {
    const problem: Problem = (column, message) =>
      differences.push({ sheet: 'members', row, column: columns[column] ?? null, message })
    const owed = amountIn(cells[arrearsColumn] ?? '', (message) => problem(arrearsColumn, message))
    const holdings = types
      .map(({ column, accountTypeId }) => ({
        accountTypeId,
        amount: amountIn(cells[column] ?? '', (message) => problem(column, message)),
      }))
      .filter(({ amount }) => amount > 0n)
    const member = memberIn(
      { text: cells[numberColumn] ?? '', name: cells[nameColumn] ?? '' },
      { numberColumn, nameColumn, byNumber, coopId: register.coopId },
      problem,
    )
    if (!member) return []
    const before = seen.get(member.number)
    if (before !== undefined)
      problem(numberColumn, `The same member is in row ${before}. Keep one row with the whole balance.`)
    seen.set(member.number, row)
    if (owed > 0n) arrears.push({ memberId: member.memberId, amount: owed })
    return holdings.map((holding) => ({ memberId: member.memberId, ...holding }))
  })
  return { holdings: held, arrears }
}

/** Which column is which account type. A heading that names none is said, or its money would be lost in silence. */
function typeColumns(
  columns: readonly string[],
  named: readonly number[],
  { types }: Register,
  differences: Difference[],
): { column: number; accountTypeId: AccountTypeId }[] {
  const taken = new Set<AccountTypeId>()
  return columns.flatMap((heading, column) => {
    if (named.includes(column)) return []
    const type = types.find(({ name, code }) => [name, code].map(foldHeading).includes(foldHeading(heading)))
    const wrong = !type
      ? 'This is the name of no savings or share account. Rename or delete the column.'
      : taken.has(type.accountTypeId)
        ? 'Two columns have this name. Keep one.'
        : undefined
    if (wrong !== undefined || !type) {
      differences.push({ sheet: 'members', row: null, column: heading, message: wrong ?? '' })
      return []
    }
    taken.add(type.accountTypeId)
    return [{ column, accountTypeId: type.accountTypeId }]
  })
}

type Naming = { numberColumn: number; nameColumn: number; byNumber: ReadonlyMap<number, OpeningMember>; coopId: string }

function memberIn(
  { text, name }: { text: string; name: string },
  { numberColumn, nameColumn, byNumber, coopId }: Naming,
  problem: Problem,
): OpeningMember | undefined {
  if (isFormula(text)) {
    problem(numberColumn, formulaProblem(text))
    return undefined
  }
  const named = optionalCell(text)
  const membership = membershipFromCell(named)
  if (!membership) {
    problem(
      numberColumn,
      named === ''
        ? `${memberProblem.replace(' or the phone number', '')}, or delete the row`
        : `${membershipProblem}. Delete the row if it is a total.`,
    )
    return undefined
  }
  const member =
    membership.coopId === undefined || membership.coopId === coopId ? byNumber.get(membership.number) : undefined
  if (!member) {
    problem(
      numberColumn,
      'No member of this cooperative has this number. Register the member first, or correct the number.',
    )
    return undefined
  }
  // A slip in the number would give a stranger the money; the name beside it tells.
  const written = new Set(
    foldForSearch(optionalCell(name))
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  )
  const shared = foldForSearch(member.name)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => written.has(word))
  if (written.size > 0 && !shared)
    problem(nameColumn, `This number belongs to ${member.name}. Correct the number or the name.`)
  return member
}

/** What each member has on the account whose savings guarantors pledge. */
function usualSavings(holdings: readonly Holding[], { types }: Register): Map<MemberId, Kobo> {
  const usual = types.find(({ isDefault }) => isDefault)
  return new Map(
    holdings
      .filter(({ accountTypeId }) => accountTypeId === usual?.accountTypeId)
      .map(({ memberId, amount }) => [memberId, amount]),
  )
}

type Beside = { register: Register; asOf: Day; savings: ReadonlyMap<MemberId, Kobo> }

/** The running loans: a row each, with every cell that is to be put right. */
function readLoans(
  { columns, rows }: ReadSheet,
  { register, asOf, savings }: Beside,
  differences: Difference[],
): OpeningLoan[] {
  const byNumber = new Map(register.members.map((member) => [member.number, member]))
  const names = new Map(register.members.map(({ memberId, name }) => [memberId, name]))
  const pledged = new Map<MemberId, Kobo>()
  const place = (heading: LoanHeading) =>
    columnOf(columns, ...(heading === 'member' ? numberHeadings : [loanHeadings[heading]]))
  const naming = { numberColumn: place('member'), nameColumn: place('name'), byNumber, coopId: register.coopId }
  return rows.flatMap(({ number: row, cells }) => {
    const problem: Problem = (column, message) =>
      differences.push({ sheet: 'loans', row, column: columns[column] ?? null, message })
    const text = (heading: LoanHeading) => cells[place(heading)] ?? ''
    const member = memberIn({ text: text('member'), name: text('name') }, naming, problem)
    const guarantors = guarantorsIn(
      optionalCell(text('guarantors')),
      member,
      { byNumber, coopId: register.coopId },
      (message) => problem(place('guarantors'), message),
    )
    const loan = readOpeningLoan(
      { text, problem: (heading, message) => problem(place(heading), message) },
      { memberId: member?.memberId, guarantors },
      register.products,
      asOf,
    )
    for (const { memberId, pledge } of loan?.guarantors ?? []) {
      const all = kobo((pledged.get(memberId) ?? 0n) + pledge)
      pledged.set(memberId, all)
      const has = savings.get(memberId) ?? zeroKobo
      if (pledge > 0n && all > has)
        problem(
          place('pledges'),
          `${names.get(memberId)} would pledge ${moneyText(all)} in all, and has ${moneyText(has)} on the usual savings account. Enter less, or 0 for their word alone.`,
        )
    }
    return loan ? [loan] : []
  })
}

/** Membership numbers, parted by commas or semicolons. */
function guarantorsIn(
  text: string,
  borrower: OpeningMember | undefined,
  { byNumber, coopId }: Pick<Naming, 'byNumber' | 'coopId'>,
  problem: (message: string) => void,
): MemberId[] {
  const named = text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const found = named.flatMap((each) => {
    const membership = membershipFromCell(each)
    const member =
      membership && (membership.coopId === undefined || membership.coopId === coopId)
        ? byNumber.get(membership.number)
        : undefined
    if (!member)
      problem(
        `"${each.slice(0, 40)}" is no member's number here. Write the numbers with commas between them, or leave the cell empty.`,
      )
    else if (member.memberId === borrower?.memberId)
      problem('Borrowers can’t guarantee their own loan. Name somebody else, or leave the cell empty.')
    else return [member.memberId]
    return []
  })
  return [...new Set(found)]
}

type Claimed = { account: OpeningAccount; row: number; debit: Kobo; credit: Kobo }

function readLedger(
  { columns, rows }: ReadSheet,
  { register, asOf }: Pick<Beside, 'register' | 'asOf'>,
  differences: Difference[],
): Claimed[] {
  const byCode = new Map(register.accounts.map((account) => [account.code.toUpperCase(), account]))
  const [codeColumn, debitColumn, creditColumn] = [
    columnOf(columns, 'Code'),
    columnOf(columns, 'Debit'),
    columnOf(columns, 'Credit'),
  ]
  const seen = new Map<string, number>()
  return rows.flatMap(({ number: row, cells }) => {
    const problem: Problem = (column, message) =>
      differences.push({ sheet: 'ledger', row, column: columns[column] ?? null, message })
    const [debit, credit] = [debitColumn, creditColumn].map((column) =>
      amountIn(cells[column] ?? '', (message) => problem(column, message)),
    ) as [Kobo, Kobo]
    const code = isFormula(cells[codeColumn] ?? '')
      ? ''
      : optionalCell(cells[codeColumn] ?? '')
          .replace(/^'/, '')
          .toUpperCase()
    const account = byCode.get(code)
    if (!account) {
      problem(
        codeColumn,
        code === ''
          ? 'Give the code of the account, or delete the row'
          : 'Your chart has no account of this code. Add it under Reports, Chart of accounts, or delete the row if it is a total.',
      )
      return []
    }
    const before = seen.get(code)
    if (before !== undefined)
      problem(codeColumn, `The same account is in row ${before}. Keep one row with the whole balance.`)
    seen.set(code, row)
    if (debit === 0n && credit === 0n) return []
    if (debit > 0n && credit > 0n)
      problem(creditColumn, 'An account is on one side. Enter the difference on the larger side.')
    const wrong = whyNotAccount(account, register.yearEnd === asOf)
    if (wrong !== undefined) problem(codeColumn, wrong)
    return [{ account, row, debit, credit }]
  })
}

/** Income and expenses to date come in the middle of a year; at its end they are in the surplus. */
function whyNotAccount({ class: accountClass, retired, code }: OpeningAccount, isYearEnd: boolean): string | undefined {
  if (code === openingCode) return 'Ajose uses this account itself. Leave it empty.'
  if (retired) return 'This account is retired. Bring it back under Reports, Chart of accounts, or use another.'
  if (isYearEnd && (accountClass === 'income' || accountClass === 'expense'))
    return 'The year ends on this day, so that its balance sheet has no income or expenses. Put what the year left over into Undistributed surplus.'
  return undefined
}

/** Each control account with what members hold of it; where both differ, that is to be put right. */
function controlsOf(
  { holdings, loans }: Pick<Checked, 'holdings' | 'loans'>,
  claimed: readonly Claimed[],
  { accounts, types, products }: Register,
  differences: Difference[],
): Control[] {
  const controlOf = new Map(types.map(({ accountTypeId, controlId }) => [accountTypeId, controlId]))
  const held = new Map<AccountId, Kobo>()
  for (const { accountTypeId, amount } of holdings) {
    const control = controlOf.get(accountTypeId)
    if (control) held.set(control, kobo((held.get(control) ?? 0n) + amount))
  }
  for (const { product, principal } of loans)
    held.set(product.controlId, kobo((held.get(product.controlId) ?? 0n) - principal))
  const lent = new Set(products.map(({ controlId }) => controlId))
  const open = new Set(controlOf.values())
  return accounts
    .filter(({ isControl }) => isControl)
    .flatMap(({ accountId, code, name, class: accountClass }) => {
      const own = claimed.filter(({ account }) => account.accountId === accountId)
      const sheet = held.get(accountId) ?? zeroKobo
      const ledger = sumKobo(own.map(({ debit, credit }) => kobo(credit - debit)))
      if (!open.has(accountId) && ledger === 0n && sheet === 0n) return []
      const difference = kobo(ledger - sheet)
      if (difference !== 0n) {
        differences.push({
          sheet: 'ledger',
          row: own[0]?.row ?? null,
          column: null,
          message: open.has(accountId)
            ? whyDiffers(`${code} ${name}`, { sheet, ledger, difference })
            : lent.has(accountId)
              ? whyLoansDiffer(`${code} ${name}`, { sheet, ledger, difference })
              : whyEmpty(`${code} ${name}`, accountClass),
        })
      }
      return [{ accountId, code, name, sheet, ledger, difference }]
    })
}

/** Whether interest receivable is in the ledger; what it has is what the running loans owe. */
function hasReceivable(loans: readonly OpeningLoan[], claimed: readonly Claimed[], differences: Difference[]): boolean {
  const own = claimed.find(({ account }) => account.code === receivableCode)
  if (!own || loans.length === 0) return false
  const [ledger, owed] = [kobo(own.debit - own.credit), sumKobo(loans.map(({ interestOwed }) => interestOwed))]
  if (ledger !== owed)
    differences.push({
      sheet: 'ledger',
      row: own.row,
      column: null,
      message: `${own.account.code} ${own.account.name}: the interest owed on the sheet Loans comes to ${moneyText(owed)} and the general ledger says ${moneyText(ledger)}. Correct whichever is wrong, or leave this account empty if your books count interest when it is paid.`,
    })
  return true
}

function whyDiffers(
  account: string,
  { sheet, ledger, difference }: Pick<Control, 'sheet' | 'ledger' | 'difference'>,
): string {
  return `${account}: the members' balances come to ${moneyText(sheet)} and the general ledger says ${moneyText(ledger)}, a difference of ${moneyText(sizeOf(difference))}. Correct whichever is wrong.`
}

/** Both are on the debit side. */
function whyLoansDiffer(
  account: string,
  { sheet, ledger, difference }: Pick<Control, 'sheet' | 'ledger' | 'difference'>,
): string {
  return `${account}: the principal outstanding on the sheet Loans comes to ${moneyText(kobo(-sheet))} and the general ledger says ${moneyText(kobo(-ledger))}, a difference of ${moneyText(sizeOf(difference))}. Correct whichever is wrong.`
}

function whyEmpty(account: string, accountClass: AccountClass): string {
  return accountClass === 'asset'
    ? `${account}: no loan of your society is on this account. Leave it empty.`
    : `${account}: these balances are entered on their own page. Leave this account empty and leave the same amount out of the bank account; opening each one brings it there.`
}
