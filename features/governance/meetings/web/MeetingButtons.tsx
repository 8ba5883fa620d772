import { Pencil, Printer, Send } from 'lucide'
import { Button } from '#ui/Button.tsx'
import { todayInLagos } from '#ui/format.ts'
import type { Meeting } from './api.ts'

/** What an officer does with a meeting: only one that is still to come is changed, cancelled or announced. */
export function MeetingButtons({
  meeting,
  onDo,
}: {
  meeting: Meeting
  onDo: (what: 'edit' | 'notice' | 'cancel') => void
}) {
  const print = (
    <Button icon={Printer} onClick={() => window.print()}>
      Print
    </Button>
  )
  if (meeting.status !== 'planned') return print
  return (
    <>
      <Button needs="meeting.manage" look="danger" onClick={() => onDo('cancel')}>
        Cancel meeting
      </Button>
      {print}
      <Button needs="meeting.manage" icon={Pencil} onClick={() => onDo('edit')}>
        Edit
      </Button>
      {meeting.date >= todayInLagos() && (
        <Button needs="meeting.manage" look="primary" icon={Send} onClick={() => onDo('notice')}>
          {meeting.noticeSentAt ? 'Send notice again' : 'Send notice'}
        </Button>
      )}
    </>
  )
}
