import type { Phone } from '#core/phone.ts'
import { support } from '#core/support.ts'

/** Where people reach those who run this installation. */
export type SupportContact = {
  email: string
  phone: Phone
  /** The number of the chat. */
  whatsapp: Phone
}

/** Shown until the super admin enters the real ones. */
export const sampleContact: SupportContact = {
  email: support.email,
  phone: support.phone as Phone,
  whatsapp: support.phone as Phone,
}

/** +2348031234567: “+234 803 123 4567”. */
export function spacedPhone(phone: Phone): string {
  return phone.replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4')
}

/**
 * A public page with these in the place of the sample ones, with which the build renders it; the note that says that they
 * are samples is hidden.
 */
export function pageWith(page: string, { email, phone, whatsapp }: SupportContact): string {
  const real: [string, string][] = [
    [support.email, escaped(email)],
    [`https://wa.me/${support.phone.slice(1)}`, `https://wa.me/${whatsapp.slice(1)}`],
    [support.phone, phone],
    [support.phoneText, spacedPhone(phone)],
    ['id="sample-contact"', 'id="sample-contact" hidden=""'],
  ]
  // As functions: a replacement text would give dollar signs a meaning.
  return real.reduce((text, [sample, own]) => text.replaceAll(sample, () => own), page)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
