import type { Day } from '#core/calendar.ts'
import { daysBetween } from '#core/calendar.ts'
import type { AgeBucket } from './words.ts'

export function ageBucket(deductedOn: Day, today: Day): AgeBucket {
  const days = daysBetween(deductedOn, today)
  if (days <= 30) return 'days0to30'
  if (days <= 60) return 'days31to60'
  return days <= 90 ? 'days61to90' : 'daysOver90'
}
