import { useQuery } from '@tanstack/react-query'
import type { MeetingId } from '#core/ids.ts'
import { getMeeting } from '#features/governance/meetings/contract.ts'
import { query } from '#ui/api/query.ts'
import { useParams } from '#ui/router/place.ts'
import { Suspense, lazy } from 'react'
import { may } from '#ui/session/may.ts'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { MeetingPaper } from './MeetingPaper.tsx'
import { MeetingTag } from './MeetingTag.tsx'

const AddToCalendar = lazy(async () => ({ default: (await import('./AddToCalendar.tsx')).AddToCalendar }))
const MeetingButtons = lazy(async () => ({ default: (await import('./MeetingButtons.tsx')).MeetingButtons }))
const Attendance = lazy(async () => ({ default: (await import('./Attendance.tsx')).Attendance }))
const Minutes = lazy(async () => ({ default: (await import('./Minutes.tsx')).Minutes }))
const MeetingLoans = lazy(async () => ({ default: (await import('./MeetingLoans.tsx')).MeetingLoans }))
const MeetingVotes = lazy(async () => ({ default: (await import('./MeetingVotes.tsx')).MeetingVotes }))
const PreviousActions = lazy(async () => ({ default: (await import('./PreviousActions.tsx')).PreviousActions }))
const MeetingNotice = lazy(async () => ({ default: (await import('./MeetingNotice.tsx')).MeetingNotice }))
const MeetingDialogs = lazy(async () => ({ default: (await import('./MeetingDialogs.tsx')).MeetingDialogs }))

/** One meeting: its paper, who is present, its minutes. */
export function MeetingPage() {
  const { meetingId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getMeeting, { id: meetingId as MeetingId }))
  const { choice, filter, set } = useListSearch()
  const tab = choice('tab', ['meeting', 'attendance', 'minutes', 'votes', 'loans']) ?? 'meeting'
  const doing = may('meeting.manage') ? filter('do') : ''
  if (!data) {
    return (
      <Page title="Meeting">
        <Card>
          {error ? (
            <LoadProblem title="Failed to load the meeting" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      </Page>
    )
  }
  return (
    <Page
      title={data.title}
      tabTitle={data.title}
      description={<MeetingTag meeting={data} />}
      actions={
        <>
          <Suspense>
            <AddToCalendar meeting={data} />
            <MeetingButtons meeting={data} onDo={(what) => set({ do: what, tab })} />
          </Suspense>
        </>
      }
    >
      {data.status === 'planned' && (
        <Suspense fallback={<SkeletonLines lines={2} />}>
          <MeetingNotice meeting={data} />
        </Suspense>
      )}
      <Tabs
        label="Meeting"
        tabs={[
          { key: 'meeting', label: 'Meeting' },
          {
            key: 'attendance',
            label: `Attendance${data.status === 'held' || data.present > 0 ? ` (${data.present})` : ''}`,
          },
          { key: 'minutes', label: 'Minutes' },
          ...(data.kind === 'committee' ? [] : [{ key: 'votes' as const, label: 'Votes' }]),
          { key: 'loans', label: 'Loans', needs: 'loan.review' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'meeting' ? undefined : next, q: undefined, show: undefined })}
      >
        {tab === 'meeting' && (
          <>
            <Card>
              <MeetingPaper meeting={data} />
            </Card>
            <Suspense>
              <div className="meeting-screen">
                <PreviousActions meeting={data} />
              </div>
            </Suspense>
          </>
        )}
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {tab === 'attendance' && <Attendance meeting={data} />}
          {tab === 'votes' && <MeetingVotes meeting={data} />}
          {tab === 'loans' && may('loan.review') && <MeetingLoans meeting={data} />}
          {tab === 'minutes' && <Minutes key={data.id} meeting={data} />}
        </Suspense>
      </Tabs>
      <Suspense>
        {doing && <MeetingDialogs doing={doing} meeting={data} onClose={() => set({ do: undefined })} />}
      </Suspense>
    </Page>
  )
}
