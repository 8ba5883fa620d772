import { CalendarDays } from 'lucide'
import { Suspense, lazy } from 'react'
import { Link } from '#web/router/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { OwnVotes } from './OwnVotes.tsx'
import { MeetingTable } from './MeetingTable.tsx'

const OwnActions = lazy(async () => ({ default: (await import('./OwnActions.tsx')).OwnActions }))
const OwnElections = lazy(async () => ({ default: (await import('./OwnElections.tsx')).OwnElections }))
const OwnOfficers = lazy(async () => ({ default: (await import('./OwnOfficers.tsx')).OwnOfficers }))

/** The society's meetings, votes, elections and officers as its members see them. */
export function OwnMeetingsPage() {
  return (
    <Page
      title="Meetings"
      description="When your cooperative meets, and what it decided."
      actions={
        <Link className={buttonClass()} to="/member/meetings/enquiries">
          Complaints and suggestions
        </Link>
      }
    >
      <Suspense>
        <OwnActions />
      </Suspense>
      <Suspense>
        <OwnElections />
      </Suspense>
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
      <Suspense>
        <OwnOfficers />
      </Suspense>
    </Page>
  )
}
