import { majorityNames, tieRuleNames } from '#features/governance/votes/rules/words.ts'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { countText } from '#ui/format.ts'
import type { Vote } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

/** When a vote is open, by which rules, and how many have voted. */
export function VoteFacts({ vote }: { vote: Vote }) {
  const { kind, isSecret, meeting, opensAt, closesAt, majority, tieRule, chooseMax, ballots, eligible } = vote
  return (
    <Facts
      items={[
        { label: strings.ballot, value: isSecret ? strings.secret : strings.openEachBallotShowsIts },
        { label: strings.meeting, value: meeting },
        { label: strings.opens, value: <DateText on={opensAt} time /> },
        { label: strings.closes, value: <DateText on={closesAt} time /> },
        { label: strings.majority, value: kind === 'resolution' && majorityNames[majority] },
        { label: strings.atATie, value: kind === 'resolution' && majority === 'simple' && tieRuleNames[tieRule] },
        {
          label: strings.eachMemberChooses,
          value: kind === 'choice' && fill(strings.upTo, { chooseMax: fillCount(chooseMax, strings.countName) }),
        },
        {
          label: strings.turnout,
          value:
            vote.status !== 'cancelled' &&
            fill(strings.ballotsOfEligible, { ballots: countText(ballots), eligible: countText(eligible) }),
        },
        { label: strings.cancelled, value: vote.cancelledReason },
      ]}
    />
  )
}
