import * as contract from '#features/loans/reminders/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { getReminders } from './queries.ts'
import { updateReminders } from './update-reminders.ts'

export const reminderRoutes = [
  bind(contract.getReminders, getReminders),
  bind(contract.updateReminders, updateReminders),
]
