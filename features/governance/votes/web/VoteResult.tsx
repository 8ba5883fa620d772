import { useQuery } from '@tanstack/react-query'
import { listBallots, verifyVote } from '#features/governance/votes/contract.ts'
import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { isBelowTurnout } from '#features/governance/elections/rules/election.ts'
import { voteCheckNames, voteOutcomeNames } from '#features/governance/votes/rules/words.ts'
import { query } from '#ui/api/query.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Fold } from '#ui/Fold.tsx'
import { List } from '#ui/List.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { countText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { castingVoteNames, choiceText, type CountedBallot, type Vote } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What came of a vote that is counted: its figures, who confirmed them, its verification and its ballots. */
export function VoteResult({ vote }: { vote: Vote }) {
  const { tally, options, outcome, castingVote, confirmations, confirmationsNeeded, resultHash } = vote
  if (tally === null) return null
  return (
    <>
      <Card title={strings.result}>
        {isBelowTurnout({ cast: vote.ballots, eligible: vote.eligible }, vote.turnoutMin) && (
          <Banner tone="warning" title={strings.thisBallotIsNotValid}>
            {fill(strings.ofMembersVotedAndThe, {
              ballots: countText(vote.ballots),
              eligible: countText(vote.eligible),
              turnoutMin: vote.turnoutMin,
            })}
          </Banner>
        )}
        <Table
          caption={strings.ballotsForEachOption}
          dense
          columns={[
            { key: 'option', header: strings.option, card: 'title', cell: ({ name }) => name },
            {
              key: 'count',
              header: strings.ballots,
              align: 'end',
              card: 'corner',
              cell: ({ count }) => countText(count),
            },
          ]}
          rows={options.map((name, n) => ({ name, count: tally[n] ?? 0 }))}
          rowKey={({ name }) => name}
        />
        <Facts
          items={[
            { label: strings.outcome, value: outcome && voteOutcomeNames[outcome] },
            // Said where there are any: an officer could have made them voters.
            { label: strings.votersRecordedShortlyBefore, value: vote.marked.recordedLate || undefined },
            { label: strings.votersWhoseLoginWasConfirmedLate, value: vote.marked.provedLate || undefined },
            { label: strings.votersConfirmedInPerson, value: vote.marked.inPerson || undefined },
            { label: strings.chairsCastingVote, value: castingVote && castingVoteNames[castingVote] },
            ...confirmations.map(({ name, at }) => ({
              label: strings.confirmed,
              value: (
                <>
                  {name}, <DateText on={at} time />
                </>
              ),
            })),
            {
              label: strings.confirmationsNeeded,
              value:
                confirmations.length < confirmationsNeeded &&
                fill(strings.confirmationsNeededMore, {
                  confirmationsNeeded: confirmationsNeeded - confirmations.length,
                }),
            },
            {
              label: strings.hashOfTheResult,
              value: resultHash && <span className="number">{resultHash.slice(0, 16)}</span>,
            },
          ]}
        />
        <Verification vote={vote} />
      </Card>
      <Fold title={vote.isSecret ? strings.allBallotsByReceipt : strings.allBallotsByVoter}>
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
          {strings.verify}
        </Button>
      </div>
      {verification.isError && <LoadProblem title={strings.failedToVerifyTheResult} of={verification} />}
      {isAsked && !data && !verification.isError && <SkeletonLines lines={6} />}
      {data && (
        <>
          <Banner tone={data.isRight ? 'success' : 'danger'}>
            {data.isRight ? strings.theBallotsGiveThisResult : strings.somethingDoesNotAgreeSee}
          </Banner>
          <Facts
            items={data.checks.map(({ check, isRight, detail }) => ({
              label: voteCheckNames[check],
              value: `${isRight ? strings.yes : strings.no}: ${detail}`,
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
      header: isSecret ? strings.receipt : strings.member,
      card: 'title',
      cell: ({ receipt, voter }) => (isSecret ? <span className="number">{receipt}</span> : voter),
    },
    { key: 'choice', header: strings.choice, card: 'corner', cell: ({ choices }) => choiceText(options, choices) },
  ]
  return (
    <List
      asked={list}
      failed={strings.failedToLoadTheBallots}
      set={set}
      caption={strings.countedBallots}
      columns={columns}
      rowKey={({ receipt, voter }) => receipt ?? voter ?? ''}
      empty={<p className="muted">{strings.noBallotsWereCast}</p>}
    />
  )
}
