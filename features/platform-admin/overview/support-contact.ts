import * as z from 'zod/mini'
import type { Phone } from '#core/phone.ts'
import { endpoint } from '#core/contract/endpoint.ts'

export const supportContact = z.object({
  email: z.string(),
  phone: z.custom<Phone>(),
  whatsapp: z.custom<Phone>(),
  /** The super admin has not entered the real ones yet. */
  isSample: z.boolean(),
})

export const getSupportContact = endpoint({
  method: 'GET',
  path: '/support-contact',
  summary: 'Where people reach those who run this installation.',
  access: 'public',
  reply: supportContact,
})
