import { labelled } from '#core/words.ts'
import type { ChoosableKind, MessageWay } from '#features/access/messages/rules/message.ts'
import * as strings from './strings.ts'

export const wayWords: Record<MessageWay, string> = labelled({
  app: strings.inTheAppOnly,
  sms: strings.inTheAppAndBy,
  email: strings.inTheAppAndByEmail,
  both: strings.inTheAppBySms,
  whatsapp: strings.inTheAppAndByWhatsapp,
})

export const choosableWords: Record<ChoosableKind, string> = labelled({
  receipt: strings.receiptsOfPayments,
  reminder: strings.remindersOfInstalments,
  meeting: strings.noticesOfMeetings,
  loan: strings.decisionsOnLoans,
})
