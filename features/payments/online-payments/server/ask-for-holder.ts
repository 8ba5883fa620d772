import type { updatePaymentSettings as contract } from '#features/payments/online-payments/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { scopeOf } from '#platform/db/database.ts'
import { saveHolder } from './store.ts'

/**
 * Asks the provider whose a sub-account is, before the settings name it, so that the officer who approves them reads it. A provider
 * that can't be reached holds up nothing: then they read that it did not say. Refuses: subaccount_unknown.
 */
export async function askForHolder(
  actor: TenantActor,
  { subaccount }: Parsed<typeof contract>,
  { payments, database }: Context,
): Promise<void> {
  if (!payments?.holderOf || subaccount === null || !payments.isSubaccount(subaccount)) return
  const said = await payments.holderOf(subaccount)
  if ('isUnknown' in said) return refuse('subaccount_unknown', { field: 'subaccount' })
  await database.tenant(scopeOf(actor), (tx) =>
    saveHolder(tx, actor.cooperativeId, subaccount, 'retryBecause' in said ? undefined : said),
  )
}
