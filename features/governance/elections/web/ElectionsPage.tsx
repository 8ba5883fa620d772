import { listElections } from '#features/governance/elections/contract.ts'
import { Vote as VotePicture } from 'lucide'
import { Suspense, lazy } from 'react'
import { ElectionTag } from '#ui/parts/ElectionTag.tsx'
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
import { useList } from '#ui/use-list.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import type { ElectionSummary } from './api.ts'

const OpenElectionDrawer = lazy(async () => ({
  default: (await import('./OpenElectionDrawer.tsx')).OpenElectionDrawer,
}))
const ElectionRulesForm = lazy(async () => ({ default: (await import('./ElectionRulesForm.tsx')).ElectionRulesForm }))

/** The society's elections, and what its bye-laws say about them. */
export function ElectionsPage() {
  const { filter, choice, set } = useListSearch()
  const navigate = useNavigate()
  const tab = choice('tab', ['elections', 'rules']) ?? 'elections'
  return (
    <Page
      title="Elections"
      description="Members nominate, second and vote; the new holder takes office on the day of the hand-over."
      actions={
        <Button needs="meeting.manage" look="primary" icon={VotePicture} onClick={() => set({ open: 'new' })}>
          Open election
        </Button>
      }
    >
      <Tabs
        label="Elections"
        tabs={[
          { key: 'elections', label: 'Elections' },
          { key: 'rules', label: 'Bye-laws' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'elections' ? undefined : next })}
      >
        {tab === 'elections' ? (
          <Card flush>
            <Elections />
          </Card>
        ) : (
          <Card>
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <ElectionRulesForm />
            </Suspense>
          </Card>
        )}
      </Tabs>
      <Suspense>
        {filter('open') !== '' && may('meeting.manage') && (
          <OpenElectionDrawer
            onClose={() => set({ open: undefined })}
            onOpened={({ id }) =>
              navigate({ to: '/coop/governance/elections/$electionId', params: { electionId: id } })
            }
          />
        )}
      </Suspense>
    </Page>
  )
}

const columns: Column<ElectionSummary>[] = [
  {
    key: 'title',
    header: 'Election',
    card: 'title',
    cell: ({ id, title, posts, meeting }) => (
      <>
        <Link to="/coop/governance/elections/$electionId" params={{ electionId: id }}>
          {title}
        </Link>
        <br />
        <small className="muted">{[...(meeting === null ? [] : [meeting]), posts.join('; ')].join(' · ')}</small>
      </>
    ),
  },
  {
    key: 'opens',
    header: 'Nominations open',
    sort: 'nominationsOpenAt',
    cell: ({ nominationsOpenAt }) => <DateText on={nominationsOpenAt} />,
  },
  {
    key: 'closes',
    header: 'Nominations close',
    cell: ({ nominationsCloseAt }) => <DateText on={nominationsCloseAt} time />,
  },
  { key: 'office', header: 'Takes office', cell: ({ takesOfficeOn }) => <DateText on={takesOfficeOn} /> },
  { key: 'status', header: 'Status', card: 'corner', cell: ({ phase }) => <ElectionTag phase={phase} /> },
]

function Elections() {
  const { list, filters, set } = useList(listElections, {})
  const navigate = useNavigate()
  return (
    <List
      asked={list}
      failed="Failed to load the elections"
      set={set}
      caption="Elections"
      columns={columns}
      rowKey={({ id }) => id}
      sort={filters.sort ?? '-nominationsOpenAt'}
      onOpen={({ id }) => navigate({ to: '/coop/governance/elections/$electionId', params: { electionId: id } })}
      loadingRows={4}
      empty={
        <EmptyState icon={VotePicture} title="No elections yet">
          Add the posts of your society on the Officers page, then open an election to one or more of them.
        </EmptyState>
      }
    />
  )
}
