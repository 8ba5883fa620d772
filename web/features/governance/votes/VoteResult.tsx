import { useQuery } from '@tanstack/react-query'
import { listBallots, verifyVote } from '#contract/governance/votes.ts'
import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { isBelowTurnout } from '#domain/governance/elections/election.ts'
import { voteCheckNames, voteOutcomeNames } from '#domain/governance/votes/words.ts'
import { query } from '#web/api/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { List } from '#web/ui/List.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { countText } from '#web/ui/format.ts'
import { useList } from '#web/ui/use-list.ts'
import { castingVoteNames, choiceText, type CountedBallot, type Vote } from './api.ts'

/** What came of a vote that is counted: its figures, who confirmed them, its verification and its ballots. */
export function VoteResult({ vote }: { vote: Vote }) {
  const { tally, options, outcome, castingVote, confirmations, confirmationsNeeded, resultHash } = vote
  if (tally === null) return null
  return (
    <>
      <Card title="Result">
        {isBelowTurnout({ cast: vote.ballots, eligible: vote.eligible }, vote.turnoutMin) && (
          <Banner tone="warning" title="This ballot is not valid">
            {countText(vote.ballots)} of {countText(vote.eligible)} members voted, and the election was opened with a
            least turnout of {vote.turnoutMin} %. Confirm the count, then hold the ballot again.
          </Banner>
        )}
        <Table
          caption="Ballots for each option"
          dense
          columns={[
            { key: 'option', header: 'Option', card: 'title', cell: ({ name }) => name },
            { key: 'count', header: 'Ballots', align: 'end', card: 'corner', cell: ({ count }) => countText(count) },
          ]}
          rows={options.map((name, n) => ({ name, count: tally[n] ?? 0 }))}
          rowKey={({ name }) => name}
        />
        <Facts
          items={[
            { label: 'Outcome', value: outcome && voteOutcomeNames[outcome] },
            { label: 'Chair’s casting vote', value: castingVote && castingVoteNames[castingVote] },
            ...confirmations.map(({ name, at }) => ({
              label: 'Confirmed',
              value: (
                <>
                  {name}, <DateText on={at} time />
                </>
              ),
            })),
            {
              label: 'Confirmations needed',
              value: confirmations.length < confirmationsNeeded && `${confirmationsNeeded - confirmations.length} more`,
            },
            {
              label: 'Hash of the result',
              value: resultHash && <span className="number">{resultHash.slice(0, 16)}</span>,
            },
          ]}
        />
        <Verification vote={vote} />
      </Card>
      <Fold title={vote.isSecret ? 'All ballots, by receipt' : 'All ballots, by voter'}>
        <Ballots vote={vote} />
      </Fold>
    </>
  )
}

/** Has the server compute the result again from the ballots and their signatures. */
function Verification({ vote: { id } }: { vote: Vote }) {
  const [isAsked, setAsked] = useState(false)
  const verification = useQuery({ ...query(verifyVote, { id }), enabled: isAsked, staleTime: 0 })
  const { data } = verification
  return (
    <div className="stack">
      <div>
        <Button
          icon={ShieldCheck}
          busy={verification.isFetching}
          onClick={() => (isAsked ? void verification.refetch() : setAsked(true))}
        >
          Verify
        </Button>
      </div>
      {verification.isError && <LoadProblem title="Failed to verify the result" of={verification} />}
      {isAsked && !data && !verification.isError && <SkeletonLines lines={6} />}
      {data && (
        <>
          <Banner tone={data.isRight ? 'success' : 'danger'}>
            {data.isRight ? 'The ballots give this result.' : 'Something does not agree. See below.'}
          </Banner>
          <Facts
            items={data.checks.map(({ check, isRight, detail }) => ({
              label: voteCheckNames[check],
              value: `${isRight ? 'Yes' : 'No'}: ${detail}`,
            }))}
          />
        </>
      )}
    </div>
  )
}

function Ballots({ vote: { id, isSecret, options } }: { vote: Vote }) {
  const { list, set } = useList(listBallots, { id })
  const columns: Column<CountedBallot>[] = [
    {
      key: 'ballot',
      header: isSecret ? 'Receipt' : 'Member',
      card: 'title',
      cell: ({ receipt, voter }) => (isSecret ? <span className="number">{receipt}</span> : voter),
    },
    { key: 'choice', header: 'Choice', card: 'corner', cell: ({ choices }) => choiceText(options, choices) },
  ]
  return (
    <List
      asked={list}
      failed="Failed to load the ballots"
      set={set}
      caption="Counted ballots"
      columns={columns}
      rowKey={({ receipt, voter }) => receipt ?? voter ?? ''}
      empty={<p className="muted">No ballots were cast.</p>}
    />
  )
}
