import {
  addDays,
  addMonths,
  type Day,
  dayText,
  lastDayOf,
  type Period,
  periodName,
  periodOf,
} from '#domain/calendar.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#domain/money.ts'
import type { ClosingItem, ClosingKind, ClosingState } from '#features/surplus/year-closing/rules/closing-items.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { calculateDepreciation } from '#features/accounting/fixed-assets/server/calculate-depreciation.ts'
import { findInterestTypes, findUnposted } from '#features/savings/interest/server/queries.ts'
import { missingOn } from '#features/loans/reports/server/missing-on.ts'
import { proofChecks, proofOf, type ProofRow } from '#server/ledger/proof.ts'
import {
  type BankFacts,
  type BelowZero,
  type ClosingFacts,
  findBanks,
  findBelowZero,
  findClosingFacts,
  findPending,
} from './queries.ts'

/** What a trial balance rests on. The hashes of all entries are computed again on the page of the proof: that takes longer than a list may. */
const quickChecks = proofChecks.filter(({ name }) => ['numbers', 'balances', 'controls'].includes(name))

const names: Readonly<Record<ClosingKind, string>> = {
  earlier_year: 'Earlier years',
  bank: 'Bank reconciliation',
  below_zero: 'Cash and bank below zero',
  unallocated: 'Unallocated receipts',
  clearing: 'Gateway clearing',
  savings_interest: 'Interest on savings',
  deposits: 'Matured fixed deposits',
  accruals: 'Accrued interest',
  depreciation: 'Depreciation',
  provision: 'Provision for loan losses',
  approvals: 'Pending approvals',
  proof: 'Proof of the books',
}

function item(kind: ClosingKind, state: ClosingState, found: string, amount: Kobo | null = null): ClosingItem {
  return { key: kind, kind, name: names[kind], state, found, amount }
}

type Year = { to: Day; unclosedBefore: readonly { to: Day }[] }

/** Everything that is looked at before a year that is over is closed. */
export async function findClosingItems(
  tx: Tx,
  actor: TenantActor,
  year: Year,
  context: Pick<Context, 'now'>,
): Promise<ClosingItem[]> {
  const [facts, banks] = await Promise.all([findClosingFacts(tx, year.to), findBanks(tx, year.to)])
  return [
    ...earlierYears(year),
    ...banks.map((bank) => bankItem(bank, year.to)),
    belowZeroItem(await findBelowZero(tx, year.to)),
    receiptsItem(facts),
    clearingItem(facts),
    await savingsItem(tx, year.to),
    depositsItem(facts),
    accrualsItem(facts, year.to),
    await depreciationItem(tx, facts, year.to),
    await provisionItem(tx, facts, year.to, context),
    await findApprovalsItem(tx, year.to),
    await proofItem(tx, actor),
  ]
}

function earlierYears({ unclosedBefore }: Year): ClosingItem[] {
  const [last] = unclosedBefore
  return last ? [item('earlier_year', 'open', `The year to ${dayText(last.to)} is not closed`)] : []
}

function bankItem({ code, name, asOf, openLines, proposals, balance }: BankFacts, yearEnd: Day): ClosingItem {
  const left = openLines + proposals
  const found =
    asOf === null
      ? 'No statement of this bank was read'
      : asOf < yearEnd
        ? `Read to ${dayText(asOf)} only`
        : left > 0
          ? `${left} ${left === 1 ? 'line is' : 'lines are'} not matched`
          : `Reconciled to ${dayText(asOf)}`
  const isDone = asOf !== null && asOf >= yearEnd && left === 0
  return {
    ...item('bank', isDone ? 'done' : 'open', found, balance),
    key: `bank:${code}`,
    name: `${names.bank}: ${name}`,
  }
}

/** A cash box that held less than nothing is a mistake of the books; an overdrawn bank has to be agreed with the bank. */
function belowZeroItem(accounts: readonly BelowZero[]): ClosingItem {
  if (accounts.length === 0) return item('below_zero', 'done', 'No cash or bank account was below zero on any day')
  const found = accounts.map(
    ({ code, name, onDay, balance, reason }) =>
      `${code} ${name}: ${moneyText(balance)} on ${dayText(onDay)}${reason === null ? '' : ` (${reason})`}`,
  )
  return item('below_zero', 'open', found.join('; '))
}

function receiptsItem({ unallocated }: ClosingFacts): ClosingItem {
  return unallocated === zeroKobo
    ? item('unallocated', 'done', 'No receipt is without its member')
    : item('unallocated', 'open', `${moneyText(unallocated)} was received and is not allocated`, unallocated)
}

