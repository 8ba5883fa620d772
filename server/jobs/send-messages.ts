import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { sentMessages } from '#server/telemetry/instruments.ts'
import type { Delivery, MessagePort, OutgoingMessage } from '#server/messages/message-port.ts'

/** Identifiers of messages of one cooperative. */
export type MessagesJob = { messages: readonly string[] }

/**
 * Sends those of the messages that are not sent yet, each outside a transaction, so that a slow provider locks neither a
 * connection nor a row. What was sent loses its text, because it may hold a code. One that fails does not stop the next; at
 * the end an error asks for another try. A message on its way when the server is killed may be sent a second time.
 */
export async function sendMessages(
  database: Database,
  ports: readonly MessagePort[],
  { messages }: MessagesJob,
): Promise<void> {
  const waiting = await database.jobs((tx) =>
    tx.many<OutgoingMessage>(sql`
      with tried as (
        update platform.message set attempts = attempts + 1
        where message_id = any(${messages}::uuid[]) and sent_at is null and gave_up_at is null
        returning message_id, channel, recipient, subject, body, created_at)
      select message_id as id, channel, recipient as to, subject, body as text from tried order by created_at, message_id`),
  )
  const reasons: string[] = []
  for (const message of waiting) {
    const delivery = await deliver(ports, message)
    sentMessages.add({ channel: message.channel, outcome: outcomeOf(delivery) })
    await noteDelivery(database, message.id, delivery)
    if ('retryBecause' in delivery) reasons.push(delivery.retryBecause)
  }
  if (reasons.length > 0)
    throw new Error(`${reasons.length} of ${waiting.length} messages could not be sent: ${reasons[0]}`)
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
  'deliveredAs' in delivery ? 'delivered' : 'retryBecause' in delivery ? 'retry' : 'refused'

async function deliver(ports: readonly MessagePort[], message: OutgoingMessage): Promise<Delivery> {
  const port = ports.find(({ channels }) => channels.includes(message.channel))
  if (!port) return { refusedBecause: `Nothing here sends messages by ${message.channel}` }
  try {
    return await port.send(message)
  } catch (error) {
    return { retryBecause: error instanceof Error ? error.message : String(error) }
  }
}

async function noteDelivery(database: Database, id: string, delivery: Delivery): Promise<void> {
  const outcome =
    'deliveredAs' in delivery
      ? sql`sent_at = now(), body = '', failure = null`
      : 'refusedBecause' in delivery
        ? sql`gave_up_at = now(), body = '', failure = ${delivery.refusedBecause}`
        : sql`failure = ${delivery.retryBecause}`
  await database.jobs((tx) => tx.run(sql`update platform.message set ${outcome} where message_id = ${id}`))
}
