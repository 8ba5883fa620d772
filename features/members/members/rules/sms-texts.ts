import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What goes to one member by SMS. */
export const memberTexts = {
  phoneMoved: (by: string, member: string, membershipno: string, hasOther: boolean) =>
    oneSms((short) =>
      fill(hasOther ? strings.loginMovedToAnother : strings.loginMovedAway, {
        by: short(by),
        member: short(member),
        membershipno,
      }),
    ),
  nomineesChanged: (by: string, membershipno: string) =>
    oneSms((short) => fill(strings.nomineesChanged, { by: short(by), membershipno })),
  bankChanged: (by: string, membershipno: string, bank: string, accountEnd: string) =>
    oneSms((short) => fill(strings.bankChanged, { by: short(by), membershipno, bank: short(bank), accountEnd })),
}
