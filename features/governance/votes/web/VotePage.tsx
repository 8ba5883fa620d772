import { useQuery } from '@tanstack/react-query'
import { getVote } from '#features/governance/votes/contract.ts'
import { Suspense, lazy } from 'react'
import type { VoteId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { VoteTag } from '#ui/parts/VoteTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { countText, plural } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { VoteFacts } from './VoteFacts.tsx'
import { isDue, type Vote, type VoteAct, voteActs } from './api.ts'

const VoteResult = lazy(async () => ({ default: (await import('./VoteResult.tsx')).VoteResult }))
const VoteRoll = lazy(async () => ({ default: (await import('./VoteRoll.tsx')).VoteRoll }))
const VoteDialogs = lazy(async () => ({ default: (await import('./VoteDialogs.tsx')).VoteDialogs }))

/** One vote as officers lead it: turnout, roll, closing, and the confirmation of its result. */
export function VotePage() {
  const { voteId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getVote, { id: voteId as VoteId }))
  const { choice, filter, set } = useListSearch()
  const tab = choice('tab', ['vote', 'roll']) ?? 'vote'
  const doing = may('meeting.manage') ? choice('do', voteActs) : undefined
  if (!data)
    return (
      <Page title="Vote">
        <Card>
          {error ? (
            <LoadProblem title="Failed to load the vote" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      </Page>
    )
  return (
    <Page
      title={data.wording}
      tabTitle="Vote"
      description={<VoteTag vote={data} />}
      actions={<Actions vote={data} onDo={(what) => set({ do: what, tab: filter('tab') || undefined })} />}
    >
      <Tabs
        label="Vote"
        tabs={[
          { key: 'vote', label: 'Vote' },
          { key: 'roll', label: `Roll (${countText(data.eligible)})` },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'vote' ? undefined : next, q: undefined, show: undefined })}
      >
        {tab === 'vote' ? (
          <div className="stack">
            <Card>
              <div className="stack">
                <p className="number">
                  {data.status === 'cancelled'
                    ? 'The ballots were destroyed'
                    : `${countText(data.ballots)} of ${plural(data.eligible, 'member')} voted`}
                </p>
                <VoteFacts vote={data} />
                {data.meetingId && (
                  <p>
                    <Link to="/coop/governance/$meetingId" params={{ meetingId: data.meetingId }}>
                      {data.meeting}
                    </Link>
                  </p>
                )}
              </div>
            </Card>
            {data.tally && (
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <VoteResult vote={data} />
              </Suspense>
            )}
          </div>
        ) : (
          <Card flush>
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <VoteRoll vote={data} />
            </Suspense>
          </Card>
        )}
      </Tabs>
      <Suspense>{doing && <VoteDialogs vote={data} doing={doing} onClose={() => set({ do: undefined })} />}</Suspense>
    </Page>
  )
}

function Actions({ vote, onDo }: { vote: Vote; onDo: (what: VoteAct) => void }) {
  if (vote.status === 'open')
    return (
      <>
        <Button needs="meeting.manage" look="danger" onClick={() => onDo('cancel')}>
          Cancel vote
        </Button>
        {isDue(vote) && (
          <Button needs="meeting.manage" look="primary" onClick={() => onDo('close')}>
            Close and count
          </Button>
        )}
      </>
    )
  const { confirmations, confirmationsNeeded } = vote
  // Who confirmed it finishes it where an officer who was to confirm it too is none any more.
  const isLeftToOthers = confirmations.length < confirmationsNeeded && confirmations.some(({ isOwn }) => isOwn)
  if (vote.status !== 'closed' || vote.isCandidate || isLeftToOthers) return null
  return (
    <Button needs="meeting.manage" look="primary" onClick={() => onDo('confirm')}>
      Confirm result
    </Button>
  )
}
