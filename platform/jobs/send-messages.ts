import { mayKeepText, type MessageKind } from '#features/access/messages/rules/message.ts'
import { isUrgent, quietUntil } from '#features/access/messages/rules/quiet-hours.ts'
import type { Services } from '#platform/context.ts'
import { sealMessageText, unsealMessageText } from '#platform/credentials/message-text.ts'
import type { Database } from '#platform/db/database.ts'
import { applyEarlyReceipt, lockReceipt } from '#platform/db/messages.ts'
import { sql } from '#platform/db/sql.ts'
import { sentMessages } from '#platform/telemetry/instruments.ts'
import type { Delivery, MessagePort, OutgoingMessage } from '#platform/messages/message-port.ts'

/** Identifiers of messages of one cooperative. */
export type MessagesJob = { messages: readonly string[] }

/** A message of which this many tries have no known outcome is not sent again: it may have arrived twice. */
const unsureTriesMax = 2
/** Tries by one provider, until the next takes over. */
const triesByProvider = 3

/** `sealed`: in place of the text, of a message that is sent again. */
type Stored = { id: string; kind: MessageKind; text: string; sealed: Buffer | null }
type Tried = OutgoingMessage & Stored & { attempts: number; unsureTries: number }

/**
 * Sends those of the messages that are not sent yet, each outside a transaction, so that a slow provider locks neither a
 * connection nor a row. What was sent loses its text, and where a receipt may still say that it did not arrive, or it failed,
 * the text is stored sealed; that of a code never is. In the quiet hours only codes and warnings leave, the others wait for their end. One that fails does not stop the next; at the end an error asks for
 * another try. A message on its way when the server is killed may be sent a second time, and no
 * third time.
 */
export async function sendMessages(
  {
    database,
    secret,
    messaging: { quietHours },
    messagesWaiting,
  }: Pick<Services, 'database' | 'secret' | 'messaging' | 'messagesWaiting'>,
  ports: readonly MessagePort[],
  { messages }: MessagesJob,
  now = new Date(),
): Promise<void> {
  const until = quietHours && quietUntil(now, quietHours)
  const waiting = await database.jobs(async (tx) => {
    const found = await tx.many<{ id: string; kind: MessageKind }>(sql`
      select message_id as id, kind from platform.message
      where message_id = any(${messages}::uuid[]) and sent_at is null and gave_up_at is null order by created_at, message_id`)
    const putOff = until ? found.filter(({ kind }) => !isUrgent(kind)).map(({ id }) => id) : []
    if (putOff.length > 0) await tx.run(sql`select platform.put_off_messages(${putOff}::uuid[], ${until})`)
    return found.filter(({ id }) => !putOff.includes(id))
  })
  const reasons: string[] = []
  const ids = waiting.map(({ id }) => id)
  for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
    const message = await beginTry(database, id)
    if (message === undefined) continue
    const port = portFor(ports, message)
    const delivery = port
      ? await deliver(port, message, secret)
      : { refusedBecause: `Nothing here sends messages by ${message.channel}` }
    if (await leavesBySms(database, message, delivery)) {
      ids.unshift(id)
      continue
    }
    sentMessages.add({ channel: message.channel, outcome: outcomeOf(delivery) })
    await noteDelivery({ database, messagesWaiting }, message, port, delivery, textToKeep(secret, message))
    const reason =
      'retryBecause' in delivery
        ? delivery.retryBecause
        : 'unsureBecause' in delivery
          ? delivery.unsureBecause
          : undefined
    if (reason !== undefined) reasons.push(reason)
  }
  if (reasons.length > 0)
    throw new Error(`${reasons.length} of ${waiting.length} messages could not be sent: ${reasons[0]}`)
}

/** WhatsApp's triesByProvider failures, or one refusal, after which a message leaves by SMS instead: never where it may have arrived. */
async function leavesBySms(database: Database, { id, channel, attempts }: Tried, delivery: Delivery): Promise<boolean> {
  if (channel !== 'whatsapp') return false
  const isRefused = 'refusedBecause' in delivery && !delivery.mayHaveArrived
  if (!isRefused && !('retryBecause' in delivery && attempts >= triesByProvider)) return false
  const reason =
    'refusedBecause' in delivery ? delivery.refusedBecause : 'retryBecause' in delivery ? delivery.retryBecause : ''
  return database.jobs(async (tx) => {
    const changed = await tx.run(sql`
      update platform.message set channel = 'sms', not_by_whatsapp = ${reason}, attempts = 0, unsure_tries = 0
      where message_id = ${id} and channel = 'whatsapp' and sent_at is null and gave_up_at is null`)
    return changed > 0
  })
}

/** Counts the try as one without a known outcome until its outcome is noted, so that a killed server leaves that mark. */
function beginTry(database: Database, id: string): Promise<Tried | undefined> {
  return database.jobs((tx) =>
    tx.maybe<Tried>(sql`
      update platform.message set attempts = attempts + 1, unsure_tries = unsure_tries + 1
      where message_id = ${id} and sent_at is null and gave_up_at is null
      returning message_id as id, kind, channel, recipient as to, subject, body as text, sealed_text as sealed, attempts, unsure_tries`),
  )
}

