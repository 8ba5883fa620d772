import { useQuery } from '@tanstack/react-query'
import { getOfficers } from '#features/governance/officers/contract.ts'
import { UserRoundPlus } from 'lucide'
import { Suspense, lazy } from 'react'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { AddUsualPosts } from './AddUsualPosts.tsx'
import { Differences } from './Differences.tsx'
import { PostTable } from './PostTable.tsx'

const TermList = lazy(async () => ({ default: (await import('./TermList.tsx')).TermList }))
const TermDrawer = lazy(async () => ({ default: (await import('./TermDrawer.tsx')).TermDrawer }))
const PostDrawer = lazy(async () => ({ default: (await import('./PostDrawer.tsx')).PostDrawer }))
const EndTermDialog = lazy(async () => ({ default: (await import('./EndTermDialog.tsx')).EndTermDialog }))

/** The register of officers: posts, their holders, and who held them before. */
export function OfficersPage() {
  const { filter, choice, set } = useListSearch()
  const tab = choice('tab', ['officers', 'history']) ?? 'officers'
  const register = useQuery(query(getOfficers, {}))
  const { data } = register
  const close = () => set({ record: undefined, post: undefined, end: undefined })
  const ending = data?.posts.flatMap(({ holders }) => holders).find(({ termId }) => termId === filter('end'))
  const editing = data?.posts.find(({ id }) => id === filter('post'))
  return (
    <Page
      title="Officers"
      description="Who holds which post and committee seat. The register gives no rights in the admin area: those are on each member’s page."
      actions={
        <>
          <Button needs="configuration.update" onClick={() => set({ post: 'new' })}>
            Add post
          </Button>
          <Button
            needs="meeting.manage"
            look="primary"
            icon={UserRoundPlus}
            onClick={() => set({ record: 'new' })}
            disabled={!data || data.posts.length === 0}
          >
            Record holder
          </Button>
        </>
      }
    >
      <Tabs
        label="Officers"
        tabs={[
          { key: 'officers', label: 'Officers' },
          { key: 'history', label: 'All terms' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'officers' ? undefined : next })}
      >
        {tab === 'history' ? (
          <Card flush>
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <TermList />
            </Suspense>
          </Card>
        ) : register.isError ? (
          <LoadProblem title="Failed to load the officers" of={register} />
        ) : (
          <div className="stack">
            {data && <Differences differences={data.differences} />}
            <Card flush>
              <PostTable
                posts={data?.posts}
                first={may('configuration.update') && <AddUsualPosts />}
                onEdit={may('configuration.update') ? ({ id }) => set({ post: id }) : undefined}
                onEnd={may('meeting.manage') ? ({ termId }) => set({ end: termId }) : undefined}
              />
            </Card>
          </div>
        )}
      </Tabs>
      <Suspense>
        {data && filter('record') !== '' && may('meeting.manage') && <TermDrawer posts={data.posts} onClose={close} />}
        {data && filter('post') !== '' && may('configuration.update') && (
          <PostDrawer key={editing?.id} post={editing} onClose={close} />
        )}
        {ending && may('meeting.manage') && <EndTermDialog holder={ending} onClose={close} />}
      </Suspense>
    </Page>
  )
}
