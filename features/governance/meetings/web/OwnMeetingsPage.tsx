import { CalendarDays } from 'lucide'
import { Suspense, lazy } from 'react'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { OwnVotes } from './OwnVotes.tsx'
import { MeetingTable } from './MeetingTable.tsx'
import * as strings from './strings.ts'

const OwnActions = lazy(async () => ({ default: (await import('./OwnActions.tsx')).OwnActions }))
const OwnElections = lazy(async () => ({ default: (await import('./OwnElections.tsx')).OwnElections }))
const OwnOfficers = lazy(async () => ({ default: (await import('./OwnOfficers.tsx')).OwnOfficers }))

/** The society's meetings, votes, elections and officers as its members see them. */
export function OwnMeetingsPage() {
  return (
    <Page
      title={strings.meetings}
      description={strings.whenYourCooperativeMeetsAnd}
      actions={
        <Link className={buttonClass()} to="/member/meetings/enquiries">
          {strings.complaintsAndSuggestions}
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
          <EmptyState icon={CalendarDays} title={strings.noMeetingIsPlanned}>
            {strings.theNextMeetingAppearsHere}
          </EmptyState>
        }
      />
      <Suspense>
        <OwnOfficers />
      </Suspense>
    </Page>
  )
}
