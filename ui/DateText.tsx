import type { Day } from '#core/calendar.ts'
import { dateText, dayText, instantText } from './format.ts'

/** A day, or an instant with (`time`) or without its time, in Lagos. */
export function DateText({ on, time = false }: { on: Day | Date; time?: boolean }) {
  if (typeof on === 'string')
    return (
      <time className="number" dateTime={on}>
        {dayText(on)}
      </time>
    )
  return (
    <time className="number" dateTime={on.toISOString()} {...(time ? {} : { title: instantText(on) })}>
      {time ? instantText(on) : dateText(on)}
    </time>
  )
}
