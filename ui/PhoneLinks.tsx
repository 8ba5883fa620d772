import { MessageCircle, Phone } from 'lucide'
import { Icon } from './Icon.tsx'
import './PhoneLinks.css'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** +2348031234567 as people here read it: 0803 123 4567. */
export function phoneText(phone: string | null): string {
  if (phone === null) return strings.noPhone
  const digits = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return digits ? `0${digits[1]} ${digits[2]} ${digits[3]}` : phone
}

/** The address that opens WhatsApp with a message to this phone. */
export function whatsAppLink(phone: string, message?: string): string {
  return `https://wa.me/${phone.replace('+', '')}${message ? `?text=${encodeURIComponent(message)}` : ''}`
}

/** Tap to call and tap to write. */
export function PhoneLinks({ phone, name }: { phone: string | null; name: string }) {
  if (phone === null) return <span className="muted">{strings.noPhone}</span>
  return (
    <span className="phone-links">
      <a href={`tel:${phone}`} aria-label={fill(strings.callOn, { name, phone: phoneText(phone) })}>
        <Icon of={Phone} size={16} />
        <span className="number">{phoneText(phone)}</span>
      </a>
      <a href={whatsAppLink(phone)} target="_blank" rel="noreferrer" aria-label={fill(strings.whatsappName, { name })}>
        <Icon of={MessageCircle} size={16} />
        {strings.whatsapp}
      </a>
    </span>
  )
}
