import { refuse } from '#domain/refusal.ts'

/** Of the two logins of the sample cooperative; the README publishes them. */
export const samplePasswords = { cooperative: 'sample-treasurer', member: 'sample-member' }

/** Refuses password_published where the sample cooperative is not open, which leaves whoever read the README outside. */
export function refusePublished({ sampleIsOpen }: { sampleIsOpen: boolean }, password: string): void {
  if (!sampleIsOpen && Object.values(samplePasswords).includes(password)) refuse('password_published')
}
