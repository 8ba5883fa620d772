import { labelled } from '#domain/words.ts'
import type { ChoosableKind, MessageWay } from '#domain/access/messages/message.ts'

export const wayWords: Record<MessageWay, string> = labelled({
  app: 'In the app only',
  sms: 'In the app and by SMS',
  email: 'In the app and by email',
  both: 'In the app, by SMS and email',
  whatsapp: 'In the app and by WhatsApp',
})

export const choosableWords: Record<ChoosableKind, string> = labelled({
  receipt: 'Receipts of payments',
  reminder: 'Reminders of instalments',
  meeting: 'Notices of meetings',
  loan: 'Decisions on loans',
})
