import { randomBytes } from 'node:crypto'
import { isSelf } from '#core/actor.ts'
import type { PayoutKeyId, ProviderPayoutId } from '#core/ids.ts'
import { kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { maskedAccount } from '#features/members/members/rules/bank-details.ts'
import { isNamedFor } from '#features/payments/batches/rules/account-warnings.ts'
import { filesText } from '#features/payments/batches/server/actions.ts'
import {
  batchIsSent,
  findDecidersAmong,
  findItems,
  findPaymentBatch,
  type Item,
  lockBatch,
  ownPayment,
} from '#features/payments/batches/server/reads.ts'
import * as contract from '#features/payments/payouts/contract.ts'
import { isLiveKey } from '#features/payments/payouts/rules/payout.ts'
import { action } from '#platform/action.ts'
import { payoutKeyHash, sealPayoutKey } from '#platform/credentials/payout-key.ts'
import { newId } from '#platform/db/id.ts'
import { holdAtProvider } from '#platform/db/payments.ts'
import { addNamesJob, addPayoutJobs } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, insert, update } from '#platform/db/write.ts'
import { countOnTheirWay, findHeld, findKey, findLimit, findUsedKey, readPayoutSettings } from './reads.ts'
import { insertPayouts, markKeyUsed, markQueued } from './writes.ts'

const payoutKeyTaken = refusal(
  'payout_key_taken',
  409,
  'Another cooperative on this platform has this secret key. Enter the key of your own Paystack account.',
)
const payoutsUnavailable = refusal(
  'payouts_unavailable',
  409,
  'This installation can’t send payments. Ask those who run it to set up a payment provider.',
)
const payoutKeyTest = refusal(
  'payout_key_test',
  422,
  'This is a test key, which moves no money. Enter the secret key that begins with sk_live_.',
)
const payoutKeyLive = refusal(
  'payout_key_live',
  422,
  'No money moves in the sandbox. Enter a test key, which begins with sk_test_, and keep your live key to yourself.',
)
const bankFileLeft = refusal(
  'bank_file_left',
  409,
  'A bank file of this batch was {files}. If the bank was not given it, declare the file void first. Otherwise members are paid twice.',
)
const payoutLimit = refusal(
  'payout_limit',
  409,
  'Your society sends at most {limit} a day, and {left} is left today. Send the batch tomorrow, or have the limit raised.',
)
const payoutsNoneHeld = refusal(
  'payouts_none_held',
  409,
  'No payment of this batch waits to be sent again. Reload the page.',
)
const payoutKeyMissing = refusal(
  'payout_key_missing',
  409,
  'Enter the secret key of your Paystack account under Configuration, Bank accounts first.',
)

/**
 * Stores a key apart from the request to use it: what waits for another officer is kept as it was sent, and a key is not to be in
 * that. Refuses: payouts_unavailable, payout_key_test, payout_key_live, payout_key_taken.
 */
export const enterPayoutKey = action(contract.enterPayoutKey, async ({ tx, actor, context }, { secretKey }) => {
  const { payouts, secret } = context
  if (!payouts) return refuse(payoutsUnavailable({ field: 'secretKey' }))
  if (payouts.isSandbox && isLiveKey(secretKey)) refuse(payoutKeyLive({ field: 'secretKey' }))
  if (!payouts.takesTestKeys && !isLiveKey(secretKey)) refuse(payoutKeyTest({ field: 'secretKey' }))
  // By a keyed hash, because the sealed key is different each time.
  if (!(await holdAtProvider(tx, 'key', payoutKeyHash(secret, secretKey))))
    refuse(payoutKeyTaken({ field: 'secretKey' }))
  const id = newId<PayoutKeyId>()
  const sealed = sealPayoutKey(secret, id, secretKey)
  await ensureSettings(tx)
  // In the place of a key that was entered and not agreed to.
  await update(tx, 'app.payout_key', { endedAt: null, usedSince: null }, ended)
  await insert(tx, 'app.payout_key', {
    keyId: id,
    provider: payouts.name,
    sealedKey: sealed,
    keyEnd: secretKey.slice(-4),
    enteredByName: actor.name,
  })
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'warning',
    message: t('{name} entered a Paystack key to pay members with. It is not used before it is agreed to.', {
      name: actor.name,
    }),
    link: '/coop/financial-operations/setup?tab=banks',
  })
  return readPayoutSettings(tx, context)
})

