import { oneSms } from '#domain/access/messages/one-sms.ts'
import { type Day, dayText } from '#domain/calendar.ts'
import { type Kobo, moneyText, zeroKobo } from '#domain/money.ts'
import { consentCodes } from './consent.ts'

type Asked = { borrower: string; loan: string; principal: Kobo; society: string }

/** What a guarantor without a login is told by SMS. */
export const consentTexts = {
  code: ({ borrower, loan, principal }: Omit<Asked, 'society'>, code: string) =>
    oneSms(
      (short) =>
        `Ajose: ${code} is your code about the ${short(loan)} loan of ${moneyText(principal)} for ${short(borrower)}. It works for ${consentCodes.minutes} minutes. Share it with no one, not even an officer.`,
    ),
  link: ({ borrower, principal, society }: Omit<Asked, 'loan'>, by: Day, url: string) =>
    oneSms(
      (short) =>
        `${short(society)}: ${short(borrower)} asks you to guarantee ${moneyText(principal)}. By ${dayText(by)}: ${url}`,
    ),
  confirmed: ({ borrower, loan, principal, society }: Asked, held: Kobo) =>
    oneSms(
      (short) =>
        `Ajose: ${short(society)}: you signed as guarantor of ${short(borrower)}, ${short(loan)} loan of ${moneyText(principal)}.${held > zeroKobo ? ` ${moneyText(held)} is pledged.` : ''} Not you? Call at once.`,
    ),
}
