import type { Day } from '#core/calendar.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, AccountTypeId, MemberId } from '#core/ids.ts'
import { amountFromCell, amountProblem, amountProblemOf } from '#core/spreadsheets/amount.ts'
import { cellText, formulaProblem, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'
import { memberProblem, membershipProblem } from '#features/society/imports/rules/contribution-row.ts'
import type { AccountClass } from '#features/accounting/books/rules/account.ts'
import {
  accumulatedDepreciationCode,
  payableCode,
  receivableCode,
  unallocatedCode,
} from '#features/accounting/books/rules/chart.ts'
import { journalSums, type JournalLine, type JournalSums } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo, koboMax, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { foldForSearch } from '#core/searching.ts'
import type { OpeningLoan, OpeningProduct } from '#features/loans/loans/rules/opening-loan.ts'
import {
  type Known,
  type MemberCell,
  memberCell,
  recogniseMember,
  type Register as KnownMembers,
  registerOf,
  whyNotOne,
} from '#features/members/members/rules/recognise-member.ts'
import { nameMatcher, namesOther } from '#features/members/members/rules/name-match.ts'
import { type AssetClass, assetHeadings, type OpeningAsset, readOpeningAsset } from './opening-assets.ts'
import type { Cells } from './opening-cells.ts'
import {
  depositHeadings,
  type OpeningDeposit,
  type OpeningDepositType,
  readOpeningDeposit,
} from './opening-deposits.ts'
import { heldHeadings, type OpeningHeldMoney, readOpeningHeldMoney } from './opening-held-money.ts'
import { loanHeadings, readOpeningLoan } from './opening-loans.ts'
import type { Sheet } from './sheets.ts'

/** The tabs of the workbook, by the names that they carry. All but the first two may be missing. */
export const sheetNames = {
  members: 'Members',
  ledger: 'General ledger',
  loans: 'Loans',
  deposits: 'Fixed deposits',
  assets: 'Fixed assets',
  held: 'Held money',
} as const satisfies Record<Sheet, string>

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

export type OpeningMember = Known & { memberId: MemberId; membershipno: string }
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
  depositTypes: readonly OpeningDepositType[]
  assetClasses: readonly AssetClass[]
  /** Entries that are on the take-on date or before it. */
  earlier: number
  /** The last day of the financial year that the take-on date is in. */
  yearEnd: Day
}

export type Holding = { memberId: MemberId; accountTypeId: AccountTypeId; amount: Kobo }
/** What the sheets come to of an account that they explain, beside what the general ledger says; credits above zero. */
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
  deposits: OpeningDeposit[]
  assets: OpeningAsset[]
  held: OpeningHeldMoney[]
  /** Whether the old books counted the interest that loans owe as earned: it is collected, and no income again. */
  isInterestEarned: boolean
  lines: JournalLine[]
  members: number
}

