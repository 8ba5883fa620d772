import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What a former member is told by SMS and email of a letter that an officer recorded in their name. */
export const erasureTexts = {
  letterRecorded: (by: string, name: string, membershipno: string) =>
    oneSms((short) => fill(strings.erasureLetterRecorded, { by: short(by), name: short(name), membershipno })),
}
