import type { getReceiptsAndPayments as contract } from '#features/accounting/books/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Author } from '#core/actor.ts'
import type { AccountId } from '#core/ids.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { netOf } from '#features/accounting/books/rules/statements.ts'
import { closingSides } from '#features/accounting/books/rules/trial-balance.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { draftStatement } from './draft-statement.ts'
import { findCashAccounts, findDays, findFlows, findSums, type Flow } from './queries.ts'

export async function getReceiptsAndPayments(
  tx: Tx,
  _actor: Author,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract> | FileDraft> {
  const days = await findDays(tx, input, now)
  const [cash, flows] = await Promise.all([findCash(tx, days), findFlows(tx, days)])
  const receipts = flows.filter(({ isReceipt, amount }) => isReceipt && amount !== 0n).map(lineOf)
  const payments = flows.filter(({ isReceipt, amount }) => !isReceipt && amount !== 0n).map(lineOf)
  const sum = (lines: readonly { amount: Kobo }[]) => sumKobo(lines.map(({ amount }) => amount))
  const totals = {
    opening: sumKobo(cash.map(({ opening }) => opening)),
    receipts: sum(receipts),
    payments: sum(payments),
    closing: sumKobo(cash.map(({ closing }) => closing)),
  }
  const format = fileFormatOf(input.format)
  if (!format)
    return {
      from: days.from,
      to: days.to,
      cash,
      receipts,
      payments,
      totals,
      balanced: totals.opening + totals.receipts - totals.payments === totals.closing,
    }
  const parts = draftStatement([
    {
      heading: 'Balances at the beginning',
      lines: cash.map(({ opening, ...each }) => ({ ...each, amount: opening })),
      total: ['Total at the beginning', totals.opening],
    },
    { heading: 'Receipts', lines: receipts, total: ['Total receipts', totals.receipts] },
    { heading: 'Payments', lines: payments, total: ['Total payments', totals.payments] },
    {
      heading: 'Balances at the end',
      lines: cash.map(({ closing, ...each }) => ({ ...each, amount: closing })),
      total: ['Total at the end', totals.closing],
    },
  ])
  return draftReport(tx, { name: 'receipts-and-payments', format, now, days, ...parts })
}

/** The cash and bank accounts with what was on each before and after the period; opening balances were there before. */
export async function findCash(
  tx: Tx,
  days: FiscalYear,
): Promise<{ accountId: AccountId; code: string; name: string; opening: Kobo; closing: Kobo }[]> {
  const [accounts, sums] = await Promise.all([findCashAccounts(tx), findSums(tx, days, { openingFirst: true })])
  const known = new Map(sums.map((each) => [each.accountId, each]))
  return accounts.map((account) => {
    const found = known.get(account.accountId)
    return {
      ...account,
      opening: found ? netOf('asset', found.opening) : (0n as Kobo),
      closing: found ? netOf('asset', closingSides(found)) : (0n as Kobo),
    }
  })
}

function lineOf({ accountId, code, name, amount }: Flow) {
  return { accountId, code, name, amount }
}
