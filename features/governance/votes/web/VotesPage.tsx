import { listVotes } from '#features/governance/votes/contract.ts'
import { Vote as VotePicture } from 'lucide'
import { Suspense, lazy } from 'react'
import type { MeetingId } from '#core/ids.ts'
import { VoteTag } from '#ui/parts/VoteTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { Column } from '#ui/Table.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { countText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { VoteSummary } from './api.ts'

const OpenVoteDrawer = lazy(async () => ({ default: (await import('./OpenVoteDrawer.tsx')).OpenVoteDrawer }))
const VotingRulesForm = lazy(async () => ({ default: (await import('./VotingRulesForm.tsx')).VotingRulesForm }))

/** The society's votes, and what its bye-laws say about them. */
export function VotesPage() {
  const { filter, choice, set } = useListSearch()
  const navigate = useNavigate()
  const tab = choice('tab', ['votes', 'rules']) ?? 'votes'
  const meetingId = filter('meeting')
  return (
    <Page
      title="Votes"
      description="Resolutions and elections that members vote on, at a meeting or over days."
      actions={
        <Button needs="meeting.manage" look="primary" icon={VotePicture} onClick={() => set({ open: 'new' })}>
          Open vote
        </Button>
      }
    >
      <Tabs
        label="Votes"
        tabs={[
          { key: 'votes', label: 'Votes' },
          { key: 'rules', label: 'Bye-laws' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'votes' ? undefined : next })}
      >
        {tab === 'votes' ? (
          <Card flush>
            <Votes />
          </Card>
        ) : (
          <Card>
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <VotingRulesForm />
            </Suspense>
          </Card>
        )}
      </Tabs>
      <Suspense>
        {filter('open') !== '' && may('meeting.manage') && (
          <OpenVoteDrawer
            meetingId={meetingId === '' ? undefined : (meetingId as MeetingId)}
            onClose={() => set({ open: undefined, meeting: undefined })}
            onOpened={({ id }) => navigate({ to: '/coop/governance/votes/$voteId', params: { voteId: id } })}
          />
        )}
      </Suspense>
    </Page>
  )
}

const columns: Column<VoteSummary>[] = [
  {
    key: 'wording',
    header: 'Vote',
    card: 'title',
    cell: ({ id, wording, meeting }) => (
      <>
        <Link to="/coop/governance/votes/$voteId" params={{ voteId: id }}>
          {wording}
        </Link>
        {meeting !== null && (
          <>
            <br />
            <small className="muted">{meeting}</small>
          </>
        )}
      </>
    ),
  },
  { key: 'opensAt', header: 'Opens', sort: 'opensAt', cell: ({ opensAt }) => <DateText on={opensAt} /> },
  { key: 'closesAt', header: 'Closes', cell: ({ closesAt }) => <DateText on={closesAt} time /> },
  {
    key: 'turnout',
    header: 'Voted',
    align: 'end',
    cell: ({ ballots, eligible }) => `${countText(ballots)} of ${countText(eligible)}`,
  },
  { key: 'status', header: 'Status', card: 'corner', cell: (row) => <VoteTag vote={row} /> },
]

function Votes() {
  const { list, filters, set } = useList(listVotes, {})
  const navigate = useNavigate()
  return (
    <List
      asked={list}
      failed="Failed to load the votes"
      set={set}
      caption="Votes"
      columns={columns}
      rowKey={({ id }) => id}
      sort={filters.sort ?? '-opensAt'}
      onOpen={({ id }) => navigate({ to: '/coop/governance/votes/$voteId', params: { voteId: id } })}
      loadingRows={4}
      empty={
        <EmptyState icon={VotePicture} title="No votes yet">
          Open a vote here, or from the page of a general meeting.
        </EmptyState>
      }
    />
  )
}
