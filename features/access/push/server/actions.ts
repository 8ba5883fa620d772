import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/access/push/contract.ts'
import { openAction } from '#platform/action.ts'
import { pushKey } from '#platform/credentials/push-key.ts'
import { newId } from '#platform/db/id.ts'
import { isOutsideUrl } from '#platform/limits/outside-url.ts'
import { useQuota } from '#platform/limits/quotas.ts'
import { isSubscribed } from './reads.ts'
import { addPushJob, removeSubscription, saveSubscription } from './writes.ts'

const pushAddress = refusal(
  'push_address',
  422,
  'The browser named an address that is not on the internet. Use another browser, or go on without notifications.',
)

export const getPush = openAction(contract.getPush, async ({ database, secret }, _caller, _input, actor) => {
  if (!actor) return refuse('not_signed_in')
  const isOn = await database.auth((tx) => isSubscribed(tx, actor.sessionId))
  return { publicKey: pushKey(secret).publicKey, isOn }
})

/** Refuses: push_address, test_notifications_many. Where the address leads is checked at each sending. */
export const turnOnPush = openAction(
  contract.turnOnPush,
  async (context, _caller, { greet = false, ...subscription }, actor) => {
    const { database, now, pushesWaiting, webhooksToLoopback: allowsLoopback } = context
    if (!actor) return refuse('not_signed_in')
    if (!isOutsideUrl(subscription.endpoint, allowsLoopback)) refuse(pushAddress({ field: 'endpoint' }))
    const { sessionId: session } = actor
    if (greet) await database.auth((own) => useQuota(own, context, 'test_notifications', actor.loginId))
    await database.auth(async (tx) => {
      await saveSubscription(tx, session, subscription)
      if (!greet) return
      await addPushJob(tx, { session, id: newId(), greets: true }, now)
      tx.afterCommit(pushesWaiting)
    })
    return { isOn: true }
  },
)

export const turnOffPush = openAction(contract.turnOffPush, async ({ database }, _caller, _input, actor) => {
  if (!actor) return refuse('not_signed_in')
  await database.auth((tx) => removeSubscription(tx, actor.sessionId))
  return { isOn: false }
})
