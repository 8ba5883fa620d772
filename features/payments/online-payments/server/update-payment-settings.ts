import type { updatePaymentSettings as contract } from '#features/payments/online-payments/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { holdAtProvider } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import {
  findHolder,
  findPaymentAccounts,
  findSettings,
  findTransferType,
  getPaymentSettings,
  type PaymentSettings,
} from './queries.ts'
import { upsertSettings } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Refuses: online_payments_unavailable, subaccount_missing, subaccount_of_other, subaccount_taken, payment_accounts_missing, account_type_not_found. */
export async function updatePaymentSettings(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { payments } = context
  if (input.isOn) {
    if (!payments) refuse('online_payments_unavailable', { field: 'isOn' })
    if (payments?.needsSubaccount && input.subaccount === null) refuse('subaccount_missing', { field: 'subaccount' })
    if (payments?.needsSubaccount && input.subaccount !== null && !payments.isSubaccount(input.subaccount))
      refuse('subaccount_of_other', { field: 'subaccount' })
    await findPaymentAccounts(tx)
  }
  if (input.subaccount !== null && !(await holdAtProvider(tx, 'subaccount', input.subaccount)))
    refuse('subaccount_taken', { field: 'subaccount' })
  const change = await describePaymentSettings(tx, actor, input)
  await upsertSettings(tx, actor, { transfersTo: null, ...input })
  if (change)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: fill(strings.changedOnlinePayments, { name: actor.name, description: change.description }),
    })
  return getPaymentSettings(tx, actor, {}, context)
}

/** The old and the new settings for the approver, because another sub-account sends members' money elsewhere. */
export async function describePaymentSettings(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const kept = await findSettings(tx)
  const [before, after] = [await wordsOf(tx, kept), await wordsOf(tx, { transfersTo: null, ...input })]
  return before === after ? undefined : { description: fill(strings.onlinePayments, { before, after }) }
}

async function wordsOf(tx: Tx, { isOn, subaccount, chargeBorneBy, transfersTo }: PaymentSettings): Promise<string> {
  const holder = subaccount === null ? undefined : await findHolder(tx, subaccount)
  const named =
    subaccount === null
      ? strings.noSubAccount
      : holder
        ? fill(strings.subaccountOfHolder, { subaccount, ...holder })
        : subaccount
  const settings = { isOn: isOn ? 'on' : 'off', subaccount: named, chargeBorneBy }
  return transfersTo === null
    ? fill(strings.settingsInWords, settings)
    : fill(strings.settingsWithTransfers, { ...settings, account: await findTransferType(tx, transfersTo) })
}
