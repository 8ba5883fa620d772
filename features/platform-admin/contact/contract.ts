import * as z from 'zod/mini'
import { contactMessageStatuses } from './rules/contact-message.ts'
import type { ContactMessageId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { requiredEmail } from '#core/contract/email.ts'
import {
  id,
  instant,
  lengthAtMost,
  listQuery,
  longText,
  optionalLongText,
  requiredText,
} from '#core/contract/fields.ts'

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact-messages',
  summary: 'A visitor writes to the platform; the answer names the number of the message.',
  access: 'public',
  says: null,
  changes: ['contact-messages'],
  body: z.strictObject({
    name: requiredText('Enter your name', 120),
    email: requiredEmail('Enter your email'),
    subject: requiredText('Enter a subject', 150),
    message: longText('Enter a message', 5000),
    // People never see this field; programs that fill whatever they find give themselves away.
    website: z.optional(
      z
        .string('Leave this empty')
        .check(lengthAtMost(0, 'Leave this empty: it is there to stop programs that send advertising')),
    ),
  }),
  reply: z.object({ number: z.string() }),
  status: 201,
  message: 'Message received',
})

const contactMessage = z.object({
  id: id<ContactMessageId>(),
  number: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(contactMessageStatuses),
  note: z.nullable(z.string()),
  createdAt: instant,
  answeredAt: z.nullable(instant),
})

export const contactMessageSorts = ['createdAt', 'name'] as const

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/contact-messages',
  summary: 'What visitors wrote on the contact page, newest first.',
  access: 'contact.answer',
  query: listQuery(contactMessageSorts, { status: z.optional(z.enum(contactMessageStatuses)) }),
  kind: 'list',
  reply: contactMessage,
})

export const updateContactMessage = endpoint({
  method: 'PUT',
  path: '/contact-messages/:id',
  summary: 'Marks a message open or answered, or changes the note on it.',
  access: 'contact.answer',
  says: null,
  changes: ['contact-messages'],
  params: z.object({ id: id<ContactMessageId>() }),
  body: z.strictObject({
    status: z.optional(z.enum(contactMessageStatuses, 'Use open or answered')),
    note: optionalLongText(1000),
  }),
  reply: contactMessage,
  message: 'Message updated',
})
