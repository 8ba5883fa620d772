import { quietUntil } from '#features/access/messages/rules/quiet-hours.ts'
import { t } from '#core/sentence.ts'
import type { Services } from '#platform/context.ts'
import { pushKey } from '#platform/credentials/push-key.ts'
import { postOutside } from '#platform/limits/post-outside.ts'
import type { PushTurns } from '#platform/limits/push-turns.ts'
import { findTold } from './reads.ts'
import { addPushJob, type PushJob, removeSubscription } from './writes.ts'

/** Seconds for which a push service keeps a message for a device that is off. */
const keptSeconds = 3 * 24 * 60 * 60
/** Push services answer within a second; what takes longer is in the way of others. */
const answerSeconds = 4
/** After how many milliseconds a push is looked at again that found the others of its owner or push service under way. */
const busyMilliseconds = 2000

/**
 * Notifies one device, outside any transaction and encrypted for it alone (RFC 8291), unless its session has ended or what it
 * would be told is gone; in the quiet hours at their end. A device that its push service does not know any more is
 * forgotten. Throws where another try may help; a message that leaves twice is shown once, by its id.
 */
export async function sendPush(
  {
    database,
    secret,
    publicUrl,
    messaging: { quietHours },
    webhooksToLoopback: allowsLoopback,
  }: Pick<Services, 'database' | 'secret' | 'publicUrl' | 'messaging' | 'webhooksToLoopback'>,
  turns: PushTurns,
  job: PushJob,
  now = new Date(),
): Promise<void> {
  const until = quietHours && quietUntil(now, quietHours)
  const putOff = (notBefore: Date) => database.jobs((tx) => addPushJob(tx, job, notBefore))
  if (until) return putOff(until)
  const found = await database.jobs((tx) => findTold(tx, job, now))
  const told = job.greets ? { title: null, text: t('Notifications are on for this device.'), link: null } : found
  if (!found || !told || told.text === null) return
  const { default: webPush } = await import('web-push')
  const { title, text, link } = told
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } },
    JSON.stringify({ id: job.id, title: title ?? 'Ajose', text, link }),
    {
      vapidDetails: { subject: subjectOf(publicUrl()), ...pushKey(secret) },
      TTL: keptSeconds,
      contentEncoding: 'aes128gcm',
    },
  )
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const turn = turns.begin({ host: new URL(endpoint).host, owner: found.owner })
  if (!turn) return putOff(new Date(now.getTime() + busyMilliseconds))
  const { answered, failure, isSlow } = await postOutside(
    endpoint,
    { body: body ?? '', headers: sent },
    allowsLoopback,
    answerSeconds,
  )
  turn.end(isSlow)
  if (failure === null) return
  if (answered !== null && isFinal(answered)) return database.jobs((tx) => removeSubscription(tx, job.session))
  throw new Error(`The push service of a device: ${failure}`)
}

/** What no later try changes: the device is unknown, or the message is not for it. Too many at once (429) is none of these. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Whom a push service asks about us; it takes addresses of the web that begin with https alone. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'https://ajose.invalid'
}
