import { CalendarDays } from 'lucide'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Link } from '#web/router/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { OwnElections } from './OwnElections.tsx'
import { OwnVotes } from './OwnVotes.tsx'
import { MeetingTable } from './MeetingTable.tsx'

/** The society's meetings as its members see them. */
export function OwnMeetingsPage() {
  return (
    <Page
      title="Meetings"
      description="When your cooperative meets, and what it decided."
      actions={
        <Link className={buttonClass()} to="/member/meetings/officers">
          Officers
        </Link>
      }
    >
      <OwnElections />
      <OwnVotes />
      <MeetingTable
        to="/member/meetings/$meetingId"
        none={
          <EmptyState icon={CalendarDays} title="No meeting is planned">
            The next meeting appears here once your officers have planned it. You are told on the bell when they send
            its notice.
          </EmptyState>
        }
      />
    </Page>
  )
}