function clearingItem({ clearing }: ClosingFacts): ClosingItem {
  return clearing === zeroKobo
    ? item('clearing', 'done', 'Nothing is with a payment provider')
    : item('clearing', 'open', `${moneyText(clearing)} is with a payment provider`, clearing)
}

async function savingsItem(tx: Tx, yearEnd: Day): Promise<ClosingItem> {
  const types = await findInterestTypes(tx, null)
  const earning = types.filter(({ terms }) => terms.rateBasisPoints > 0)
  if (earning.length === 0) return item('savings_interest', 'not_needed', 'No account type earns interest')
  // One read a type; a society has a handful.
  const unposted = await Promise.all(earning.map((type) => findUnposted(tx, type, addDays(yearEnd, 1))))
  const open = earning.filter((_, index) => unposted[index]?.some(({ to }) => to <= yearEnd))
  return open.length === 0
    ? item('savings_interest', 'done', 'Posted to the end of the year')
    : item('savings_interest', 'open', `Not posted to the end of the year: ${open.map(({ name }) => name).join(', ')}`)
}

function depositsItem({ matured, maturedAmount }: ClosingFacts): ClosingItem {
  return matured === 0
    ? item('deposits', 'done', 'No matured deposit waits')
    : item(
        'deposits',
        'open',
        `${matured} ${matured === 1 ? 'waits' : 'wait'} to be paid out or renewed`,
        maturedAmount,
      )
}

function accrualsItem({ basis, accruedOn, isAccruing }: ClosingFacts, yearEnd: Day): ClosingItem {
  if (basis === 'cash') return item('accruals', 'not_needed', 'Interest is counted when it is paid')
  if (!isAccruing) return item('accruals', 'not_needed', 'No loan or deposit to accrue')
  const last = lastDayOf(lastWholeMonth(yearEnd))
  return accruedOn !== null && accruedOn >= last
    ? item('accruals', 'done', `Posted on ${dayText(accruedOn)}`)
    : item('accruals', 'open', accruedOn === null ? 'Not posted yet' : `Posted on ${dayText(accruedOn)} last`)
}

/** The last month that is over by the end of a year, which may end in the middle of one. */
export function lastWholeMonth(yearEnd: Day): Period {
  const month = periodOf(yearEnd)
  return lastDayOf(month) === yearEnd ? month : addMonths(month, -1)
}

async function depreciationItem(tx: Tx, { hasAssets }: ClosingFacts, yearEnd: Day): Promise<ClosingItem> {
  if (!hasAssets) return item('depreciation', 'not_needed', 'No asset is on the register')
  const through = lastWholeMonth(yearEnd)
  const amount = sumKobo((await calculateDepreciation(tx, through)).map((asset) => asset.amount))
  return amount === zeroKobo
    ? item('depreciation', 'done', `Posted through ${periodName(through)}`)
    : item('depreciation', 'open', `${moneyText(amount)} is not posted`, amount)
}

async function provisionItem(
  tx: Tx,
  { hasLoans }: ClosingFacts,
  yearEnd: Day,
  context: Pick<Context, 'now'>,
): Promise<ClosingItem> {
  if (!hasLoans) return item('provision', 'not_needed', 'No loan was paid out')
  const missing = await missingOn(tx, yearEnd, context)
  if (missing === 0n) return item('provision', 'done', `Posted on ${dayText(yearEnd)}`)
  return missing > 0n
    ? item('provision', 'open', `${moneyText(kobo(missing))} is still to be set aside`, kobo(missing))
    : item('provision', 'open', `${moneyText(kobo(-missing))} more than needed is set aside`, kobo(missing))
}

/** The one of them that changes without an entry and blocks. */
export async function findApprovalsItem(tx: Tx, yearEnd: Day): Promise<ClosingItem> {
  const { pending, amount } = await findPending(tx, yearEnd)
  return pending === 0
    ? item('approvals', 'done', 'Nothing dated in the year waits')
    : item(
        'approvals',
        'blocks',
        `${pending} dated in the year or before ${pending === 1 ? 'waits' : 'wait'}; approve or reject ${pending === 1 ? 'it' : 'them'} first`,
        amount,
      )
}

async function proofItem(tx: Tx, actor: TenantActor): Promise<ClosingItem> {
  const rows = await Promise.all(quickChecks.map((check) => tx.one<ProofRow>(proofOf(check, actor.cooperativeId))))
  const wrong = rows.find((row) => row.wrong !== null)?.wrong
  return wrong
    ? item('proof', 'blocks', wrong.slice(0, 300))
    : item('proof', 'done', 'Trial balance, balances and control accounts agree')
}
