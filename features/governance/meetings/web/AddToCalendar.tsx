import { CalendarPlus } from 'lucide'
import { calendarFile } from '#features/governance/meetings/rules/calendar-file.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'
import type { Meeting } from './api.ts'
import * as strings from './strings.ts'

/** Hands the meeting to the calendar of the phone or computer as a file. */
export function AddToCalendar({ meeting }: { meeting: Meeting }) {
  const save = () => {
    const text = calendarFile(meeting, { host: location.hostname, now: new Date() })
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `meeting-${meeting.date}.ics`)
  }
  return (
    <Button icon={CalendarPlus} onClick={save}>
      {strings.addToCalendar}
    </Button>
  )
}
