import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { nairaAboveZero } from '#core/contract/fields.ts'
import { refusalMessage, sentenceOf } from '#core/contract/refusals.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotContribute } from '#features/savings/contributions/rules/contribution.ts'
import type { AccountTypeId } from '#core/ids.ts'
import {
  memberColumn,
  type ReadContribution,
  readContributionRow,
} from '#features/society/imports/rules/contribution-row.ts'
import type { RowProblem } from '#features/society/imports/rules/import.ts'
import {
  type CellNote,
  matchMember,
  type NumberedRegister,
  numberedRegister,
} from '#features/society/imports/rules/match-member.ts'
import { repeatsOf } from '#core/spreadsheets/repeats.ts'
import { keysOf, type MemberCell, memberCell } from '#features/members/members/rules/recognise-member.ts'
import { numberKey } from '#features/members/members/rules/number-key.ts'
import { type Kobo, moneyText, nairaNumber, zeroKobo } from '#core/money.ts'
import { sumOfParts } from '#core/spreadsheets/unread-columns.ts'
import { sumsOfMonth } from '#features/society/imports/rules/sums-of-month.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { CheckedRow } from './check-member-rows.ts'
import { rowsPerTurn } from './check-member-rows.ts'
import {
  findCoopId,
  findNamedMembers,
  type NamedMember as ImportedMember,
} from '#features/members/members/server/reads.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { nameAgrees, nameMatcher, namesOther } from '#features/members/members/rules/name-match.ts'
import { findAccountTypes, findMemberNames, findPaidBefore, type Import, type NamedMember } from './queries.ts'
import { notPaid, type StoredRow } from './store.ts'

export type ContributionRow = {
  memberId: ImportedMember['memberId']
  amount: Kobo
  accountTypeId: AccountTypeId | undefined
}

type Books = NumberedRegister<ImportedMember> & { accountTypes: ReadonlyMap<string, AccountTypeId> }

/** Every row of a month's sheet as the voucher would take it, with all that is wrong: in its cells, in the file, in the register. */
export async function checkContributionRows(
  tx: Tx,
  found: Import,
  rows: readonly StoredRow[],
  { now }: Context,
): Promise<CheckedRow<ContributionRow>[]> {
  const read: ReadContribution[] = []
  for (const { cells } of rows) {
    if (read.length % rowsPerTurn === 0) await setImmediate()
    read.push(readContributionRow(cells, found.mapping))
  }
  const register = await readRegister(tx, read)
  const matched = read.map((cells) => matchMember(cells, found.mapping, register))
  const others = await findOtherNames(
    tx,
    read.map(({ name }, index) => ({ name, member: matched[index]?.member })),
  )
  const books = await findOpenDays(tx)
  const today = dayIn(now)
  const sums = sumsOfMonth(found, rows)
  const parts = sums && found.mapping[sums.sum] === 'amount' ? sums.parts : []
  const checked = read.map((cells, index) => {
    const { member, problems } = matched[index] as (typeof matched)[number]
    const row: StoredRow = { ...(rows[index] as StoredRow), namesOther: false, paysNothing: false, ...notPaid }
    const inParts = cells.paysNothing ? sumOfParts(row.cells, parts) : zeroKobo
    // A society's sheet lists all its members: what is wrong in the row of one who paid nothing changes nothing.
    if (cells.paysNothing && inParts === 0n)
      return { row: { ...row, paysNothing: true }, problems: [], value: undefined, key: undefined }
    if (cells.paysNothing)
      problems.push({
        column: found.mapping.indexOf('amount'),
        message: `Enter the amount. The parts beside it come to ${moneyText(inParts)}`,
      })
    // What is wrong with the date is wrong for the whole voucher and is said once; here it is about the member.
    const reason = member && whyNotContribute({ member, ...books }, found.occurredOn ?? today, today)
    if (reason && (reason.code === 'dated_before_joining' || reason.detail.field === 'memberId')) {
      problems.push({ column: memberColumn(found.mapping), message: sentenceOf(reason) })
    }
    const accountTypeId: AccountTypeId | undefined = readAccountType(cells, found, register, problems)
    checkAmount(cells, found, problems)
    const all = [...cells.problems, ...problems]
    const value =
      member && cells.amount !== undefined && all.length === 0
        ? { memberId: member.memberId, amount: cells.amount, accountTypeId }
        : undefined
    return {
      row: { ...row, namesOther: others[index] !== undefined },
      problems: all,
      value,
      key: member && `${member.memberId} ${accountTypeId ?? ''}`,
    }
  })
  await readPaid(tx, found, checked)
  const repeats = repeatsOf(checked.map(({ row: { number, skipped }, key }) => ({ number, skipped, key })))
  checked.forEach(({ problems }, index) => {
    const repeated = repeats[index]
    if (repeated !== undefined)
      problems.push({ column: memberColumn(found.mapping), message: `The same member is in row ${repeated}` })
  })
  return checked
}