/** The whole workbook beside the society's own register: everything that has to be put right, and what would be posted. */
export function checkOpeningBalances(sheets: Record<Sheet, ReadSheet>, register: Register, asOf: Day): Checked {
  const differences: Difference[] = []
  const { holdings, arrears } = readMembers(sheets.members, register, differences)
  const loans = readLoans(sheets.loans, { register, asOf, savings: usualSavings(holdings, register) }, differences)
  const people = peopleOf(register)
  const deposits = readRows('deposits', sheets.deposits, depositHeadings, differences, (cells) =>
    readOpeningDeposit(cells, memberIn(cells, people)?.memberId, register.depositTypes, asOf),
  )
  const assets = readRows('assets', sheets.assets, assetHeadings, differences, (cells) =>
    readOpeningAsset(cells, register.assetClasses, asOf),
  )
  const held = readRows('held', sheets.held, heldHeadings, differences, (cells) => readOpeningHeldMoney(cells, asOf))
  const claimed = readLedger(sheets.ledger, { register, asOf }, differences)
  const controls = [
    ...controlsOf({ holdings, loans, deposits }, claimed, register, differences),
    ...explainedOf({ assets, held }, claimed, register, differences),
  ]
  findUncoveredInterest(deposits, claimed, differences)
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
    deposits,
    assets,
    held,
    isInterestEarned,
    lines,
    members: new Set([...holdings, ...arrears, ...loans, ...deposits].map(({ memberId }) => memberId)).size,
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
  const amount = amountFromCell(text)
  if (amount === undefined)
    problem(amountProblemOf(text, `${amountProblem}; "${cellText(stored).slice(0, 40)}" is no number`))
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
  const people = peopleOf(register)
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
    const place = { member: numberColumn, name: nameColumn }
    const member = memberIn(
      {
        text: (heading) => cells[place[heading]] ?? '',
        problem: (heading, message) => problem(place[heading], message),
      },
      people,
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

/** Members by what a sheet may name them with. */
type People = KnownMembers<OpeningMember> & { byName: ReturnType<typeof nameMatcher<OpeningMember>> }

const peopleOf = ({ members, coopId }: Register): People => ({
  ...registerOf(coopId, members),
  byName: nameMatcher(members),
})

/** Whose number is in a row, where the name beside it is not somebody else's. */
function memberIn(cells: Cells<'member' | 'name'>, people: People): OpeningMember | undefined {
  const text = cells.text('member')
  if (isFormula(text)) {
    cells.problem('member', formulaProblem(text))
    return undefined
  }
  const named = optionalCell(text)
  const cell = memberCell(named)
  const found = recogniseMember(cell, optionalCell(cells.text('name')), people)
  const [member, another] = found?.members ?? []
  if (!found || !member || another) {
    cells.problem('member', whyNoMember(cell, found, people.coopId))
    return undefined
  }
  // A slip in the number would give a stranger the money; the name beside it tells.
  const name = optionalCell(cells.text('name'))
  if (name !== '' && namesOther(name, member, people.byName))
    cells.problem('name', `This number belongs to ${member.name}. Correct the number or the name.`)
  return member
}

const inFull = 'Give the membership number in full.'

function whyNoMember(
  cell: MemberCell | undefined,
  found: ReturnType<typeof recogniseMember<OpeningMember>>,
  coopId: string,
): string {
  if (!cell) return `${memberProblem.replace(' or the phone number', '')}, or delete the row`
  if (found) return `${whyNotOne(found, coopId)}. ${inFull}`
  return cell.as === 'formerNumber'
    ? `${membershipProblem}. Delete the row if it is a total.`
    : 'No member of this cooperative has this number. Register the member first, or correct the number.'
}

/** The rows of a sheet, each read by the headings of its cells; undefined is a row in which something has to be put right. */
function readRows<Heading extends string, Row>(
  sheet: Sheet,
  { columns, rows }: ReadSheet,
  headings: Readonly<Record<Heading, string>>,
  differences: Difference[],
  read: (cells: Cells<Heading>) => Row | undefined,
): Row[] {
  const places = new Map(
    Object.entries<string>(headings).map(([heading, name]) => [
      heading,
      columnOf(columns, ...(heading === 'member' ? numberHeadings : [name])),
    ]),
  )
  const place = (heading: Heading) => places.get(heading) ?? -1
  return rows.flatMap(({ number: row, cells }) => {
    const found = read({
      text: (heading) => cells[place(heading)] ?? '',
      problem: (heading, message) => differences.push({ sheet, row, column: columns[place(heading)] ?? null, message }),
    })
    return found === undefined ? [] : [found]
  })
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
function readLoans(sheet: ReadSheet, { register, asOf, savings }: Beside, differences: Difference[]): OpeningLoan[] {
  const people = peopleOf(register)
  const names = new Map(register.members.map(({ memberId, name }) => [memberId, name]))
  const pledged = new Map<MemberId, Kobo>()
  return readRows('loans', sheet, loanHeadings, differences, (cells) => {
    const member = memberIn(cells, people)
    const guarantors = guarantorsIn(optionalCell(cells.text('guarantors')), member, people, (message) =>
      cells.problem('guarantors', message),
    )
    const loan = readOpeningLoan(cells, { memberId: member?.memberId, guarantors }, register.products, asOf)
    for (const { memberId, pledge } of loan?.guarantors ?? []) {
      const all = kobo((pledged.get(memberId) ?? 0n) + pledge)
      pledged.set(memberId, all)
      const has = savings.get(memberId) ?? zeroKobo
      if (pledge > 0n && all > has)
        cells.problem(
          'pledges',
          `${names.get(memberId)} would pledge ${moneyText(all)} in all, and has ${moneyText(has)} on the usual savings account. Enter less, or 0 for their word alone.`,
        )
    }
    return loan
  })
}

/** Membership numbers, parted by commas or semicolons. */
function guarantorsIn(
  text: string,
  borrower: OpeningMember | undefined,
  people: People,
  problem: (message: string) => void,
): MemberId[] {
  const named = text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const found = named.flatMap((each) => {
    const called = recogniseMember(memberCell(each), '', people)
    const [member, another] = called?.members ?? []
    if (called && another) problem(`${whyNotOne(called, people.coopId)}. ${inFull}`)
    else if (!member)
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
  { holdings, loans, deposits }: Pick<Checked, 'holdings' | 'loans' | 'deposits'>,
  claimed: readonly Claimed[],
  { accounts, types, products, depositTypes }: Register,
  differences: Difference[],
): Control[] {
  const controlOf = new Map(types.map(({ accountTypeId, controlId }) => [accountTypeId, controlId]))
  const sums = sumsOf([
    ...holdings.map(({ accountTypeId, amount }) => [controlOf.get(accountTypeId), amount] as const),
    ...loans.map(({ product, principal }) => [product.controlId, kobo(-principal)] as const),
    ...deposits.map(({ type, principal }) => [type.controlId, principal] as const),
  ])
  const open = new Set(controlOf.values())
  const told = new Map([
    ...products.map(({ controlId }) => [controlId, 'the principal outstanding on the sheet Loans comes to'] as const),
    ...depositTypes.map(({ controlId }) => [controlId, 'the principal on the sheet Fixed deposits comes to'] as const),
    ...[...open].map((controlId) => [controlId, "the members' balances come to"] as const),
  ])
  return accounts
    .filter(({ isControl }) => isControl)
    .map((account) => ({ ...beside(account, sums, claimed), words: told.get(account.accountId) }))
    .filter(({ accountId, ledger, sheet }) => open.has(accountId) || ledger !== 0n || sheet !== 0n)
    .map(({ words, row, class: accountClass, ...control }) => {
      if (control.difference !== 0n)
        differences.push({
          ...{ sheet: 'ledger', row, column: null },
          message: words === undefined ? whyEmpty(control, accountClass) : whyDiffers(control, words),
        })
      return control
    })
}

/** Accounts that are no members' and that a sheet explains all the same. Without such a sheet the general ledger alone says what they have. */
function explainedOf(
  { assets, held }: Pick<Checked, 'assets' | 'held'>,
  claimed: readonly Claimed[],
  { accounts, assetClasses }: Register,
  differences: Difference[],
): Control[] {
  const coded = (code: string) => accounts.find((account) => account.code === code)?.accountId
  const sums = sumsOf([
    ...assets.map(({ accountId, cost }) => [accountId, kobo(-cost)] as const),
    ...assets.map(({ openingDepreciation }) => [coded(accumulatedDepreciationCode), openingDepreciation] as const),
    ...held.map(({ amount }) => [coded(unallocatedCode), amount] as const),
  ])
  const told = new Map([
    ...(assets.length > 0
      ? [
          ...assetClasses.map(({ accountId }) => [accountId, 'the cost on the sheet Fixed assets comes to'] as const),
          [coded(accumulatedDepreciationCode), 'the depreciation on the sheet Fixed assets comes to'] as const,
        ]
      : []),
    ...(held.length > 0 ? [[coded(unallocatedCode), 'the sheet Held money comes to'] as const] : []),
  ])
  return accounts
    .filter(({ accountId }) => told.has(accountId))
    .map((account) => ({ ...beside(account, sums, claimed), words: told.get(account.accountId) ?? '' }))
    .filter(({ ledger, sheet }) => ledger !== 0n || sheet !== 0n)
    .map(({ words, row, class: _class, ...control }) => {
      if (control.difference !== 0n)
        differences.push({ sheet: 'ledger', row, column: null, message: whyDiffers(control, words) })
      return control
    })
}

/** The sum of each account; what is of no account the ledger knows stays out. */
function sumsOf(parts: readonly (readonly [AccountId | undefined, Kobo])[]): ReadonlyMap<AccountId, Kobo> {
  const sums = new Map<AccountId, Kobo>()
  for (const [accountId, amount] of parts)
    if (accountId !== undefined) sums.set(accountId, kobo((sums.get(accountId) ?? 0n) + amount))
  return sums
}

function beside(
  { accountId, code, name, class: accountClass }: OpeningAccount,
  sums: ReadonlyMap<AccountId, Kobo>,
  claimed: readonly Claimed[],
): Control & { row: number | null; class: AccountClass } {
  const own = claimed.filter(({ account }) => account.accountId === accountId)
  const sheet = sums.get(accountId) ?? zeroKobo
  const ledger = sumKobo(own.map(({ debit, credit }) => kobo(credit - debit)))
  const difference = kobo(ledger - sheet)
  return { accountId, code, name, sheet, ledger, difference, row: own[0]?.row ?? null, class: accountClass }
}

/** Interest of deposits that the old books have as an expense is part of what they owe; interest on savings may be owed beside it. */
function findUncoveredInterest(
  deposits: readonly OpeningDeposit[],
  claimed: readonly Claimed[],
  differences: Difference[],
): void {
  const own = claimed.find(({ account }) => account.code === payableCode)
  const [ledger, accrued] = [
    own ? kobo(own.credit - own.debit) : zeroKobo,
    sumKobo(deposits.map((deposit) => deposit.accrued)),
  ]
  if (accrued > ledger)
    differences.push({
      ...{ sheet: 'ledger', row: own?.row ?? null, column: null },
      message: `${payableCode} ${own?.account.name ?? 'Interest payable'}: the interest in the books on the sheet Fixed deposits comes to ${moneyText(accrued)} and the general ledger has only ${moneyText(ledger)}. Correct the one that is wrong, or leave that column empty if your books count interest when it is paid.`,
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
      message: `${own.account.code} ${own.account.name}: the interest owed on the sheet Loans comes to ${moneyText(owed)} and the general ledger says ${moneyText(ledger)}. Correct the one that is wrong, or leave this account empty if your books count interest when it is paid.`,
    })
  return true
}

/** `words`: what comes to the sum of the sheet. An account on the debit side is told by its debit. */
function whyDiffers({ code, name, sheet, ledger, difference }: Control, words: string): string {
  const isDebit = sheet < 0n || (sheet === 0n && ledger < 0n)
  const [ours, theirs] = [sheet, ledger].map((amount) => moneyText(isDebit ? kobo(-amount) : amount))
  return `${code} ${name}: ${words} ${ours} and the general ledger says ${theirs}, a difference of ${moneyText(sizeOf(difference))}. Correct the one that is wrong.`
}

function whyEmpty({ code, name }: Control, accountClass: AccountClass): string {
  const account = `${code} ${name}`
  return accountClass === 'asset'
    ? `${account}: no loan of your society is on this account. Leave it empty.`
    : `${account}: these balances are entered on their own page. Leave this account empty and leave the same amount out of the bank account; opening each one brings it there.`
}
