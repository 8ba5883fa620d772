import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { said } from '#core/said.ts'
import { t } from '#core/sentence.ts'

const words = {
  welcome: said(
    '{society}: welcome {firstName}, member {membershipno}. Code {code}, for 14 days. Set a password: {address}',
  ),
  welcomeByNumber: said(
    '{society}: welcome {firstName}, log in as {membershipno}. Code {code}, for 14 days. Set a password: {address}',
  ),
  phone: said(
    '{society}: this phone is now the login of {membershipno}. Code {code}, for 14 days. Set a password: {address}',
  ),
  number: said('{society}: {firstName}, log in as {membershipno}. Code {code}, for 14 days. Set a password: {address}'),
  again: said('{society}: {firstName}, new code {code} for {membershipno}, for 14 days. Set a password: {address}'),
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
    t(words[why], { ...of, address, society: short(of.society), firstName: short(of.firstName) }),
  )
}
