import { changesBetween, type FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import * as contract from '#features/accounting/books/books-closing.ts'
import { accountClasses } from '#features/accounting/books/rules/account.ts'
import { surplusCode } from '#features/accounting/books/rules/chart.ts'
import { closingEntry } from '#features/accounting/books/rules/closing.ts'
import { type FiscalYear, fiscalYearOf } from '#features/accounting/books/rules/fiscal-year.ts'
import { addDays, type Day, dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { AccountId, ConfigurationChangeId, EntryId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json } from '#platform/db/write.ts'
import {
  blockPostings,
  lockThrough,
  lockWith,
  openSocietyAccount,
  post,
  renameAccounts,
  reopenAfter,
  reopenForReversal,
  retireAccount,
  reverse,
} from '#platform/ledger/ledger.ts'
import {
  type ChartAccount,
  findAccountId,
  findAccounts,
  findClosings,
  findFiscalYearStart,
  findHead,
  findSums,
  getBooks,
  whyNotRetire,
  yearClosed,
  yearClosedLater,
  yearNotOver,
} from './reads.ts'
import { markClosingReversed } from './writes.ts'

const accountClassWrong = refusal(
  'account_class_wrong',
  422,
  'Codes that begin with {digit} are for {class}. Change the code or the class.',
)
const accountCodeTaken = refusal('account_code_taken', 409, '{code} is already {name}. Choose another code.')
const accountNameTaken = refusal(
  'account_name_taken',
  409,
  'Account {code} already has this name. Choose another name.',
)
const lockInFuture = refusal('lock_in_future', 422, 'Choose a day that is over: yesterday or earlier.')
const yearClosedReopen = refusal(
  'year_closed_reopen',
  409,
  'The year to {end} is closed. To reopen it, reverse its closing.',
)
const yearLocked = refusal(
  'year_locked',
  409,
  'The books are locked through {through}. Reopen them from {begin} on first.',
)
const yearNothingToClose = refusal(
  'year_nothing_to_close',
  409,
  'Nothing is on income or expenses at the end of this year, so there is nothing to close. Lock the books instead.',
)

/** Adds an account to the chart. Refuses: account_class_wrong, account_code_taken, account_name_taken. */
export const createAccount = action(contract.createAccount, async (ask, account) => {
  const { tx, actor } = ask
  const { code, name, class: accountClass, holdsCash = false } = account
  const digit = code.charAt(0)
  const wanted = accountClasses[Number(digit) - 1] ?? ''
  if (wanted !== accountClass) refuse(accountClassWrong({ field: 'class', digit, class: wanted }))
  if (holdsCash && accountClass !== 'asset')
    refuse(accountClassWrong({ field: 'holdsCash', digit, class: accountClass }))
  const accounts = await findAccounts(tx)
  const sameCode = accounts.find((each) => each.code === code)
  if (sameCode) refuse(accountCodeTaken({ field: 'code', code, name: sameCode.name }))
  refuseNameTaken(accounts, name)

  // From here on it must succeed; of two who add the same code at once, the second finds it taken.
  const accountId =
    (await openSocietyAccount(tx, actor.cooperativeId, { code, name, class: accountClass, holdsCash })) ??
    refuse(accountCodeTaken({ field: 'code', code, name }))
  const fields = changesBetween({}, { code, name, class: accountClass, ...(holdsCash && { holdsCash }) })
  return insertAccountChange(ask, accountId, `${code} ${name}`, fields)
})

/**
 * Renames an account of the chart, retires it or brings it back. A control account takes its members' accounts' name
 * from its account type, so it is renamed there as well as here and they keep theirs.
 * Refuses: not_found, account_name_taken, account_is_control, account_is_used, account_has_balance.
 */
export const updateAccount = action(contract.updateAccount, async (ask, { accountId, name, retired }) => {
  const { tx, actor } = ask
  await blockPostings(tx, actor.cooperativeId)
  const accounts = await findAccounts(tx)
  const before = accountOf(accounts, accountId)
  const after = { name: name ?? before.name, retired: retired ?? before.retired }
  if (after.name !== before.name)
    refuseNameTaken(
      accounts.filter(({ id }) => id !== accountId),
      after.name,
    )
  const stays = after.retired && !before.retired && whyNotRetire(before)
  if (stays) throw stays
  const fields = changesBetween({ name: before.name, retired: before.retired }, after)
  if (fields.length === 0) {
    tx.nothingChanged()
    return before
  }

  // From here on the change must succeed.
  if (after.name !== before.name) await renameAccounts(tx, accountId, before.name, after.name)
  if (after.retired !== before.retired) await retireAccount(tx, actor.cooperativeId, accountId, after.retired)
  return insertAccountChange(ask, accountId, `${before.code} ${after.name}`, fields)
})

function refuseNameTaken(others: readonly ChartAccount[], name: string): void {
  const same = others.find((account) => foldForSearch(account.name) === foldForSearch(name))
  if (same) refuse(accountNameTaken({ field: 'name', code: same.code }))
}

function accountOf(accounts: readonly ChartAccount[], id: AccountId): ChartAccount {
  return accounts.find((account) => account.id === id) ?? refuse('not_found')
}

/** Puts a change of the chart into the history of the configuration; answers the account as it is now. */
async function insertAccountChange(
  { tx, actor }: Ask,
  accountId: AccountId,
  subjectName: string,
  fields: readonly FieldChange[],
): Promise<ChartAccount> {
  await insert(tx, 'app.configuration_change', {
    changeId: newId<ConfigurationChangeId>(),
    kind: 'account',
    subjectId: accountId,
    subjectName,
    fields: json(fields),
    changedBy: actor.loginId,
    changedByName: actor.name,
  })
  return accountOf(await findAccounts(tx), accountId)
}

/** Locks the books through a day that is over. Refuses: lock_in_future, lock_not_later. */
export const lockBooks = action(contract.lockBooks, async (ask, { through }) => {
  if (through >= ask.today) refuse(lockInFuture({ field: 'through' }))
  await lockThrough(ask.tx, ask.actor, through)
  return getBooks(ask, {})
})

/** Opens the books again after a day, or all of them, but no year that is closed. Refuses: year_closed_reopen, lock_not_earlier, reopened_by_locker. */
export const reopenBooks = action(contract.reopenBooks, async (ask, { through = null, reason }) => {
  const { tx, actor } = ask
  await blockPostings(tx, actor.cooperativeId)
  const [latest] = await findClosings(tx)
  if (latest && (through ?? '') < latest.yearEnd)
    refuse(yearClosedReopen({ field: 'through', end: dayText(latest.yearEnd) }))
  await reopenAfter(tx, actor, through, reason)
  return getBooks(ask, {})
})

type Closing = Parsed<typeof contract.closeYear>

/**
 * What another feature looks at before a year is closed. `look` runs before the books are locked, so that postings don't wait for
 * it; the check that it answers runs under the lock, refuses, and answers what is stored with the closing.
 */
export type BeforeClosing = {
  look: (ask: Ask, closing: Closing) => Promise<CheckUnderLock>
  /** What of it the second officer is told. */
  describe: (closing: Closing) => string
}
type CheckUnderLock = () => Promise<(closingId: string) => Promise<void>>
const before: BeforeClosing[] = []

/** Called where the routes of that feature are bound. */
export function registerBeforeClosing(more: BeforeClosing): void {
  before.push(more)
}

/**
 * Moves what is on income and expenses at the end of a fiscal year to undistributed surplus, and locks the books through its last day.
 * Refuses: year_unknown, year_not_over, year_closed, year_closed_later, year_locked, year_nothing_to_close, dated_before_books, and what a feature that is registered for it refuses.
 */
export const closeYear = waitingAction(
  contract.closeYear,
  async (_ask, asked) => ({
    description: [
      `Close the year that ended on ${dayText(asked.yearEnd)}, and lock the books through that day`,
      ...before.map(({ describe }) => describe(asked)).filter((text) => text !== ''),
    ].join('. '),
  }),
  async (ask, asked) => {
    const { tx, actor, today, context } = ask
    const { yearEnd } = asked
    await refuseUnlessClosable(tx, asked, today)
    const checks: CheckUnderLock[] = []
    for (const { look } of before) checks.push(await look(ask, asked))
    await blockPostings(tx, actor.cooperativeId)
    const year = await refuseUnlessClosable(tx, asked, today)
    const stored: ((closingId: string) => Promise<void>)[] = []
    for (const check of checks) stored.push(await check())
    const [sums, surplusId] = await Promise.all([
      findSums(tx, year, { onlyResult: true }),
      findAccountId(tx, surplusCode),
    ])
    const closingId = newId<EntryId>()
    const { entry, surplus } =
      closingEntry(sums, { id: newId<EntryId>(), closingId, on: yearEnd, surplusId }) ??
      refuse(yearNothingToClose({ field: 'yearEnd' }))

    // From here on it must succeed.
    const { requestId } = context
    const [posted] = await post(tx, actor.cooperativeId, [{ entry, actorId: actor.loginId, requestId }])
    if (!posted) throw new Error('The ledger left a closing without an answer')
    await lockWith(tx, actor, yearEnd)
    await insert(tx, 'app.year_closing', {
      closingId,
      yearFrom: year.from,
      yearEnd,
      surplus,
      entryId: posted.entryId,
      entryNo: posted.number,
      closedBy: actor.loginId,
      closedByName: actor.name,
    })
    for (const store of stored) await store(closingId)
    return getBooks(ask, {})
  },
)

async function refuseUnlessClosable(tx: Tx, { yearEnd }: Closing, today: Day): Promise<FiscalYear> {
  const field = 'yearEnd'
  const start = await findFiscalYearStart(tx)
  const year = fiscalYearOf(yearEnd, start)
  if (year.to !== yearEnd) refuse('year_unknown', { field, end: dayText(addDays(fiscalYearOf(today, start).from, -1)) })
  if (yearEnd >= today) refuse(yearNotOver({ field, end: dayText(yearEnd) }))
  const [latest] = await findClosings(tx)
  if (latest && latest.yearEnd > yearEnd) refuse(yearClosedLater({ field, end: dayText(latest.yearEnd) }))
  if (latest?.yearEnd === yearEnd) refuse(yearClosed({ field, number: latest.number }))
  const { closedThrough } = await findHead(tx)
  if (closedThrough && closedThrough >= yearEnd)
    refuse(yearLocked({ field, through: dayText(closedThrough), begin: dayText(yearEnd) }))
  return year
}

type RefuseReversal = (tx: Tx, yearEnd: Day) => Promise<void>
const rests: RefuseReversal[] = []

/** What else rests on a closing, and refuses that it is reversed; called where the routes of that feature are bound. */
export function registerReversingClosing(refuseIt: RefuseReversal): void {
  rests.push(refuseIt)
}

/**
 * Undoes the closing of the newest closed year by its reversal, dated the same last day so that no other year sees it, and with it the lock
 * that the closing set. Refuses: year_not_closed, year_closed_later, year_locked, and what a feature that is registered for it refuses.
 */
export const reverseClosing = waitingAction(
  contract.reverseClosing,
  async (_ask, { yearEnd, reason }) => ({
    description: `Reverse the closing of the year that ended on ${dayText(yearEnd)}. Reason: ${reason}`,
  }),
  async (ask, { yearEnd, reason }) => {
    const { tx, actor, context } = ask
    const field = 'yearEnd'
    await blockPostings(tx, actor.cooperativeId)
    const closings = await findClosings(tx)
    const { entryId } = closings.find((each) => each.yearEnd === yearEnd) ?? refuse('year_not_closed', { field })
    const [latest] = closings
    if (latest && latest.yearEnd > yearEnd) refuse(yearClosedLater({ field, end: dayText(latest.yearEnd) }))
    for (const refuseIt of rests) await refuseIt(tx, yearEnd)
    const { closedThrough } = await findHead(tx)
    if (closedThrough && closedThrough > yearEnd)
      refuse(yearLocked({ field, through: dayText(closedThrough), begin: dayText(addDays(yearEnd, 1)) }))

    // From here on it must succeed.
    await reopenForReversal(tx, actor, entryId, reason)
    const { requestId } = context
    const reversal = await reverse(tx, actor.cooperativeId, entryId, { on: yearEnd, actorId: actor.loginId, requestId })
    await markClosingReversed(tx, actor, { entryId, reversal, reason })
    return getBooks(ask, {})
  },
)
