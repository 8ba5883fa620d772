import { useQuery } from '@tanstack/react-query'
import { getVote } from '#features/governance/votes/contract.ts'
import { exclusionNames } from '#features/governance/votes/rules/words.ts'
import type { VoteId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { VoteTag } from '#ui/parts/VoteTag.tsx'
import { useParams } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Suspense, lazy, useState } from 'react'
import { VoteFacts } from './VoteFacts.tsx'
import { isAhead, isTaking, type Vote } from './api.ts'
import { type StoredBallot, readBallot } from './kept-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const BallotForm = lazy(async () => ({ default: (await import('./BallotForm.tsx')).BallotForm }))
const OwnReceipt = lazy(async () => ({ default: (await import('./OwnReceipt.tsx')).OwnReceipt }))
const VoteResult = lazy(async () => ({ default: (await import('./VoteResult.tsx')).VoteResult }))

/** One vote as a member sees it: the ballot while it is open, then the receipt and the result. */
export function OwnVotePage() {
  const { voteId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getVote, { id: voteId as VoteId }))
  return (
    <Page
      title={strings.vote}
      tabTitle={data?.wording ?? strings.vote}
      description={data && <VoteTag vote={data} />}
      narrow
    >
      {error ? (
        <LoadProblem title={strings.failedToLoadTheVote} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OwnVote key={data.id} vote={data} />
      ) : (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      )}
    </Page>
  )
}

function OwnVote({ vote }: { vote: Vote }) {
  const [kept, setKept] = useState<StoredBallot | undefined>(() => (vote.isSecret ? readBallot(vote.id) : undefined))
  return (
    <div className="stack">
      <Card title={vote.wording}>
        <div className="stack">
          <VoteFacts vote={vote} />
          <OwnPart vote={vote} kept={kept} onCast={() => setKept(readBallot(vote.id))} />
        </div>
      </Card>
      <Suspense fallback={<SkeletonLines lines={3} />}>
        {kept?.isCast && vote.status !== 'cancelled' && (
          <OwnReceipt vote={vote} kept={kept} onRemoved={() => setKept(undefined)} />
        )}
        {vote.tally && <VoteResult vote={vote} />}
      </Suspense>
    </div>
  )
}

/** What the member can do: vote, finish voting, or read why not. */
function OwnPart({ vote, kept, onCast }: { vote: Vote; kept: StoredBallot | undefined; onCast: () => void }) {
  const { own, status } = vote
  if (status === 'cancelled')
    return (
      <Banner tone="warning" title={strings.thisVoteWasCancelled}>
        {fill(strings.reasonAllBallotsWere, { reason: vote.cancelledReason ?? '' })}
      </Banner>
    )
  if (own === null) return <Banner>{strings.youJoinedAfterThisVote}</Banner>
  if (own.exclusion !== null)
    return (
      <Banner tone="warning" title={strings.youMayNotVoteHere}>
        {fill(strings.askYourSecretaryIfYou, { exclusion: exclusionNames[own.exclusion] })}
      </Banner>
    )
  if (kept?.isCast || (own.hasVoted && !vote.isSecret)) return <Banner tone="success">{strings.youHaveVoted}</Banner>
  if (!isTaking(vote))
    return isAhead(vote) ? (
      <Banner>{strings.youAreOnTheRoll}</Banner>
    ) : (
      <Banner>{kept ? strings.theVoteClosedBeforeYour : strings.thisVoteIsClosed}</Banner>
    )
  if (own.hasVoted && !kept) return <Banner>{strings.yourBallotWasMadeOn}</Banner>
  return (
    <Suspense fallback={<SkeletonLines lines={4} />}>
      <BallotForm vote={vote} kept={kept} onCast={onCast} />
    </Suspense>
  )
}
