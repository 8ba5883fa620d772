import { messageChannels, type MessageChannel, type MessageKind } from '#features/access/messages/rules/message.ts'

export const channels = messageChannels
export type Channel = MessageChannel

export type OutgoingMessage = {
  /** The same at each try, for a provider that sends what it has sent already only once. */
  id: string
  channel: Channel
  kind: MessageKind
  to: string
  subject: string | null
  text: string
}

/** What became of a message: its id at the provider, or why it was not delivered and whether another try can help. */
export type Delivery =
  | {
      deliveredAs: string
      parts?: number
      cost?: string
      /** What is left at the provider in naira, as a decimal text. */
      balance?: string
    }
  | { retryBecause: string }
  /** Taken from this moment on. */
  | { deferredUntil: Date; because: string }
  /** `mayHaveArrived`: tries that were cut off may have arrived, so it is not sent another way either. */
  | { refusedBecause: string; mayHaveArrived?: true }
  /** No answer came, so it may have left. */
  | { unsureBecause: string }

/** A way out of the server for messages. What `send` throws counts as a reason to try again. */
export type MessagePort = {
  /** Kept with each message that left by it. */
  name: string
  channels: readonly Channel[]
  /** Whether the provider says later what became of a message. */
  givesReceipts?: boolean
  /** Whether a message that leaves once too often harms no one and costs nothing. */
  isRepeatable?: boolean
  send(message: OutgoingMessage): Promise<Delivery>
}

/** What a provider says later of a message that it took: without an outcome it is still on its way. */
export type Receipt = { id: string; outcome?: 'delivered' | { failedBecause: string }; cost?: string }
