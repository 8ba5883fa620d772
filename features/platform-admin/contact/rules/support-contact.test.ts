import { expect, test } from 'vitest'
import type { Phone } from '#core/phone.ts'
import { support } from '#core/support.ts'
import { pageWith, spacedPhone } from './support-contact.ts'

test("a page shows the installation's own address and numbers, each where its sample was", () => {
  const page = `<a href="mailto:${support.email}?subject=Security">${support.email}</a><a href="https://wa.me/${support.phone.slice(1)}">WhatsApp</a><a href="tel:${support.phone}">${support.phoneText}</a><p id="sample-contact">Sample</p>`
  const shown = pageWith(page, {
    email: "help&$'@unity.example",
    phone: '+2342013334444' as Phone,
    whatsapp: '+2348031234567' as Phone,
  })
  expect(shown).toBe(
    `<a href="mailto:help&amp;$'@unity.example?subject=Security">help&amp;$'@unity.example</a><a href="https://wa.me/2348031234567">WhatsApp</a><a href="tel:+2342013334444">+234 201 333 4444</a><p id="sample-contact" hidden="">Sample</p>`,
  )
  expect(spacedPhone('+2348031234567' as Phone)).toBe('+234 803 123 4567')
})
