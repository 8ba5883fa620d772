import type { createAccount as contract } from '#features/accounting/books/books-closing.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { accountClasses } from '#features/accounting/books/rules/account.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Tx } from '#platform/db/tx.ts'
import { openSocietyAccount } from '#platform/ledger/ledger.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { type ChartAccount, findChartAccount, listAccounts } from './list-accounts.ts'
import { insertAccountChange } from './store.ts'

/** Adds an account to the chart. Refuses: account_class_wrong, account_code_taken, account_name_taken. */
export async function createAccount(
  tx: Tx,
  actor: TenantActor,
  { code, name, class: accountClass, holdsCash = false }: Parsed<typeof contract>,
): Promise<ChartAccount> {
  const wanted = accountClasses[Number(code[0]) - 1]
  if (wanted !== accountClass) refuse('account_class_wrong', { field: 'class', digit: code[0], class: wanted })
  if (holdsCash && accountClass !== 'asset')
    refuse('account_class_wrong', { field: 'holdsCash', digit: code[0], class: accountClass })
  const accounts = await listAccounts(tx)
  const sameCode = accounts.find((account) => account.code === code)
  if (sameCode) refuse('account_code_taken', { field: 'code', code, name: sameCode.name })
  const sameName = accounts.find((account) => foldForSearch(account.name) === foldForSearch(name))
  if (sameName) refuse('account_name_taken', { field: 'name', code: sameName.code })

  // From here on it must succeed; of two who add the same code at once, the second finds it taken.
  const accountId =
    (await openSocietyAccount(tx, actor.cooperativeId, { code, name, class: accountClass, holdsCash })) ??
    refuse('account_code_taken', { field: 'code', code, name })
  await insertAccountChange(
    tx,
    actor,
    accountId,
    `${code} ${name}`,
    changesBetween({}, { code, name, class: accountClass, ...(holdsCash && { holdsCash }) }),
  )
  return findChartAccount(tx, accountId)
}