/** The first of the channel's providers; the next after some failed tries, or after one without an answer. */
function portFor(ports: readonly MessagePort[], { channel, attempts, unsureTries }: Tried): MessagePort | undefined {
  const able = ports.filter(({ channels }) => channels.includes(channel))
  return able[(Math.floor((attempts - 1) / triesByProvider) + unsureTries - 1) % able.length]
}

/** Ends the tries: the messages are kept with the reason of the last failure, and with their text sealed. */
export async function giveUpMessages(
  { database, secret }: Pick<Services, 'database' | 'secret'>,
  { messages }: MessagesJob,
): Promise<void> {
  await database.jobs(async (tx) => {
    const failed = await tx.many<Stored>(sql`
      select message_id as id, kind, body as text, sealed_text as sealed from platform.message
      where message_id = any(${messages}::uuid[]) and sent_at is null and gave_up_at is null for update`)
    await tx.run(sql`
      update platform.message g set gave_up_at = now(), body = '', sealed_text = f.sealed
      from unnest(${failed.map(({ id }) => id)}::uuid[], ${failed.map((each) => textToKeep(secret, each))}::bytea[]) as f(id, sealed)
      where g.message_id = f.id`)
  })
}

/** The text as it is stored once the message has left or failed; none where it holds a code. */
function textToKeep(secret: Buffer, { id, kind, text, sealed }: Stored): Buffer | null {
  return mayKeepText(kind) ? (sealed ?? sealMessageText(secret, id, text)) : null
}

const outcomeOf = (delivery: Delivery) =>
  'deliveredAs' in delivery ? 'delivered' : 'refusedBecause' in delivery ? 'refused' : 'retry'

async function deliver(port: MessagePort, { sealed, ...message }: Tried, secret: Buffer): Promise<Delivery> {
  if (message.unsureTries > unsureTriesMax && !port.isRepeatable)
    return {
      refusedBecause: 'Two tries were cut off and may have arrived, so there was no third',
      mayHaveArrived: true,
    }
  try {
    const text = sealed === null ? message.text : unsealMessageText(secret, message.id, sealed)
    const delivery = await port.send({ ...message, text: textBy(message, text) })
    return 'unsureBecause' in delivery && message.unsureTries === unsureTriesMax
      ? {
          refusedBecause: `${delivery.unsureBecause} twice. The message may have arrived, so there was no third try`,
          mayHaveArrived: true,
        }
      : delivery
  } catch (error) {
    return { retryBecause: error instanceof Error ? error.message : String(error) }
  }
}

/** What was to leave by WhatsApp has the society's name beside its text, which an SMS has in it. */
function textBy({ channel, subject }: Pick<Tried, 'channel' | 'subject'>, text: string): string {
  return channel === 'sms' && subject !== null ? `${subject}: ${text}` : text
}

async function noteDelivery(
  { database, messagesWaiting }: Pick<Services, 'database' | 'messagesWaiting'>,
  { id }: Tried,
  port: MessagePort | undefined,
  delivery: Delivery,
  sealed: Buffer | null,
): Promise<void> {
  const outcome =
    'deliveredAs' in delivery
      ? sql`sent_at = now(), body = '', failure = null, provider_id = ${delivery.deliveredAs}, parts = ${delivery.parts ?? null},
          cost = ${delivery.cost ?? null}, sealed_text = ${port?.givesReceipts ? sealed : null}, unsure_tries = unsure_tries - 1`
      : 'refusedBecause' in delivery
        ? sql`gave_up_at = now(), body = '', failure = ${delivery.refusedBecause}, is_refused = true, sealed_text = ${sealed}, unsure_tries = unsure_tries - 1`
        : 'retryBecause' in delivery
          ? sql`failure = ${delivery.retryBecause}, unsure_tries = unsure_tries - 1`
          : 'deferredUntil' in delivery
            ? sql`failure = ${delivery.because}, attempts = attempts - 1, unsure_tries = unsure_tries - 1`
            : sql`failure = ${delivery.unsureBecause}`
  await database.jobs(async (tx) => {
    const provider = port && 'deliveredAs' in delivery && port.givesReceipts ? port.name : undefined
    const providerId = 'deliveredAs' in delivery ? delivery.deliveredAs : ''
    if (provider) await lockReceipt(tx, provider, providerId)
    await tx.run(sql`update platform.message set provider = ${port?.name ?? null}, ${outcome} where message_id = ${id}`)
    if ('deferredUntil' in delivery)
      await tx.run(sql`select platform.put_off_messages(${[id]}::uuid[], ${delivery.deferredUntil})`)
    if (port && 'deliveredAs' in delivery && delivery.balance !== undefined)
      await tx.run(sql`
        insert into platform.sms_balance (provider, balance) values (${port.name}, ${delivery.balance}::numeric)
        on conflict (provider) do update set balance = excluded.balance, noted_at = now()`)
    if (provider && (await applyEarlyReceipt(tx, provider, providerId))) tx.afterCommit(messagesWaiting)
  })
}