const ended = { sealedKey: null, endedAt: clockTime }

/** The address of the webhook, once. */
async function ensureSettings(tx: Tx): Promise<void> {
  await insert(tx, 'app.payout_settings', { address: randomBytes(16).toString('hex') }, { unlessThere: true })
}

/** Refuses: not_found, payout_key_status, payouts_on_their_way. */
export const usePayoutKey = waitingAction(
  contract.usePayoutKey,
  async ({ tx, context }, { keyId }) => {
    // Which key takes the place of which.
    const [key, used] = [await findKey(tx, keyId), await findUsedKey(tx, context.payouts?.name)]
    const entered = { keyEnd: key.keyEnd, enteredBy: key.enteredBy }
    return {
      description: used
        ? t(
            'Members are paid with the Paystack key ending in {keyEnd}, which {enteredBy} entered, instead of the one ending in {usedKeyEnd}',
            { ...entered, usedKeyEnd: used.keyEnd },
          )
        : t(
            'Members are paid with the Paystack key ending in {keyEnd}, which {enteredBy} entered, instead of none',
            entered,
          ),
    }
  },
  async ({ tx, actor, context }, { keyId }) => {
    const { keyEnd } = await findKey(tx, keyId)
    // Another account does not know what this one sent, and would send it again.
    const count = await countOnTheirWay(tx)
    if (count > 0) refuse('payouts_on_their_way', { count })
    await markKeyUsed(tx, keyId)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: t('Payment batches can be sent from the Paystack account whose key ends in {keyEnd}.', { keyEnd }),
      link: '/coop/financial-operations/setup?tab=banks',
    })
    return readPayoutSettings(tx, context)
  },
)

/** Refuses: not_found, payout_key_status, payouts_on_their_way. */
export const endPayoutKey = action(contract.endPayoutKey, async ({ tx, actor, context }, { keyId }) => {
  const { keyEnd, usedSince } = await findKey(tx, keyId)
  const count = usedSince === null ? 0 : await countOnTheirWay(tx)
  if (count > 0) refuse('payouts_on_their_way', { count })
  await update(tx, 'app.payout_key', { keyId, endedAt: null }, ended)
  notifyOfficers(tx, actor.cooperativeId, {
    message: t('{name} removed the Paystack key ending in {keyEnd}.', { name: actor.name, keyEnd }),
    link: '/coop/financial-operations/setup?tab=banks',
  })
  return readPayoutSettings(tx, context)
})

export const updatePayoutLimit = waitingAction(
  contract.updatePayoutLimit,
  async ({ tx }, { dailyLimit }) => {
    // A lower limit needs no one else.
    const { limit } = await findLimit(tx)
    if (limit === null || (dailyLimit !== null && dailyLimit <= limit)) return undefined
    const after = dailyLimit === null ? t('no limit') : moneyText(dailyLimit)
    return {
      description: t('Paystack sends members at most so much a day: {before} → {after}', {
        before: moneyText(limit),
        after,
      }),
    }
  },
  async ({ tx, actor, context }, { dailyLimit }) => {
    await ensureSettings(tx)
    await update(tx, 'app.payout_settings', { cooperativeId: actor.cooperativeId }, { dailyLimit })
    return readPayoutSettings(tx, context)
  },
)

/**
 * Has the provider pay what waits in an approved batch. Refuses: not_found, payment_batch_status, batch_is_sent, payouts_unavailable,
 * payout_key_missing, own_payment, bank_file_left, payout_limit.
 */
