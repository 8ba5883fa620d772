import type { turnOnPush as contract } from '#features/access/push/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { isOutsideUrl } from '#platform/limits/outside-url.ts'
import { useQuota } from '#platform/limits/quotas.ts'
import { addPushJob, saveSubscription } from './store.ts'

/** Refuses: push_address, test_notifications_many. Where the address leads is checked at each sending. */
export async function turnOnPush(
  context: Context,
  _caller: Caller,
  { greet = false, ...subscription }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  const { database, now, pushesWaiting, webhooksToLoopback: allowsLoopback } = context
  if (!actor) return refuse('not_signed_in')
  if (!isOutsideUrl(subscription.endpoint, allowsLoopback)) refuse('push_address', { field: 'endpoint' })
  const { sessionId: session } = actor
  if (greet) await database.auth((own) => useQuota(own, context, 'test_notifications', actor.loginId))
  await database.auth(async (tx) => {
    await saveSubscription(tx, session, subscription)
    if (!greet) return
    await addPushJob(tx, { session, id: newId(), greets: true }, now)
    tx.afterCommit(pushesWaiting)
  })
  return { isOn: true }
}
