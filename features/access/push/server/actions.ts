import type { SessionId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/access/push/contract.ts'
import { openAction } from '#platform/action.ts'
import { pushKey } from '#platform/credentials/push-key.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { isOutsideUrl } from '#platform/limits/outside-url.ts'
import { useQuota } from '#platform/limits/quotas.ts'
import { addPushJob, removeSubscription, type Subscription } from './writes.ts'

const pushAddress = refusal(
  'push_address',
  422,
  'The browser named an address that is not on the internet. Use another browser, or go on without notifications.',
)

export const getPush = openAction(contract.getPush, async ({ database, secret }, _caller, _input, actor) => {
  if (!actor) return refuse('not_signed_in')
  const found = await database.auth((tx) =>
    tx.maybe(sql`select session_id from platform.push_subscription where session_id = ${actor.sessionId}`),
  )
  return { publicKey: pushKey(secret).publicKey, isOn: found !== undefined }
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

/** For this session in place of its earlier one, and in place of another session's of the same browser. */
async function saveSubscription(tx: Tx, sessionId: SessionId, { endpoint, p256dh, auth }: Subscription): Promise<void> {
  await tx.run(sql`delete from platform.push_subscription where endpoint = ${endpoint} and session_id <> ${sessionId}`)
  await tx.run(sql`
    insert into platform.push_subscription (session_id, endpoint, p256dh, auth) values (${sessionId}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`)
}
