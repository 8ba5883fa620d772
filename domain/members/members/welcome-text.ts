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
  return `${society}: welcome ${firstName}, your member number is ${membershipno}.${sharesPhone ? ' You log in with this number.' : ''} Code ${code}, valid for 14 days. Set your password: ${publicUrl.replace(/\/$/, '')}/forgot-password?activate=1`
}
