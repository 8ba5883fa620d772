import { majorityNames, tieRuleNames } from '#domain/governance/votes/words.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { countText, plural } from '#web/ui/format.ts'
import type { Vote } from './api.ts'

/** When a vote is open, by which rules, and how many have voted. */
export function VoteFacts({ vote }: { vote: Vote }) {
  const { kind, isSecret, meeting, opensAt, closesAt, majority, tieRule, chooseMax, ballots, eligible } = vote
  return (
    <Facts
      items={[
        { label: 'Ballot', value: isSecret ? 'Secret' : 'Open: each ballot shows its voter' },
        { label: 'Meeting', value: meeting },
        { label: 'Opens', value: <DateText on={opensAt} time /> },
        { label: 'Closes', value: <DateText on={closesAt} time /> },
        { label: 'Majority', value: kind === 'resolution' && majorityNames[majority] },
        { label: 'At a tie', value: kind === 'resolution' && majority === 'simple' && tieRuleNames[tieRule] },
        { label: 'Each member chooses', value: kind === 'choice' && `Up to ${plural(chooseMax, 'name')}` },
        { label: 'Turnout', value: `${countText(ballots)} of ${countText(eligible)}` },
        { label: 'Cancelled', value: vote.cancelledReason },
      ]}
    />
  )
}
