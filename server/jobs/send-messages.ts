import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { sentMessages } from '#server/telemetry/instruments.ts'
import type { Delivery, MessagePort, OutgoingMessage } from '#server/messages/message-port.ts'

/** Identifiers of messages of one cooperative. */
export type MessagesJob = { messages: readonly string[] }

/** A message of which this many tries have no known outcome is not sent again: it may have arrived twice. */
const unsureTriesMax = 2
/** Tries by one provider, until the next takes over. */
const triesByProvider = 3

type Tried = OutgoingMessage & { attempts: number; unsureTries: number }

/**
 * Sends those of the messages that are not sent yet, each outside a transaction, so that a slow provider locks neither a
 * connection nor a row. What was sent loses its text, because it may hold a code. One that fails does not stop the next; at
 * the end an error asks for another try. A message on its way when the server is killed may be sent a second time, and no
 * third time.
 */
export async function sendMessages(
  database: Database,
  ports: readonly MessagePort[],
  { messages }: MessagesJob,
): Promise<void> {
  const waiting = await database.jobs((tx) =>
    tx.many<{ id: string }>(sql`
      select message_id as id from platform.message
      where message_id = any(${messages}::uuid[]) and sent_at is null and gave_up_at is null order by created_at, message_id`),
  )
  const reasons: string[] = []
  for (const { id } of waiting) {
    const message = await beginTry(database, id)
    if (message === undefined) continue
    const port = portFor(ports, message)
    const delivery = port
      ? await deliver(port, message)
      : { refusedBecause: `Nothing here sends messages by ${message.channel}` }
    sentMessages.add({ channel: message.channel, outcome: outcomeOf(delivery) })
    await noteDelivery(database, id, port?.name ?? null, delivery)
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

/** Counts the try as one without a known outcome until its outcome is noted, so that a killed server leaves that mark. */
function beginTry(database: Database, id: string): Promise<Tried | undefined> {
  return database.jobs((tx) =>
    tx.maybe<Tried>(sql`
      update platform.message set attempts = attempts + 1, unsure_tries = unsure_tries + 1
      where message_id = ${id} and sent_at is null and gave_up_at is null
      returning message_id as id, channel, recipient as to, subject, body as text, attempts, unsure_tries as "unsureTries"`),
  )
}

/** The first of the channel's providers; the next after some failed tries, or after one without an answer. */
function portFor(ports: readonly MessagePort[], { channel, attempts, unsureTries }: Tried): MessagePort | undefined {
  const able = ports.filter(({ channels }) => channels.includes(channel))
  return able[(Math.floor((attempts - 1) / triesByProvider) + unsureTries - 1) % able.length]
}

/** Ends the tries: the messages are kept without their text, with the reason of the last failure. */
export async function giveUpMessages(database: Database, { messages }: MessagesJob): Promise<void> {
  await database.jobs((tx) =>
    tx.run(sql`
      update platform.message set gave_up_at = now(), body = ''
      where message_id = any(${messages}::uuid[]) and sent_at is null and gave_up_at is null`),
  )
}

const outcomeOf = (delivery: Delivery) =>
  'deliveredAs' in delivery ? 'delivered' : 'refusedBecause' in delivery ? 'refused' : 'retry'

async function deliver(port: MessagePort, message: Tried): Promise<Delivery> {
  if (message.unsureTries > unsureTriesMax && !port.isRepeatable)
    return { refusedBecause: 'Two tries were cut off and may have arrived, so there was no third' }
  try {
    const delivery = await port.send(message)
    return 'unsureBecause' in delivery && message.unsureTries === unsureTriesMax
      ? { refusedBecause: `${delivery.unsureBecause} twice. The message may have arrived, so there was no third try` }
      : delivery
  } catch (error) {
    return { retryBecause: error instanceof Error ? error.message : String(error) }
  }
}

async function noteDelivery(
  database: Database,
  id: string,
  provider: string | null,
  delivery: Delivery,
): Promise<void> {
  const outcome =
    'deliveredAs' in delivery
      ? sql`sent_at = now(), body = '', failure = null, provider_id = ${delivery.deliveredAs}, parts = ${delivery.parts ?? null},
          cost = ${delivery.cost ?? null}, unsure_tries = unsure_tries - 1`
      : 'refusedBecause' in delivery
        ? sql`gave_up_at = now(), body = '', failure = ${delivery.refusedBecause}, unsure_tries = unsure_tries - 1`
        : 'retryBecause' in delivery
          ? sql`failure = ${delivery.retryBecause}, unsure_tries = unsure_tries - 1`
          : sql`failure = ${delivery.unsureBecause}`
  await database.jobs((tx) =>
    tx.run(sql`update platform.message set provider = ${provider}, ${outcome} where message_id = ${id}`),
  )
}
