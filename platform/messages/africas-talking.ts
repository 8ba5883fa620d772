import { askProvider, fieldOf, textOf } from './ask-provider.ts'
import type { Delivery, MessagePort } from './message-port.ts'
import { costIn } from './cost-in.ts'
import type { ReceiptSource } from './receipts.ts'
import { quietUntil } from '#features/access/messages/rules/quiet-hours.ts'
import { smsParts, smsText } from '#features/access/messages/rules/sms-text.ts'

export type AfricasTalkingSettings = {
  url: string
  username: string
  key: string
  sender: string | undefined
  secret: string
}

const name = "Africa's Talking"

/** Africa's Talking's bulk SMS (docs/providers.md). It has no reference of ours, so a repeated request is a second SMS. */
export function africasTalkingPort(
  { url, username, key, sender }: AfricasTalkingSettings,
  now = () => new Date(),
): MessagePort {
  return {
    name: 'africastalking',
    channels: ['sms'],
    givesReceipts: true,
    async send({ to, text }) {
      const sms = smsText(text)
      const reply = await askProvider(name, `${url}/version1/messaging`, {
        headers: { apiKey: key, accept: 'application/json' },
        body: new URLSearchParams({ username, to, message: sms, bulkSMSMode: '1', ...(sender && { from: sender }) }),
      })
      if (!('status' in reply)) return reply
      const { status, body } = reply
      if (status === 401) return { retryBecause: `${name} refuses AFRICASTALKING_USERNAME or AFRICASTALKING_API_KEY` }
      if (status === 429) return { retryBecause: `${name} asks for fewer messages at once` }
      if (status >= 300) return { retryBecause: `${name} answered ${status}` }
      const data = fieldOf(body, 'SMSMessageData')
      const recipients = fieldOf(data, 'Recipients')
      const recipient: unknown = Array.isArray(recipients) ? recipients[0] : undefined
      const id = textOf(recipient, 'messageId')
      const code = Number(textOf(recipient, 'statusCode'))
      if (code >= 100 && code <= 102 && id !== '')
        return { deliveredAs: id, parts: smsParts(sms), ...costIn(textOf(recipient, 'cost')) }
      return failureOf(code, textOf(data, 'Message'), now())
    },
  }
}

/** Hours in Lagos in which the networks of Nigeria take nothing from a sender that is registered as promotional. */
const promotionalBan = { from: 20, until: 8 }

/** Without a recipient the reason is the message of the whole reply, such as InvalidSenderId. */
function failureOf(code: number, said: string, now: Date): Delivery {
  const allowedFrom = code === 409 ? quietUntil(now, promotionalBan) : undefined
  if (allowedFrom)
    return { deferredUntil: allowedFrom, because: `${name} takes messages of a promotional sender from 8:00 to 20:00` }
  if (code === 402 || /sender/i.test(said))
    return { retryBecause: `${name} does not know the sender of AFRICASTALKING_SENDER` }
  if (code === 405 || /balance/i.test(said))
    return { retryBecause: `${name} has no balance left: add credit to the account` }
  if (code === 403 || code === 404) return { refusedBecause: `${name} says that the number is not one (${code})` }
  if (code === 406 || code === 409) return { refusedBecause: `The number takes no messages (${code})` }
  return code > 0
    ? { retryBecause: `${name} could not send it (${code})` }
    : { unsureBecause: `${name} answered without a recipient` }
}

/** Where a message is still on its way. */
const onItsWay: readonly (string | null)[] = ['Sent', 'Submitted', 'Buffered', 'Queued', null]

/** What a network says of a message that failed, in our words: the reason of a failure, or the status itself. */
const reasons: Record<string, string> = {
  UserIsInactive: 'The number is not in use',
  UserAccountSuspended: 'The number is suspended by its network',
  UserInBlackList: 'The number takes no messages from us',
  UserInBlacklist: 'The number takes no messages from us',
  UserNotProvisioned: 'The number can get no SMS',
  UserDoesNotExist: 'The number does not exist',
  AbsentSubscriber: 'The phone was off or out of reach for too long',
  Expired: 'The phone was off or out of reach for too long',
  DoNotDisturbRejection: 'The number takes no messages (do not disturb)',
}

/** Reports are not signed: a secret is in the address that the dashboard of Africa's Talking is given. */
export function africasTalkingReceipts({ secret }: Pick<AfricasTalkingSettings, 'secret'>): ReceiptSource {
  return {
    provider: 'africastalking',
    proofOf: ({ query }) => ({ given: query.get('secret') ?? '', right: secret }),
    read(body) {
      const report = new URLSearchParams(body.toString())
      const status = report.get('status')
      const outcome =
        status === 'Success'
          ? ('delivered' as const)
          : onItsWay.includes(status)
            ? undefined
            : // Also a status that is not known: a message would otherwise count as sent for ever.
              {
                failedBecause:
                  reasons[report.get('failureReason') ?? ''] ??
                  reasons[status ?? ''] ??
                  'The network could not deliver the message',
              }
      return { id: report.get('id') ?? '', ...(outcome && { outcome }) }
    },
  }
}
