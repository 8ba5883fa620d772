import { listAttendance } from '#features/governance/meetings/attendance.ts'
import { Users } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { countText, plural } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import './Attendance.css'
import { type Attendee, type Meeting, mayAttend, useMarkAttendance, whyClosed } from './api.ts'

const AttendanceCode = lazy(async () => ({ default: (await import('./AttendanceCode.tsx')).AttendanceCode }))

/** Members by name, one tap each; the count and the quorum follow. */
export function Attendance({ meeting }: { meeting: Meeting }) {
  const { list: roll, q, set, filters } = useList(listAttendance, { id: meeting.id }, { staleTime: 0 })
  const { show } = filters
  const mark = useMarkAttendance(meeting.id)
  const closed = whyClosed(meeting)
  const { data } = roll
  if (closed && !meeting.adoptedAt) return <Banner>{closed}</Banner>
  return (
    <>
      {may('meeting.manage') && mayAttend(meeting) && (
        <Suspense fallback={<Card title="Attendance code" />}>
          <AttendanceCode meeting={meeting} />
        </Suspense>
      )}
      <Card flush>
        <p className="attendance__count" role="status">
          <strong className="number">{countText(data?.summary.present ?? meeting.present)}</strong> present
          <Quorum present={data?.summary.present ?? meeting.present} quorum={meeting.quorum} />
        </p>
        <Toolbar>
          <SearchBox label="Search members" value={q} onSearch={(text) => set({ q: text })} />
          <Select
            hideLabel
            label="Show"
            value={show ?? ''}
            placeholder="All members"
            options={[
              { value: 'present', label: 'Present' },
              { value: 'absent', label: 'Not present' },
              { value: 'coming', label: 'Said they will come' },
              { value: 'not_coming', label: 'Said they can’t come' },
            ]}
            onChange={(next) => set({ show: next })}
          />
        </Toolbar>
        {roll.isError ? (
          <LoadProblem title="Failed to load the members" of={roll} />
        ) : !data ? (
          <div className="attendance__wait">
            <SkeletonLines lines={8} />
          </div>
        ) : data.rows.length === 0 ? (
          <EmptyState icon={Users} title="No member matches" />
        ) : (
          <ul className="attendance">
            {data.rows.map((row) => (
              <li key={row.memberId}>
                <Tap
                  row={row}
                  disabled={closed !== undefined || !may('meeting.manage')}
                  onMark={(present) => mark(row.memberId, present)}
                />
              </li>
            ))}
          </ul>
        )}
        <Pagination meta={data?.meta} onPage={(next) => set({ page: next })} />
      </Card>
    </>
  )
}

function Quorum({ present, quorum }: { present: number; quorum: number | null }) {
  if (quorum === null) return <span className="muted"> · no quorum set</span>
  if (present >= quorum) return <span className="attendance__reached"> · quorum of {countText(quorum)} reached</span>
  return (
    <span className="muted">
      {' '}
      · quorum of {countText(quorum)}: {plural(quorum - present, 'member')} more needed
    </span>
  )
}

/** One member. The tick follows the finger; the list follows the server. */
function Tap({
  row,
  disabled,
  onMark,
}: {
  row: Attendee
  disabled: boolean
  onMark: (present: boolean) => Promise<void>
}) {
  const [tapped, setTapped] = useState<boolean>()
  return (
    <Checkbox
      label={
        <>
          {row.lastName} {row.firstName} <MemberNumber membershipno={row.membershipno} />
          {row.isComing !== null && <span className="muted"> · {row.isComing ? 'will come' : 'can’t come'}</span>}
        </>
      }
      checked={tapped ?? row.present}
      disabled={disabled}
      onChange={(present) => {
        setTapped(present)
        void onMark(present).finally(() => setTapped(undefined))
      }}
    />
  )
}
