import type { EntryKind } from '#domain/books/ledger/entry.ts'
import * as contract from '#contract/books/books.ts'
import * as closing from '#contract/books/books-closing.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import { refusalMessage } from '#contract/refusals.ts'
import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import type { AccountId, EntryId, MemberId } from '#domain/ids.ts'
import { type AccountClass, normalSide } from '#domain/books/ledger/account.ts'
import { type FiscalYear, fiscalYearOf, fiscalYearsBetween } from '#domain/books/ledger/fiscal-year.ts'
import { fileFormats, reports } from '#domain/books/ledger/report.ts'
import { balanceSheet, incomeStatement, netOf } from '#domain/books/ledger/statements.ts'
import { type AccountSums, closingSides, type Sides, trialBalance } from '#domain/books/ledger/trial-balance.ts'
import { kobo, type Kobo, negate, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { balanceOf, standsOn } from '#web/demonstration/portfolio.ts'
import { memberIdOf, type Movement, type Society } from '#web/demonstration/records.ts'
import { cashCode, chartOfAccounts } from '#domain/books/ledger/chart.ts'
import { accountIdOf, isNamed, membersOf } from './society.ts'

const loansCode = '1210'
const interestCode = '4110'

export const bookAnswers: readonly Answer[] = [
  inside(contract.listReports, () => reports.map((report) => ({ ...report, formats: ['json', ...fileFormats] }))),
  inside(contract.getTrialBalance, (place, input) => {
    const days = daysOf(place, input)
    const { lines, totals, balanced } = trialBalance(sumsOf(place.society, days))
    return { from: days.from, asOf: days.to, accounts: lines, totals, balanced }
  }),
  inside(contract.getIncomeStatement, (place, input) => {
    const days = daysOf(place, input)
    return { ...days, ...incomeStatement(sumsOf(place.society, days)) }
  }),
  inside(contract.getBalanceSheet, (place, { asOf = place.today }) => {
    const { from } = fiscalYearOf(asOf, place.society.settings.fiscalYearStart)
    return { asOf, yearFrom: from, ...balanceSheet(sumsOf(place.society, { from, to: asOf })) }
  }),
  inside(contract.getReceiptsAndPayments, receiptsAndPayments),
  inside(contract.getGeneralLedger, generalLedger),
  inside(contract.getCashBook, cashBook),
  inside(contract.getEntry, oneEntry),
  inside(contract.getMemberBalances, memberBalances),
  inside(closing.listAccounts, ({ society, today }) => chart(society, today)),
  inside(closing.getBooks, ({ society, today }) => ({
    booksBeginOn: society.booksBeginOn,
    closedThrough: null,
    officers: 1,
    years: fiscalYearsBetween(journalOf(society)[0]?.on ?? today, today, society.settings.fiscalYearStart).map((year) => ({
      ...year,
      surplus: incomeStatement(sumsOf(society, year)).totals.surplus,
      closing: null,
      waitsBecause: year.to >= today ? refusalMessage('year_not_over', { end: dayText(year.to) }) : null,
    })),
    changes: [],
  })),
]

/** A line of the books as a society's records tell it: between two accounts of the chart. */
type JournalLine = {
  entryId: EntryId
  number: number
  on: Day
  kind: EntryKind
  description: string
  debit: string
  credit: string
  amount: Kobo
  memberId: MemberId
  by: string
  at: string
  reverses: EntryId | null
}

/** Everything that a society's records come to in its books, in the order of its days. */
function journalOf(society: Society): JournalLine[] {
  const control = new Map(society.accountTypes.map(({ id, controlCode }) => [id, controlCode]))
  const moved = society.movements.flatMap((movement) => movementLines(movement, control.get(movement.accountTypeId)))
  const lent = society.loans.flatMap(({ running, principal, memberId, recordedBy, submittedAt }, index) => {
    if (!running) return []
    const made = (step: number, on: Day, debit: string, credit: string, amount: Kobo, description: string): JournalLine => {
      const number = 900_000 + index * 1000 + step
      return { entryId: entryIdOf(number), number, on, kind: 'journal', description, debit, credit, amount, memberId, by: recordedBy, at: submittedAt, reverses: null }
    }
    return [
      made(0, running.startDate, loansCode, cashCode, principal, 'Loan paid out'),
      ...running.repayments.flatMap(({ number, on, principal: part, interest }) => [
        made(number, on, cashCode, loansCode, part, 'Loan repayment'),
        made(number, on, cashCode, interestCode, interest, 'Loan repayment'),
      ]),
    ]
  })
  return [...moved, ...lent].filter(({ amount }) => amount > 0n).toSorted((a, b) => a.on.localeCompare(b.on) || a.number - b.number)
}

function movementLines(movement: Movement, own: string | undefined): JournalLine[] {
  const { entryId, entryNumber, status, type, direction, amount, occurredOn, description, memberId, recordedBy, createdAt, reversedOn } = movement
  const { otherCode = cashCode } = movement
  // A transfer is one posting, told by its first half.
  if (!own || otherCode === null || !entryId || entryNumber === null || (status !== 'approved' && status !== 'reversed')) return []
  const [debit, credit] = direction === 'in' ? [otherCode, own] : [own, otherCode]
  const kind = type
  const line: JournalLine = { entryId, number: entryNumber, on: occurredOn, kind, description, debit, credit, amount, memberId, by: recordedBy, at: createdAt, reverses: null }
  const undone = movement.decisions.find(({ decision }) => decision === 'reversed')
  if (!undone || !reversedOn) return [line]
  const number = undone.entryNumber ?? entryNumber
  const words = `Reversal of entry No. ${entryNumber}${undone.reason ? `: ${undone.reason}` : ''}`
  return [line, { ...line, entryId: entryIdOf(number), number, on: reversedOn, kind: 'reversal', description: words, debit: credit, credit: debit, by: undone.by, at: undone.at, reverses: entryId }]
}

function entryIdOf(number: number): EntryId {
  return `0000000e-0000-4000-8000-${String(number).padStart(12, '0')}` as EntryId
}

type Account = { accountId: AccountId; code: string; name: string; class: AccountClass; isControl: boolean; holdsCash: boolean }

function accountsOf(society: Society): Account[] {
  const own = new Map<string, Omit<Account, 'accountId' | 'code'>>(chartOfAccounts.map(({ code, name, class: kind, isControl = false, holdsCash = false }) => [code, { name, class: kind, isControl, holdsCash }]))
  for (const { controlCode, name, kind } of society.accountTypes) own.set(controlCode, { name, class: kind === 'savings' ? 'liability' : 'equity', isControl: true, holdsCash: false })
  return [...own].toSorted(([a], [b]) => a.localeCompare(b)).map(([code, account]) => ({ accountId: accountIdOf(code), code, ...account }))
}

function findAccount(society: Society, accountId: AccountId): Account {
  return accountsOf(society).find((account) => account.accountId === accountId) ?? refuse('not_found')
}

function daysOf({ society, today }: Place, { from, to, asOf }: { from?: Day | undefined; to?: Day | undefined; asOf?: Day | undefined }): FiscalYear {
  const last = to ?? asOf ?? today
  if (from && from > last) refuse('days_wrong_way', { field: 'from', to: dayText(last) })
  return { from: from ?? fiscalYearOf(last, society.settings.fiscalYearStart).from, to: last }
}

/** Each account that anything was posted to, with both its sides before the period and in it. */
function sumsOf(society: Society, { from, to }: FiscalYear): AccountSums[] {
  const lines = journalOf(society).filter(({ on }) => on <= to)
  const sides = (code: string, of: readonly JournalLine[]): Sides => ({
    debits: sumKobo(of.filter(({ debit }) => debit === code).map(({ amount }) => amount)),
    credits: sumKobo(of.filter(({ credit }) => credit === code).map(({ amount }) => amount)),
  })
  const [before, inside_] = [lines.filter(({ on }) => on < from), lines.filter(({ on }) => on >= from)]
  return accountsOf(society).flatMap(({ isControl: _, holdsCash: __, ...account }) => {
    const [opening, movement] = [sides(account.code, before), sides(account.code, inside_)]
    return [opening, movement].every(({ debits, credits }) => debits === 0n && credits === 0n) ? [] : [{ ...account, opening, movement }]
  })
}

function standingOf(society: Society, code: string, day: Day): Kobo {
  const account = sumsOf(society, { from: day, to: day }).find((each) => each.code === code)
  return account ? netOf(account.class, closingSides(account)) : zeroKobo
}

export function cashBalance(society: Society, day: Day): Kobo {
  return standingOf(society, cashCode, day)
}

function chart(society: Society, today: Day): Replied<typeof closing.listAccounts> {
  return accountsOf(society).map(({ accountId, ...account }) => ({
    id: accountId,
    ...account,
    balance: standingOf(society, account.code, today),
    retired: false,
    staysBecause: account.isControl ? refusalMessage('account_is_control', {}) : null,
  }))
}

function cashAccounts(society: Society, { from, to }: FiscalYear) {
  const sums = new Map(sumsOf(society, { from, to }).map((each) => [each.code, each]))
  return accountsOf(society)
    .filter(({ holdsCash }) => holdsCash)
    .map(({ accountId, code, name }) => {
      const found = sums.get(code)
      return { accountId, code, name, opening: found ? netOf('asset', found.opening) : zeroKobo, closing: found ? netOf('asset', closingSides(found)) : zeroKobo }
    })
}

export function receiptsAndPayments(place: Place, input: Parsed<typeof contract.getReceiptsAndPayments>): Replied<typeof contract.getReceiptsAndPayments> {
  const days = daysOf(place, input)
  const cash = cashAccounts(place.society, days)
  const lines = journalOf(place.society).filter(({ on }) => on >= days.from && on <= days.to)
  const flow = (isReceipt: boolean) =>
    accountsOf(place.society).flatMap(({ accountId, code, name }) => {
      const amounts = lines.flatMap(({ debit, credit, amount, reverses }) => {
        const isIn = debit === cashCode
        if ((isIn ? credit : debit) !== code || (isIn !== (reverses !== null)) !== isReceipt) return []
        return [reverses ? negate(amount) : amount]
      })
      const amount = sumKobo(amounts)
      return amount === 0n ? [] : [{ accountId, code, name, amount }]
    })
  const [receipts, payments] = [flow(true), flow(false)]
  const sum = (of: readonly { amount: Kobo }[]) => sumKobo(of.map(({ amount }) => amount))
  const totals = { opening: sumKobo(cash.map(({ opening }) => opening)), receipts: sum(receipts), payments: sum(payments), closing: sumKobo(cash.map((each) => each.closing)) }
  return { ...days, cash, receipts, payments, totals, balanced: totals.opening + totals.receipts - totals.payments === totals.closing }
}

type Told = Pick<Replied<typeof contract.getGeneralLedger>, 'entryId' | 'number' | 'on' | 'kind' | 'description' | 'against' | 'postings' | 'reverses' | 'reversedBy'>

/** What one account saw of each entry in the period, with the sums of both its sides. */
function touchedBy(society: Society, code: string, { from, to }: FiscalYear): (Told & { debit: Kobo; credit: Kobo })[] {
  const journal = journalOf(society)
  const names = new Map(accountsOf(society).map((account) => [account.code, account.name]))
  const own = journal.filter(({ on, debit, credit }) => on >= from && on <= to && (debit === code || credit === code))
  return [...Map.groupBy(own, ({ entryId }) => entryId)].flatMap(([entryId, lines]) => {
    const [first] = lines
    if (!first) return []
    const others = new Set(lines.map(({ debit, credit }) => (debit === code ? credit : debit)))
    const [other = ''] = others
    const reversed = journal.find(({ reverses }) => reverses === entryId)
    const original = journal.find((line) => line.entryId === first.reverses)
    return [{
      entryId, number: first.number, on: first.on, kind: first.kind, description: first.description, against: others.size === 1 ? (names.get(other) ?? null) : null, postings: lines.length,
      reverses: original ? { entryId: original.entryId, number: original.number } : null, reversedBy: reversed ? { entryId: reversed.entryId, number: reversed.number } : null,
      debit: sumKobo(lines.filter(({ debit }) => debit === code).map(({ amount }) => amount)), credit: sumKobo(lines.filter(({ credit }) => credit === code).map(({ amount }) => amount)),
    }]
  })
}

type Paging = { page: number; limit: number; sort?: string | undefined }

function pageOf<Row>(rows: readonly Row[], { page, limit, sort }: Paging): Row[] {
  return (sort === '-on' ? rows.toReversed() : rows).slice((page - 1) * limit, page * limit)
}

function generalLedger(place: Place, { accountId, ...input }: Parsed<typeof contract.getGeneralLedger> & Paging): PageOf<Replied<typeof contract.getGeneralLedger>> {
  const { society } = place
  const { holdsCash: _, ...account } = findAccount(society, accountId)
  const days = daysOf(place, input)
  const before = sumsOf(society, days).find(({ code }) => code === account.code)
  const opening = before ? netOf(account.class, before.opening) : zeroKobo
  const isDebit = normalSide(account.class) === 'debit'
  let balance = opening
  const rows = touchedBy(society, account.code, days).map((line) => {
    balance = kobo(balance + (isDebit ? line.debit - line.credit : line.credit - line.debit))
    return { ...line, balance }
  })
  const sum = (side: 'debit' | 'credit') => sumKobo(rows.map((line) => line[side]))
  const summary = { account: { ...account, memberId: null, memberName: null }, ...days, opening, debit: sum('debit'), credit: sum('credit'), closing: balance }
  return { rows: pageOf(rows, input), total: rows.length, summary }
}

function cashBook(place: Place, { accountId, ...input }: Parsed<typeof contract.getCashBook> & Paging): PageOf<Replied<typeof contract.getCashBook>> {
  const days = daysOf(place, input)
  const accounts = cashAccounts(place.society, days)
  const chosen = accountId ? accounts.filter((account) => account.accountId === accountId) : accounts
  const opening = sumKobo(chosen.map((account) => account.opening))
  const lines = chosen
    .flatMap(({ code, name }) => touchedBy(place.society, code, days).map(({ debit, credit, ...line }) => ({ ...line, account: name, receipts: debit, payments: credit })))
    .toSorted((a, b) => a.on.localeCompare(b.on) || a.number - b.number)
  let balance = opening
  const sum = (of: typeof lines) => ({ receipts: sumKobo(of.map(({ receipts }) => receipts)), payments: sumKobo(of.map(({ payments }) => payments)) })
  const rows = lines.map((line, index) => {
    balance = kobo(balance + line.receipts - line.payments)
    return { ...line, balance, endOfDay: lines[index + 1]?.on === line.on ? null : sum(lines.filter(({ on }) => on === line.on)) }
  })
  return { rows: pageOf(rows, input), total: rows.length, summary: { ...days, accounts, opening, ...sum(lines), closing: balance } }
}

function oneEntry(place: Place, { entryId, ...paging }: Parsed<typeof contract.getEntry> & Paging): PageOf<Replied<typeof contract.getEntry>> {
  const { society } = place
  const journal = journalOf(society)
  const lines = journal.filter((line) => line.entryId === entryId)
  const [first] = lines
  if (!first) return refuse('not_found')
  const names = new Map(membersOf(place).map((user) => [memberIdOf(user), user.name]))
  const accounts = new Map(accountsOf(society).map((account) => [account.code, account]))
  const side = (code: string, memberId: MemberId) => {
    const { accountId = accountIdOf(code), name = code, isControl = false } = accounts.get(code) ?? {}
    return { accountId, code, name, memberId: isControl ? memberId : null, memberName: isControl ? (names.get(memberId) ?? null) : null }
  }
  const told = touchedBy(society, first.debit, { from: first.on, to: first.on }).find((line) => line.entryId === entryId)
  const rows = lines.map(({ debit, credit, amount, memberId }, index) => ({ line: index + 1, debit: side(debit, memberId), credit: side(credit, memberId), amount, transactionId: null }))
  const summary = {
    entryId, number: first.number, on: first.on, kind: first.kind, description: first.description, source: { type: first.kind, transactions: first.kind === 'journal' ? 0 : lines.length, importId: null },
    by: first.by, reason: null, createdAt: new Date(first.at), hash: '', previousHash: '', total: sumKobo(lines.map(({ amount }) => amount)),
    reverses: told?.reverses ?? null, reversedBy: told?.reversedBy ?? null,
  }
  return { rows: pageOf(rows, paging), total: rows.length, summary }
}

export function memberBalances(place: Place, input: { asOf?: Day | undefined; q?: string | undefined; sort?: string | undefined; page: number; limit: number }) {
  const { society, now } = place
  const asOf = input.asOf ?? dayIn(now)
  const holders = membersOf(place).map((user) => {
    const memberId = memberIdOf(user)
    const balances = society.accountTypes.flatMap(({ id }) => {
      const amount = balanceOf(society.movements.filter((movement) => movement.memberId === memberId && movement.accountTypeId === id && standsOn(movement, asOf)))
      return amount === 0n ? [] : [{ accountTypeId: id, amount }]
    })
    return { user, row: { memberId, membershipno: user.membershipId, name: user.name, balances, total: sumKobo(balances.map(({ amount }) => amount)) } }
  })
  const accountTypes = society.accountTypes
    .toSorted((a, b) => a.controlCode.localeCompare(b.controlCode))
    .map(({ id, name, controlCode }) => {
      const members = sumKobo(holders.flatMap(({ row }) => row.balances.filter(({ accountTypeId }) => accountTypeId === id).map(({ amount }) => amount)))
      const control = standingOf(society, controlCode, asOf)
      return { id, name, controlId: accountIdOf(controlCode), controlCode, members, control, agrees: members === control }
    })
  const rows = holders.filter(({ user, row }) => row.balances.length > 0 && isNamed(user, input.q)).map(({ row }) => row)
  return paged(rows, input, { membershipno: (row) => row.membershipno, total: (row) => row.total }, 'membershipno', { asOf, accountTypes, total: sumKobo(accountTypes.map(({ members }) => members)) })
}
