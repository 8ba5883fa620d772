import { useQuery } from '@tanstack/react-query'
import { getElection } from '#features/governance/elections/contract.ts'
import { Suspense, lazy, useState } from 'react'
import { ineligibilityNames, postOutcomeNames } from '#features/governance/elections/rules/words.ts'
import type { ElectionId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { ElectionTag } from '#ui/parts/ElectionTag.tsx'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { countText, plural } from '#ui/format.ts'
import { CandidateTag } from './CandidateTag.tsx'
import { ElectionFacts } from './ElectionFacts.tsx'
import { type Candidate, type Doing, type Election, type ElectionPost, standingBallots } from './api.ts'

const NominationDialogs = lazy(async () => ({ default: (await import('./NominationDialogs.tsx')).NominationDialogs }))

/** One election as a member sees it: nominate, second, accept, and the way to the ballot. */
export function OwnElectionPage() {
  const { electionId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getElection, { id: electionId as ElectionId }))
  return (
    <Page
      title={data?.title ?? 'Election'}
      tabTitle="Election"
      description={data && <ElectionTag phase={data.phase} />}
      narrow
    >
      {error ? (
        <LoadProblem title="Failed to load the election" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OwnElection election={data} />
      ) : (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      )}
    </Page>
  )
}

function OwnElection({ election }: { election: Election }) {
  const [doing, setDoing] = useState<Doing>()
  return (
    <div className="stack">
      <Card>
        <ElectionFacts election={election} />
      </Card>
      {election.posts.map((post) => (
        <OwnPost key={post.postId} post={post} election={election} onDo={setDoing} />
      ))}
      <Suspense>
        {doing && <NominationDialogs election={election} doing={doing} onClose={() => setDoing(undefined)} />}
      </Suspense>
    </div>
  )
}

function OwnPost({
  post,
  election: { phase, rules },
  onDo,
}: {
  post: ElectionPost
  election: Election
  onDo: (doing: Doing) => void
}) {
  const isOpen = phase === 'nominations'
  const open = standingBallots(post).find(({ status }) => status === 'open')
  const isNominated = post.candidates.some(({ isOwn }) => isOwn)
  return (
    <Card
      title={post.title}
      description={`${plural(post.seats, 'seat')}${post.outcome ? ` · ${postOutcomeNames[post.outcome]}` : ''}`}
      actions={
        open && (
          <Link
            className={buttonClass('primary')}
            to="/member/meetings/votes/$voteId"
            params={{ voteId: open.voteId }}
            aria-label={`Vote for ${post.title}`}
          >
            Vote
          </Link>
        )
      }
    >
      <div className="stack">
        {post.candidates.length === 0 && <p className="muted">No candidates yet.</p>}
        {post.candidates.map((candidate) => (
          <OwnCandidate
            key={candidate.id}
            candidate={candidate}
            needed={rules.seconders}
            isOpen={isOpen}
            canWithdraw={phase !== 'completed' && post.outcome === null && standingBallots(post).length === 0}
            onDo={(act) => onDo({ act, post, candidate })}
          />
        ))}
        {isOpen && (
          <div className="row">
            {!isNominated && (
              <Button onClick={() => onDo({ act: 'self', post })} aria-label={`Nominate myself for ${post.title}`}>
                Nominate myself
              </Button>
            )}
            <Button onClick={() => onDo({ act: 'other', post })} aria-label={`Nominate a member for ${post.title}`}>
              Nominate a member
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function OwnCandidate({
  candidate,
  needed,
  isOpen,
  canWithdraw,
  onDo,
}: {
  candidate: Candidate
  needed: number
  isOpen: boolean
  canWithdraw: boolean
  onDo: (act: 'accept' | 'decline' | 'withdraw' | 'second') => void
}) {
  const { name, statement, status, seconders, ballots, excludedBecause, isOwn, isProposed, hasSeconded } = candidate
  const isStanding = status === 'asked' || status === 'accepted'
  return (
    <article className="stack">
      <div className="row">
        <strong>{isOwn ? `${name} (you)` : name}</strong>
        <CandidateTag status={status} />
        <span className="muted">
          {ballots === null ? `${countText(seconders)} of ${plural(needed, 'seconder')}` : plural(ballots, 'vote')}
        </span>
      </div>
      {statement !== '' && <p>{statement}</p>}
      {excludedBecause && <p className="muted">{ineligibilityNames[excludedBecause]}</p>}
      {isStanding && (
        <div className="row">
          {isOwn && status === 'asked' && isOpen && (
            <>
              <Button size="small" look="primary" onClick={() => onDo('accept')}>
                Accept nomination
              </Button>
              <Button size="small" onClick={() => onDo('decline')}>
                Decline
              </Button>
            </>
          )}
          {isOwn && status === 'accepted' && canWithdraw && (
            <Button size="small" onClick={() => onDo('withdraw')}>
              Withdraw
            </Button>
          )}
          {!isOwn && !isProposed && isOpen && !hasSeconded && (
            <Button size="small" onClick={() => onDo('second')} aria-label={`Second ${name}`}>
              Second
            </Button>
          )}
          {hasSeconded && <span className="muted">You seconded this candidate.</span>}
          {isProposed && <span className="muted">You nominated this candidate.</span>}
        </div>
      )}
    </article>
  )
}