export const sendPaymentBatch = waitingAction(
  contract.sendPaymentBatch,
  async ({ tx, context }, { batchId }) => {
    // What the other officer reads: the sum, the account that pays, what became of files for the bank, and the accounts for which the bank has another name.
    const batch = await findPaymentBatch(tx, batchId)
    const [key, items] = [await findUsedKey(tx, context.payouts?.name), await findItems(tx, batch)]
    const waiting = items.filter(({ status }) => status === 'waiting')
    const others = waiting.flatMap(({ enquiry, memberName, accountNumber }) =>
      enquiry?.name && !isNamedFor(enquiry.name, memberName)
        ? [`${memberName}, ${maskedAccount(accountNumber)}: ${enquiry.name}`]
        : [],
    )
    const shown = others.slice(0, 10)
    const [names, more] = [shown.join('; '), others.length - shown.length]
    const [officer] = await findDecidersAmong(
      tx,
      waiting.map(({ memberId }) => memberId),
    )
    const amount = sumOf(waiting)
    return {
      description: [
        t(
          'Payment batch {number} is sent by Paystack, with the key ending in {keyEnd}: {payments} of {amount} together.',
          {
            ...{ number: batch.number, keyEnd: key?.keyEnd ?? 'none', amount: moneyText(amount) },
            payments: `${waiting.length} ${waiting.length === 1 ? 'payment' : 'payments'}`,
          },
        ),
        batch.files.length === 0
          ? t('No bank file of it was downloaded.')
          : t('Its bank file is void: {files}.', { files: filesText(batch.files) }),
        ...(more > 0 ? [t('The bank has another name for: {names} and {more} more.', { names, more })] : []),
        ...(more === 0 && names ? [t('The bank has another name for: {names}.', { names })] : []),
      ].join(' '),
      ...(officer && { ownMemberId: officer }),
      money: { amount, approvals: 1 },
    }
  },
  async ({ tx, actor, context }, { batchId }) => {
    const batch = await lockBatch(tx, batchId, 'approved')
    if (batch.isSent) refuse(batchIsSent())
    const { payouts } = context
    if (!payouts) return refuse(payoutsUnavailable())
    const key = await findUsedKey(tx, payouts.name)
    if (!key) return refuse(payoutKeyMissing())
    const waiting = (await findItems(tx, batch)).filter(({ status }) => status === 'waiting')
    if (waiting.some(({ memberId }) => isSelf(actor, memberId))) refuse(ownPayment())
    const left = batch.files.filter(({ voidAt }) => voidAt === null)
    if (left.length > 0) refuse(bankFileLeft({ files: filesText(left) }))
    await refuseAboveLimit(tx, waiting)

    // From here on it must succeed.
    const orders = waiting.map(({ line }) => ({ id: newId<ProviderPayoutId>(), line }))
    await insertPayouts(tx, actor, batchId, payouts.name, orders)
    await addPayoutJobs(
      tx,
      orders.map(({ id }) => id),
      context.payoutsWaiting,
    )
    return findPaymentBatch(tx, batchId)
  },
)

async function refuseAboveLimit(tx: Tx, waiting: readonly Item[]): Promise<void> {
  const { limit, sent } = await findLimit(tx)
  if (limit === null) return
  const left = limit > sent ? kobo(limit - sent) : zeroKobo
  if (sumOf(waiting) > left) refuse(payoutLimit({ limit: moneyText(limit), left: moneyText(left) }))
}

const sumOf = (items: readonly Item[]) => sumKobo(items.map(({ amount }) => amount))

/**
 * Tries again what two officers had sent and the provider did not take; each keeps its reference. Refuses: not_found,
 * payment_batch_status, payout_key_missing, payouts_none_held.
 */
export const sendHeldPayments = action(contract.sendHeldPayments, async ({ tx, context }, { batchId }) => {
  await lockBatch(tx, batchId, 'approved')
  if (!(await findUsedKey(tx, context.payouts?.name))) refuse(payoutKeyMissing())
  const held = await findHeld(tx, batchId)
  if (held.length === 0) refuse(payoutsNoneHeld())
  await markQueued(tx, held)
  await addPayoutJobs(tx, held, context.payoutsWaiting)
  return findPaymentBatch(tx, batchId)
})

/** Refuses: not_found, payout_key_missing. */
export const askForNames = action(contract.askForNames, async ({ tx, context }, { batchId }) => {
  const batch = await findPaymentBatch(tx, batchId)
  if (!(await addNamesJob(tx, batchId, context.payoutsWaiting))) refuse(payoutKeyMissing())
  return batch
})
