import { useQuery } from '@tanstack/react-query'
import { listMeetings } from '#features/governance/meetings/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { CalendarX } from 'lucide'
import { type ReactNode, useMemo } from 'react'
import { clockText, meetingKindNames } from '#features/governance/meetings/rules/meeting.ts'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { Column } from '#ui/Table.tsx'
import { countText } from '#ui/format.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { Card } from '#ui/Card.tsx'
import { List } from '#ui/List.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { MeetingTag } from './MeetingTag.tsx'
import type { MeetingSummary } from './api.ts'
import * as strings from './strings.ts'

type Place = '/coop/governance/$meetingId' | '/member/meetings/$meetingId'

/** Meetings to come and meetings that were; `to` is where one opens, `none` what is where none is to come. */
export function MeetingTable({ to, none }: { to: Place; none: ReactNode }) {
  const { page, limit, choice, set } = useListSearch()
  const when = choice('when', ['upcoming', 'past']) ?? 'upcoming'
  const list = useQuery(query(listMeetings, { when, page, limit }))
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(to), [to])
  return (
    <Tabs
      label={strings.meetings}
      tabs={[
        { key: 'upcoming', label: strings.toCome },
        { key: 'past', label: strings.past },
      ]}
      active={when}
      onChange={(next) => set({ when: next === 'upcoming' ? undefined : next })}
    >
      <Card flush>
        <List
          asked={list}
          failed={strings.failedToLoadTheMeetings}
          set={set}
          limited
          caption={when === 'upcoming' ? strings.meetingsToCome : strings.pastMeetings}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) => navigate({ to, params: { meetingId: row.id } })}
          loadingRows={4}
          empty={
            when === 'upcoming' ? (
              none
            ) : (
              <EmptyState icon={CalendarX} title={strings.noPastMeetings}>
                {strings.aMeetingAppearsHereOnce}
              </EmptyState>
            )
          }
        />
      </Card>
    </Tabs>
  )
}

function columnsOf(to: Place): Column<MeetingSummary>[] {
  return [
    {
      key: 'title',
      header: strings.meeting,
      card: 'title',
      cell: (row) => (
        <>
          <Link to={to} params={{ meetingId: row.id }}>
            {row.title}
          </Link>
          {!row.title.toLowerCase().includes(meetingKindNames[row.kind].toLowerCase()) && (
            <>
              <br />
              <small className="muted">{meetingKindNames[row.kind]}</small>
            </>
          )}
        </>
      ),
    },
    {
      key: 'when',
      header: strings.when,
      cell: (row) => (
        <span>
          <DateText on={row.date} />, <span className="number">{clockText(row.time)}</span>
        </span>
      ),
    },
    { key: 'place', header: strings.where, cell: (row) => row.place },
    {
      key: 'present',
      header: strings.present,
      align: 'end',
      cell: (row) => (row.status === 'held' ? countText(row.present) : '–'),
    },
    { key: 'status', header: strings.status, card: 'corner', cell: (row) => <MeetingTag meeting={row} /> },
  ]
}
