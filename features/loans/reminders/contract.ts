import * as z from 'zod/mini'
import { remindDaysMax } from '#features/loans/loans/rules/reminder.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { whole } from '#core/contract/fields.ts'

const yesOrNo = z.optional(z.boolean('Use true or false'))

const reminders = z.object({
  /** Days before an instalment falls due; 0: not before. */
  remindDaysBefore: z.number(),
  /** 1, 7 and 30 days after, while something is late; guarantors at 30. */
  remindOverdue: z.boolean(),
  /** As well as in the app. */
  remindBySms: z.boolean(),
  remindByEmail: z.boolean(),
})

export const getReminders = endpoint({
  method: 'GET',
  path: '/financial/reminders',
  summary: 'When borrowers are reminded of their instalments, and by what ways.',
  access: 'configuration.review',
  reply: reminders,
})

export const updateReminders = endpoint({
  method: 'PUT',
  path: '/financial/reminders',
  summary: 'Changes what it names of when and how borrowers are reminded; the history keeps what it was.',
  access: 'configuration.update',
  says: ['settings', 'Changed the loan reminders'],
  changes: ['financial/reminders'],
  body: z.strictObject({
    remindDaysBefore: z.optional(whole(remindDaysMax)),
    remindOverdue: yesOrNo,
    remindBySms: yesOrNo,
    remindByEmail: yesOrNo,
  }),
  reply: reminders,
  message: 'Reminders changed',
})
