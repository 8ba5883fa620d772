import * as z from 'zod/mini'
import { accountPhoneFrom, type Phone, phoneFrom } from '#core/phone.ts'
import { requiredEmail } from '#core/contract/email.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { lengthAtMost } from '#core/contract/fields.ts'
import { supportContact } from './support-contact.ts'

const lineLengthMax = 40

/** A Nigerian line in any form that people type, a landline too. */
const line = (sentence: string) =>
  z.codec(
    z.string(sentence).check(
      lengthAtMost(lineLengthMax, sentence),
      z.refine((text) => accountPhoneFrom(text) !== undefined, sentence),
    ),
    z.custom<Phone>(),
    { decode: (text) => accountPhoneFrom(text) as Phone, encode: (value) => value as string },
  )

/** WhatsApp answers on mobile numbers. */
const mobile = (sentence: string) =>
  z.codec(
    z.string(sentence).check(
      lengthAtMost(lineLengthMax, sentence),
      z.refine((text) => phoneFrom(text) !== undefined, sentence),
    ),
    z.custom<Phone>(),
    { decode: (text) => phoneFrom(text) as Phone, encode: (value) => value as string },
  )

export const updateSupportContact = endpoint({
  method: 'PUT',
  path: '/support-contact',
  summary: 'Changes where people reach those who run this installation, on the public pages and in the app.',
  access: 'contact.answer',
  says: null,
  changes: ['support-contact'],
  body: z.strictObject({
    email: requiredEmail('Enter the email address that you read'),
    phone: line('Enter a Nigerian phone number, such as 0803 123 4567'),
    whatsapp: mobile('Enter the mobile number of your WhatsApp, such as 0803 123 4567'),
  }),
  reply: supportContact,
  message: 'Contact details changed',
})
