import { useQuery } from '@tanstack/react-query'
import type { MeetingId } from '#core/ids.ts'
import { getMeeting } from '#features/governance/meetings/contract.ts'
import { query } from '#ui/api/query.ts'
import { useParams } from '#ui/router/place.ts'
import { Printer } from 'lucide'
import { Suspense, lazy } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { todayInLagos } from '#ui/format.ts'
import { MeetingPaper } from './MeetingPaper.tsx'
import { MeetingTag } from './MeetingTag.tsx'
import { mayAttend } from './api.ts'
import * as strings from './strings.ts'

const OwnAnswer = lazy(async () => ({ default: (await import('./OwnAnswer.tsx')).OwnAnswer }))
const OwnAttendance = lazy(async () => ({ default: (await import('./OwnAttendance.tsx')).OwnAttendance }))
const MinutesFile = lazy(async () => ({ default: (await import('./MinutesFile.tsx')).MinutesFile }))
const AddToCalendar = lazy(async () => ({ default: (await import('./AddToCalendar.tsx')).AddToCalendar }))

/** One meeting as a member reads it. */
export function OwnMeetingPage() {
  const { meetingId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getMeeting, { id: meetingId as MeetingId }))
  return (
    <Page
      title={data?.title ?? strings.meeting}
      description={data && <MeetingTag meeting={data} />}
      actions={
        data && (
          <>
            <Suspense>
              <AddToCalendar meeting={data} />
              <MinutesFile meeting={data} />
            </Suspense>
            <Button icon={Printer} onClick={() => print()}>
              {strings.print}
            </Button>
          </>
        )
      }
    >
      {data && (data.ownAttendance || mayAttend(data)) && (
        <Suspense fallback={<Card title={strings.areYouAtTheMeeting} />}>
          <OwnAttendance meeting={data} />
        </Suspense>
      )}
      {data && data.status === 'planned' && data.date >= todayInLagos() && (
        <Suspense fallback={<Card title={strings.willYouCome} />}>
          <OwnAnswer meeting={data} />
        </Suspense>
      )}
      <Card>
        {error ? (
          <LoadProblem title={strings.failedToLoadTheMeeting} error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <MeetingPaper meeting={data} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </Card>
    </Page>
  )
}
