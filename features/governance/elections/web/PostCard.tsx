import { ineligibilityNames, postOutcomeNames } from '#features/governance/elections/rules/words.ts'
import { UserRound } from 'lucide'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { countText, plural } from '#ui/format.ts'
import { CandidateTag } from './CandidateTag.tsx'
import { type Candidate, type Election, type ElectionPost, standingBallots } from './api.ts'

/** The candidates for a post, and what an officer does next. */
export function PostCard({
  post,
  election,
  onDo,
}: {
  post: ElectionPost
  election: Election
  onDo: (what: 'ballot' | 'declare') => void
}) {
  const columns: Column<Candidate>[] = [
    { key: 'name', header: 'Candidate', card: 'title', cell: ({ name }) => name },
    {
      key: 'statement',
      header: 'Statement',
      cell: ({ statement }) => statement !== '' && <span className="muted">{statement}</span>,
    },
    {
      key: 'seconders',
      header: 'Seconders',
      align: 'end',
      cell: ({ seconders }) => `${countText(seconders)} of ${countText(election.rules.seconders)}`,
    },
    {
      key: 'ballots',
      header: 'Votes',
      align: 'end',
      cell: ({ ballots }) => (ballots === null ? '–' : countText(ballots)),
    },
    {
      key: 'status',
      header: 'Status',
      card: 'corner',
      cell: ({ status, excludedBecause }) => (
        <>
          <CandidateTag status={status} />
          {excludedBecause && (
            <>
              <br />
              <small className="muted">{ineligibilityNames[excludedBecause]}</small>
            </>
          )}
        </>
      ),
    },
  ]
  const notValid = post.ballots
    .filter(({ isBelowTurnout }) => isBelowTurnout)
    .map(
      ({ round, cast, eligible }) =>
        `Ballot ${round} is not valid: ${countText(cast)} of ${plural(eligible, 'member')} voted, less than ${election.rules.turnoutMin} %`,
    )
  return (
    <Card
      title={post.title}
      description={[
        plural(post.seats, 'seat'),
        ...(post.outcome ? [postOutcomeNames[post.outcome]] : []),
        ...notValid,
      ].join(' · ')}
      actions={<PostActions post={post} election={election} onDo={onDo} />}
      flush
    >
      <Table
        caption={`Candidates for ${post.title}`}
        columns={columns}
        rows={post.candidates}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={UserRound} title="No candidates yet">
            Members nominate on the Meetings page of their portal.
          </EmptyState>
        }
      />
    </Card>
  )
}

function PostActions({
  post,
  election: { phase, rules },
  onDo,
}: {
  post: ElectionPost
  election: Election
  onDo: (what: 'ballot' | 'declare') => void
}) {
  const ballots = standingBallots(post)
  const last = ballots.at(-1)
  const votes = post.ballots.map(({ voteId, round }) => (
    <Link
      key={voteId}
      className={buttonClass()}
      to="/coop/governance/votes/$voteId"
      params={{ voteId }}
      aria-label={`Ballot ${round} for ${post.title}`}
    >
      {round === 1 ? 'Ballot' : `Ballot ${round}`}
    </Link>
  ))
  if (phase !== 'ballot' || post.outcome !== null || (last && last.status !== 'confirmed')) return votes
  const standing = post.candidates.filter(
    ({ status, seconders }) => status === 'accepted' && seconders >= rules.seconders,
  ).length
  const isVoted = last
    ? last.tied.length > 0 && rules.tieRule === 'run_off'
    : standing > post.seats || (rules.unopposed === 'vote' && standing > 0)
  return (
    <>
      {votes}
      {isVoted ? (
        <Button needs="meeting.manage" look="primary" onClick={() => onDo('ballot')}>
          {last ? 'Open run-off' : 'Open ballot'}
        </Button>
      ) : (
        <Button needs="meeting.manage" look="primary" onClick={() => onDo('declare')}>
          Declare result
        </Button>
      )}
    </>
  )
}