/** Writes at each row what its member has paid for the month as it is now. */
export async function readPaid(
  tx: Tx,
  { period }: Import,
  checked: readonly CheckedRow<ContributionRow>[],
): Promise<void> {
  const paid = await findPaidBefore(
    tx,
    checked.flatMap(({ row: { number }, value }) => (value ? [{ number, ...value }] : [])),
    period,
  )
  for (const { row } of checked) Object.assign(row, notPaid, paid.get(row.number))
}

/** What is to be said of cells that are not wrong, by the row: whose an old number is, and whose the payment, where the name is another’s than the member’s. */
export async function noteMembers(
  tx: Tx,
  { mapping }: Import,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<number, CellNote[]>> {
  const read = rows.map(({ cells }) => readContributionRow(cells, mapping))
  const register = await readRegister(tx, read)
  const named = read.map((cells) => ({ name: cells.name, ...matchMember(cells, mapping, register) }))
  const others = await findOtherNames(
    tx,
    named.map(({ name, member }, index) => ({ name, member: rows[index]?.namesOther ? member : undefined })),
  )
  const nameColumn = mapping.findIndex((field) => field === 'name' || field === 'otherNames')
  return new Map(
    rows.map(({ number }, index) => {
      const [{ member, note }, other] = [named[index] as (typeof named)[number], others[index]]
      if (!member || !other) return [number, note ? [note] : []]
      const found = other.found ? ` ${other.found.name}’s number is ${other.found.membershipno}.` : ''
      return [
        number,
        [...(note ? [note] : []), { column: nameColumn, message: `This payment goes to ${member.name}.${found}` }],
      ]
    }),
  )
}

/** Whose the name of each row is, as far as one member has it, where it is not the name of the member whose number the row has. */
async function findOtherNames(
  tx: Tx,
  rows: readonly { name: string | undefined; member: ImportedMember | undefined }[],
): Promise<({ found: NamedMember | undefined } | undefined)[]> {
  const isAsked = rows.map(({ name, member }) => name && member && nameAgrees(name, member.name) !== 'whole')
  if (!isAsked.includes(true)) return rows.map(() => undefined)
  const byName = nameMatcher(await findMemberNames(tx))
  return rows.map(({ name, member }, index) =>
    isAsked[index] && name && member && namesOther(name, member, byName) ? byName(name) : undefined,
  )
}

async function readRegister(tx: Tx, read: readonly ReadContribution[]): Promise<Books> {
  const cells = read.flatMap(({ called, formerNumber, staffNumber, phones }): MemberCell[] => [
    ...[called, ...[formerNumber, staffNumber].map((text) => memberCell(text ?? ''))].filter(
      (cell) => cell !== undefined,
    ),
    { as: 'phone', phones },
    ...(formerNumber === undefined ? [] : [{ as: 'formerNumber' as const, key: numberKey(formerNumber) }]),
  ])
  const staffNumbers = new Set(
    read.flatMap(({ staffNumber }) => (staffNumber === undefined ? [] : numberKey(staffNumber))),
  )
  const [members, coopId, accountTypes] = await Promise.all([
    findNamedMembers(tx, { ...keysOf(cells), staffNumbers }),
    findCoopId(tx),
    findAccountTypes(tx),
  ])
  return { ...numberedRegister(coopId, members), accountTypes }
}

function readAccountType(
  { accountType }: ReadContribution,
  { mapping, accountTypeId }: Import,
  { accountTypes }: Books,
  problems: RowProblem[],
): AccountTypeId | undefined {
  if (accountType === undefined) return accountTypeId ?? accountTypes.get('')
  const named = accountTypes.get(foldForSearch(accountType))
  if (!named)
    problems.push({ column: mapping.indexOf('accountType'), message: refusalMessage('account_type_not_found', {}) })
  return named
}

function checkAmount({ amount, paysNothing }: ReadContribution, { mapping }: Import, problems: RowProblem[]): void {
  if (amount === undefined || paysNothing) return
  const result = z.safeParse(nairaAboveZero, nairaNumber(amount))
  const message = result.error?.issues[0]?.message
  if (message !== undefined) problems.push({ column: mapping.indexOf('amount'), message })
}
