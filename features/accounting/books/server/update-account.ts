import type { updateAccount as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings, renameAccounts, retireAccount } from '#platform/ledger/ledger.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { neededCodes } from '#features/accounting/books/rules/chart.ts'
import { type ChartAccount, findChartAccount, listAccounts } from './list-accounts.ts'
import { insertAccountChange } from './store.ts'

/**
 * Renames an account of the chart, retires it or brings it back. A control account takes its members' accounts' name
 * from its account type, so it is renamed there as well as here and they keep theirs.
 * Refuses: not_found, account_name_taken, account_is_control, account_is_used, account_has_balance.
 */
export async function updateAccount(
  tx: Tx,
  actor: TenantActor,
  { accountId, name, retired }: Parsed<typeof contract>,
): Promise<ChartAccount> {
  await blockPostings(tx, actor.cooperativeId)
  const accounts = await listAccounts(tx)
  const before = accounts.find(({ id }) => id === accountId) ?? refuse('not_found')
  const after = { name: name ?? before.name, retired: retired ?? before.retired }
  const same = accounts.find(
    (account) => account.id !== accountId && foldForSearch(account.name) === foldForSearch(after.name),
  )
  if (same && after.name !== before.name) refuse('account_name_taken', { field: 'name', code: same.code })
  if (after.retired && !before.retired) refuseUnlessRetirable(before)
  const fields = changesBetween({ name: before.name, retired: before.retired }, after)
  if (fields.length === 0) {
    tx.nothingChanged()
    return before
  }

  // From here on the change must succeed.
  if (after.name !== before.name) await renameAccounts(tx, accountId, before.name, after.name)
  if (after.retired !== before.retired) await retireAccount(tx, actor.cooperativeId, accountId, after.retired)
  await insertAccountChange(tx, actor, accountId, `${before.code} ${after.name}`, fields)
  return findChartAccount(tx, accountId)
}

function refuseUnlessRetirable({ isControl, code, name, balance }: ChartAccount): void {
  if (isControl) refuse('account_is_control', { field: 'retired' })
  if (neededCodes.includes(code)) refuse('account_is_used', { field: 'retired', name })
  if (balance !== 0n) refuse('account_has_balance', { field: 'retired', balance: moneyText(balance) })
}
