import * as contract from '#features/payments/online-payments/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import type { Context } from '#platform/context.ts'
import { scopeOf } from '#platform/db/database.ts'
import { holdAtProvider } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, remove, upsert } from '#platform/db/write.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import {
  findHolder,
  findPaymentAccounts,
  findSettings,
  findTransferType,
  type PaymentSettings,
  readSettings,
} from './reads.ts'

const onlinePaymentsUnavailable = refusal(
  'online_payments_unavailable',
  409,
  'This installation has no payment provider. Ask those who run it to set one up.',
)
const subaccountMissing = refusal(
  'subaccount_missing',
  422,
  'Enter the code of your sub-account at the provider, so that the money goes to your society.',
)
const subaccountOfOther = refusal(
  'subaccount_of_other',
  422,
  'This is not the code of a sub-account at the payment provider of this installation. Copy it from its dashboard.',
)
const subaccountTaken = refusal(
  'subaccount_taken',
  409,
  'Another cooperative on this platform has this sub-account. Enter the code of your own, from the payment provider’s dashboard.',
)
const subaccountUnknown = refusal(
  'subaccount_unknown',
  422,
  'The payment provider has no sub-account with this code. Copy the code from the provider’s dashboard.',
)

type Input = Parsed<typeof contract.updatePaymentSettings>

/** Refuses: online_payments_unavailable, subaccount_missing, subaccount_of_other, subaccount_taken, payment_accounts_missing, account_type_not_found. */
export const updatePaymentSettings = Object.assign(
  waitingAction(
    contract.updatePaymentSettings,
    ({ tx }, input) => describeSettings(tx, input),
    async ({ tx, actor, context }, input) => {
      const { payments } = context
      if (input.isOn) {
        if (!payments) refuse(onlinePaymentsUnavailable({ field: 'isOn' }))
        if (payments?.needsSubaccount && input.subaccount === null) refuse(subaccountMissing({ field: 'subaccount' }))
        if (payments?.needsSubaccount && input.subaccount !== null && !payments.isSubaccount(input.subaccount))
          refuse(subaccountOfOther({ field: 'subaccount' }))
        await findPaymentAccounts(tx)
      }
      if (input.subaccount !== null && !(await holdAtProvider(tx, 'subaccount', input.subaccount)))
        refuse(subaccountTaken({ field: 'subaccount' }))
      const change = await describeSettings(tx, input)
      await upsert(tx, 'app.online_payment_settings', ['cooperativeId'], { transfersTo: null, ...input })
      if (change)
        notifyOfficers(tx, actor.cooperativeId, {
          type: 'warning',
          message: t('{name} changed online payments. {description}.', {
            name: actor.name,
            description: change.description,
          }),
        })
      return readSettings(tx, context)
    },
  ),
  { prepare: askForHolder },
)

/** The old and the new settings for the approver, because another sub-account sends members' money elsewhere. */
async function describeSettings(tx: Tx, input: Input): Promise<{ description: string } | undefined> {
  const kept = await findSettings(tx)
  const [before, after] = [await wordsOf(tx, kept), await wordsOf(tx, { transfersTo: null, ...input })]
  return before === after ? undefined : { description: t('Online payments: {before} → {after}', { before, after }) }
}

async function wordsOf(tx: Tx, { isOn, subaccount, chargeBorneBy, transfersTo }: PaymentSettings): Promise<string> {
  const holder = subaccount === null ? undefined : await findHolder(tx, subaccount)
  const named =
    subaccount === null
      ? t('no sub-account')
      : holder
        ? t('{subaccount} of {holder} ({bank}, account ending {accountEnd})', { subaccount, ...holder })
        : subaccount
  const settings = { isOn: isOn ? 'on' : 'off', subaccount: named, chargeBorneBy }
  return transfersTo === null
    ? t('{isOn}, {subaccount}, charge borne by the {chargeBorneBy}', settings)
    : t('{isOn}, {subaccount}, charge borne by the {chargeBorneBy}, transfers to {account}', {
        ...settings,
        account: await findTransferType(tx, transfersTo),
      })
}

/**
 * Asks the provider whose a sub-account is, before the settings name it, so that the officer who approves them reads it. A provider
 * that can't be reached holds up nothing: then they read that it did not say. Refuses: subaccount_unknown.
 */
async function askForHolder(actor: TenantActor, { subaccount }: Input, { payments, database }: Context): Promise<void> {
  if (!payments?.holderOf || subaccount === null || !payments.isSubaccount(subaccount)) return
  const said = await payments.holderOf(subaccount)
  if ('isUnknown' in said) return refuse(subaccountUnknown({ field: 'subaccount' }))
  await database.tenant<unknown>(scopeOf(actor), (tx) =>
    'retryBecause' in said
      ? remove(tx, 'app.subaccount_holder', { subaccount })
      : upsert(tx, 'app.subaccount_holder', ['cooperativeId', 'subaccount'], {
          ...{ subaccount, holder: said.holder, bank: said.bank, accountEnd: said.accountEnd },
          askedAt: clockTime,
        }),
  )
}
