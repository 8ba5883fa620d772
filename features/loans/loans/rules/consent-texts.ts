import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import { type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import { consentCodes } from './consent.ts'
import * as strings from './strings.ts'

type Asked = { borrower: string; loan: string; principal: Kobo; society: string }

/** What a guarantor without a login is told by SMS. */
export const consentTexts = {
  code: ({ borrower, loan, principal }: Omit<Asked, 'society'>, code: string) =>
    oneSms((short) =>
      fill(strings.consentCode, {
        code,
        loan: short(loan),
        principal: moneyText(principal),
        borrower: short(borrower),
        minutes: consentCodes.minutes,
      }),
    ),
  link: ({ borrower, principal, society }: Omit<Asked, 'loan'>, by: Day, url: string) =>
    oneSms((short) =>
      fill(strings.consentLink, {
        society: short(society),
        borrower: short(borrower),
        principal: moneyText(principal),
        by: dayText(by),
        url,
      }),
    ),
  confirmed: ({ borrower, loan, principal, society }: Asked, held: Kobo) =>
    oneSms((short) => {
      const signed = {
        society: short(society),
        borrower: short(borrower),
        loan: short(loan),
        principal: moneyText(principal),
      }
      return held > zeroKobo
        ? fill(strings.signedAndPledged, { ...signed, held: moneyText(held) })
        : fill(strings.signedAsGuarantor, signed)
    }),
}
