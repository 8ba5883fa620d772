import { oneSms } from '#domain/access/messages/one-sms.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** The SMS with which a person receives an activation code: from which society, as which member, and where a password is set. */
export function welcomeText({
  society,
  firstName,
  membershipno,
  sharesPhone,
  code,
  publicUrl,
}: {
  society: string
  firstName: string
  membershipno: string
  sharesPhone: boolean
  code: string
  publicUrl: string
}): string {
  const address = `${publicUrl.replace(/\/$/, '')}/forgot-password?activate=1`
  return oneSms((short) =>
    fill(sharesPhone ? strings.welcomeByNumber : strings.welcome, {
      society: short(society),
      firstName: short(firstName),
      membershipno,
      code,
      address,
    }),
  )
}
