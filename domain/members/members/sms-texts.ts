import { oneSms } from '#domain/access/messages/one-sms.ts'

/** What goes to one member by SMS. */
export const memberTexts = {
  phoneMoved: (by: string, member: string, membershipno: string, hasOther: boolean) =>
    oneSms(
      (short) =>
        `Ajose: ${short(by)} moved the login of ${short(member)}, member ${membershipno}, ${hasOther ? 'from this phone to another' : 'away from this phone'}. If you did not ask for this, call your cooperative.`,
    ),
  codeOfNumber: (firstName: string, membershipno: string, code: string) =>
    oneSms(
      (short) =>
        `Ajose: ${short(firstName)}, you log in with your membership number ${membershipno}. Your activation code is ${code}. Set your password with it within 14 days.`,
    ),
  codeOfPhone: (membershipno: string, code: string) =>
    `Ajose: this phone is now the login of member ${membershipno}. Your activation code is ${code}. Set your password with it within 14 days.`,
  newCode: (firstName: string, membershipno: string, code: string) =>
    oneSms(
      (short) =>
        `Ajose: ${short(firstName)}, your activation code for member ${membershipno} is ${code}. It works for 14 days; earlier codes have ended.`,
    ),
  bankChanged: (by: string, membershipno: string, bank: string, accountEnd: string) =>
    oneSms(
      (short) =>
        `Ajose: ${short(by)} changed the bank account of member ${membershipno} to ${short(bank)} ...${accountEnd}. If you did not ask for this, call your cooperative now.`,
    ),
}
