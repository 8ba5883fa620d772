import { type Kobo, koboFromText } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import * as strings from './strings.ts'

export const messageKinds = ['code', 'security', 'receipt', 'reminder', 'meeting', 'loan', 'notice'] as const
export type MessageKind = (typeof messageKinds)[number]

/** The kinds of which a member chooses the way; codes and warnings always come. */
export const choosableKinds = ['receipt', 'reminder', 'meeting', 'loan'] as const satisfies readonly MessageKind[]
export type ChoosableKind = (typeof choosableKinds)[number]

/** The kinds of which the society says how they usually come; reminders have their own settings, a notice says it each time. */
export const usualKinds = ['receipt', 'loan'] as const satisfies readonly ChoosableKind[]
export type UsualKind = (typeof usualKinds)[number]

/** Beside the app, where everything is. */
export const messageWays = ['app', 'sms', 'email', 'both', 'whatsapp'] as const
export type MessageWay = (typeof messageWays)[number]

/** What a society can say for its members: WhatsApp takes the consent of each. */
export const usualWays = ['app', 'sms', 'email', 'both'] as const satisfies readonly MessageWay[]
export type UsualWay = (typeof usualWays)[number]

export const messageChannels = ['sms', 'email', 'whatsapp'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** Delivered is what a provider's receipt says; one that gives no receipts leaves a message sent. */
export const messageStates = ['waiting', 'sent', 'delivered', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

/** How far back the list of messages goes, in days. */
export const messagesListedDays = 30

/** For how many days the text of a message that did not arrive is stored, sealed; until then it can be sent again. */
export const messageTextKeptDays = 7

/** The largest limit of SMS of a month. */
export const smsMonthMaxMax = 10_000_000

/** How often a message that failed may be sent again. */
export const sendAgainMax = 3

/** Whether the text may be stored after the try: a code opens an account, and a new one is made as easily. */
export function mayKeepText(kind: MessageKind): boolean {
  return kind !== 'code'
}

/** The end of a number or the domain of an address: enough to tell recipients apart. */
export function maskedRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  return at === -1 ? `…${recipient.slice(-4)}` : `…${recipient.slice(at)}`
}

export type SentMessage = { kind: MessageKind; state: MessageState; sentAgain: number; hasText: boolean }

/** Why a message is not sent again, or nothing. */
export function whyNotSendAgain({ kind, state, sentAgain, hasText }: SentMessage): Refusal | undefined {
  if (state !== 'failed') return new Refusal('message_not_failed', { state })
  if (kind === 'code') return new Refusal('message_is_code')
  if (sentAgain >= sendAgainMax) return new Refusal('message_sent_again_often', { max: sendAgainMax })
  return hasText ? undefined : new Refusal('message_text_gone', { days: messageTextKeptDays })
}

/** What the provider charged, of “4.0” or “NGN 2.2000”; what is less than a kobo is left out. Undefined in another currency. */
export function messageCost(text: string | null): Kobo | undefined {
  const [, naira] = /^(?:NGN )?(\d{1,9}(?:\.\d{1,2})?)\d*$/.exec(text ?? '') ?? []
  return naira === undefined ? undefined : koboFromText(naira)
}

/** Whether so many of the month's SMS are used that the officers are to know. */
export function isNearlyUsed({ used, max }: { used: number; max: number }): boolean {
  return used * 5 >= max * 4
}

const providerNames: Record<string, string> = {
  termii: strings.termii,
  africastalking: strings.africasTalking,
  whatsapp: strings.whatsapp,
  smtp: strings.mailServer,
  'outbox file': strings.fileOnTheServer,
}

/** What a way out of the server is called on a screen. */
export function providerName(provider: string): string {
  return providerNames[provider] ?? provider
}
