import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { t } from '#core/sentence.ts'

/** What goes to one member by SMS. */
export const memberTexts = {
  phoneMoved: (by: string, member: string, membershipno: string, hasOther: boolean) =>
    oneSms((short) =>
      t(
        hasOther
          ? 'Ajose: {by} moved the login of {member}, member {membershipno}, from this phone to another. If you did not ask for this, call your cooperative.'
          : 'Ajose: {by} moved the login of {member}, member {membershipno}, away from this phone. If you did not ask for this, call your cooperative.',
        { by: short(by), member: short(member), membershipno },
      ),
    ),
  nomineesChanged: (by: string, membershipno: string) =>
    oneSms((short) =>
      t(
        'Ajose: {by} changed the nominees of member {membershipno}. If you did not ask for this, call your cooperative now.',
        { by: short(by), membershipno },
      ),
    ),
  bankChanged: (by: string, membershipno: string, bank: string, accountEnd: string) =>
    oneSms((short) =>
      t(
        'Ajose: {by} changed the bank account of member {membershipno} to {bank} ...{accountEnd}. If you did not ask for this, call your cooperative now.',
        { by: short(by), membershipno, bank: short(bank), accountEnd },
      ),
    ),
}
