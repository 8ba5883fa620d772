import { useQuery } from '@tanstack/react-query'
import { getElection } from '#features/governance/elections/contract.ts'
import { Suspense, lazy } from 'react'
import type { ElectionId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { ElectionTag } from '#ui/parts/ElectionTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { ElectionFacts } from './ElectionFacts.tsx'
import { HandOvers } from './HandOvers.tsx'
import { PostCard } from './PostCard.tsx'
import type { Election } from './api.ts'

const ElectionDialogs = lazy(async () => ({ default: (await import('./ElectionDialogs.tsx')).ElectionDialogs }))

/** One election as officers lead it: candidates, ballots, results and the hand-over. */
export function ElectionPage() {
  const { electionId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getElection, { id: electionId as ElectionId }))
  if (!data)
    return (
      <Page title="Election">
        <Card>
          {error ? (
            <LoadProblem title="Failed to load the election" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      </Page>
    )
  return <Loaded election={data} />
}

function Loaded({ election }: { election: Election }) {
  const { filter, set } = useListSearch()
  const { title, phase, status, meetingId, meeting, posts, handOvers } = election
  const isDeclared = posts.some(({ outcome }) => outcome !== null)
  return (
    <Page
      title={title}
      tabTitle="Election"
      description={<ElectionTag phase={phase} />}
      actions={
        status === 'open' &&
        !isDeclared && (
          <Button needs="meeting.manage" look="danger" onClick={() => set({ do: 'cancel' })}>
            Cancel election
          </Button>
        )
      }
    >
      <div className="stack">
        <Card>
          <ElectionFacts election={election} />
          {meetingId && (
            <p>
              <Link to="/coop/governance/$meetingId" params={{ meetingId }}>
                {meeting}
              </Link>
            </p>
          )}
        </Card>
        {posts.map((post) => (
          <PostCard
            key={post.postId}
            post={post}
            election={election}
            onDo={(what) => set({ do: what, about: post.postId })}
          />
        ))}
        {handOvers.length > 0 && (
          <HandOvers election={election} onDo={(what, { id }) => set({ do: what, about: id })} />
        )}
      </div>
      <Suspense>
        {filter('do') !== '' && (may('meeting.manage') || may('member.roles')) && (
          <ElectionDialogs
            election={election}
            doing={filter('do')}
            about={filter('about')}
            onClose={() => set({ do: undefined, about: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}
