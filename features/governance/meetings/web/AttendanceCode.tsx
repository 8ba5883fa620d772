import { useQuery } from '@tanstack/react-query'
import { getAttendanceCode } from '#features/governance/meetings/attendance.ts'
import { query } from '#ui/api/query.ts'
import { hrefOf } from '#ui/router/paths.ts'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import './AttendanceCode.css'
import type { Meeting } from './api.ts'

/** The code of these minutes, for members in the hall to scan or type; the next one takes its place by itself. */
export function AttendanceCode({ meeting: { id } }: { meeting: Meeting }) {
  const code = useQuery({
    ...query(getAttendanceCode, { id }),
    staleTime: 0,
    // Also where the screen is turned to the hall and the officer works in another window.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.data?.secondsLeft ?? 60) * 1000 + 500,
  })
  return (
    <Card
      className="meeting-screen"
      title="Attendance code"
      description="Show this to the members who are here. They scan it, or open the meeting on their phone and enter it. It changes every 10 minutes."
    >
      {code.isError ? (
        <LoadProblem title="Failed to load the code" of={code} />
      ) : code.data ? (
        <Shown meetingId={id} code={code.data.code} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  )
}

function Shown({ meetingId, code }: { meetingId: string; code: string }) {
  const link = hrefOf({ to: '/member/meetings/$meetingId', params: { meetingId }, search: { code } })
  return (
    <div className="attendance-code">
      <QrCode text={`${location.origin}${link}`} label="QR code that opens the meeting with this code" />
      <strong className="attendance-code__letters number">{code}</strong>
    </div>
  )
}
