import { oneSms } from '#domain/access/messages/one-sms.ts'

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
  return oneSms(
    (short) =>
      `${short(society)}: welcome ${short(firstName)}, ${sharesPhone ? 'log in as' : 'member'} ${membershipno}. Code ${code}, for 14 days. Set a password: ${address}`,
  )
}
