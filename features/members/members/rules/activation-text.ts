import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const words = {
  welcome: strings.welcome,
  welcomeByNumber: strings.welcomeByNumber,
  phone: strings.codeOfPhone,
  number: strings.codeOfNumber,
  again: strings.newCode,
}

/**
 * The SMS with which a person receives an activation code: from which society, as which member, and where a password is set.
 * `why`: they are new (`welcome`, `welcomeByNumber` where others have the same phone), this phone became their login, they log in
 * by number from now on, or the code before has ended.
 */
export function activationText(
  why: keyof typeof words,
  of: { society: string; firstName: string; membershipno: string; code: string; publicUrl: string },
): string {
  const address = `${of.publicUrl.replace(/\/$/, '')}/forgot-password?activate=1`
  return oneSms((short) =>
    fill(words[why], { ...of, address, society: short(of.society), firstName: short(of.firstName) }),
  )
}
