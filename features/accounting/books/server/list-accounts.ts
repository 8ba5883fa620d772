import type { listAccounts as contract } from '#features/accounting/books/books-closing.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refusalMessage } from '#core/contract/refusals.ts'
import type { AccountId } from '#core/ids.ts'
import { normalSide } from '#features/accounting/books/rules/account.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { neededCodes } from '#features/accounting/books/rules/chart.ts'
import { findChart } from './queries.ts'

export type ChartAccount = Replied<typeof contract>

/** The society's accounts by code, with what is on them now. */
export async function listAccounts(tx: Tx): Promise<ChartAccount[]> {
  const rows = await findChart(tx)
  return rows.map(({ net, ...row }) => {
    const balance = (normalSide(row.class) === 'debit' ? net : -net) as Kobo
    return { ...row, balance, staysBecause: whyStays({ ...row, balance }) }
  })
}

export async function findChartAccount(tx: Tx, id: AccountId): Promise<ChartAccount> {
  return (await listAccounts(tx)).find((account) => account.id === id) ?? refuse('not_found')
}

/** Why an account may not be retired now, in the words of the refusal. */
function whyStays({
  isControl,
  code,
  name,
  balance,
}: Pick<ChartAccount, 'isControl' | 'code' | 'name' | 'balance'>): string | null {
  if (isControl) return refusalMessage('account_is_control', {})
  if (neededCodes.includes(code)) return refusalMessage('account_is_used', { name })
  return balance === 0n ? null : refusalMessage('account_has_balance', { balance: moneyText(balance) })
}
