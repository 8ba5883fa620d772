import { useQuery } from '@tanstack/react-query'
import { listMeetings } from '#features/governance/meetings/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { CalendarDays } from 'lucide'
import { clockText } from '#features/governance/meetings/rules/meeting.ts'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import * as strings from './strings.ts'

/** When the society meets next. The rest of the dashboard does not wait for it. */
export function NextMeeting() {
  const { data, isError } = useQuery(query(listMeetings, { when: 'upcoming', limit: 1 }))
  if (isError) return null
  const next = data?.rows[0]
  return (
    <Card title={strings.nextMeeting} actions={<Link to="/member/meetings">{strings.allMeetings}</Link>}>
      {!data ? (
        <SkeletonLines lines={2} />
      ) : next ? (
        <ul className="portal-list">
          <li>
            <Icon of={CalendarDays} />
            <span>
              <Link to="/member/meetings/$meetingId" params={{ meetingId: next.id }}>
                {next.title}
              </Link>
              <small className="muted">
                <DateText on={next.date} />, {clockText(next.time)} · {next.place}
              </small>
            </span>
          </li>
        </ul>
      ) : (
        <p className="muted">{strings.noMeetingIsPlannedAt}</p>
      )}
    </Card>
  )
}
