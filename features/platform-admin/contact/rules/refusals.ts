import { refusal } from '#core/refusal.ts'

export const tooManyContactMessages = refusal(
  'too_many_contact_messages',
  429,
  'Too many messages came from your network within an hour. Try again later, or call or email us instead.',
)
