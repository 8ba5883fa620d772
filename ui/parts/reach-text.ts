import { countText, plural } from '#ui/format.ts'

/** How a message to members went out; null where that was not counted. */
type Reach = { recipients: number; inApp: number | null; sms: number; emails: number; unreached: number | null }

/** “299 members: 4 in the app, 120 by SMS; 175 can’t be reached”. */
export function reachText({ recipients, inApp, sms, emails, unreached }: Reach): string {
  const ways = [
    ...(inApp === null ? [] : [`${countText(inApp)} in the app`]),
    ...(sms > 0 ? [`${countText(sms)} by SMS`] : []),
    ...(emails > 0 ? [`${countText(emails)} by email`] : []),
  ]
  const reached = [plural(recipients, 'member'), ...(ways.length > 0 ? [ways.join(', ')] : [])].join(': ')
  return unreached ? `${reached}; ${countText(unreached)} can’t be reached` : reached
}
