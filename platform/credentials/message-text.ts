import { seal, unseal } from './sealing.ts'

/** Seals the text of one message: beside another message it opens nothing. */
export function sealMessageText(secret: Buffer, messageId: string, text: string): Buffer {
  return seal(keyOf(secret, messageId), text)
}

export function unsealMessageText(secret: Buffer, messageId: string, sealed: Buffer): string {
  return unseal(keyOf(secret, messageId), sealed)
}

const keyOf = (secret: Buffer, messageId: string) => `message ${messageId} ${secret.toString('hex')}`
