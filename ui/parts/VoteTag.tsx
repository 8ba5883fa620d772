import { CircleCheck, CircleSlash, Clock, Vote } from 'lucide'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import { voteOutcomeNames, type VoteStatus } from '#features/governance/votes/rules/words.ts'
import { Tag } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

const isAhead = (moment: Date) => moment > new Date()

/** How far a vote is, and what came of it. */
export function VoteTag({
  vote: { status, outcome, opensAt, closesAt },
}: {
  vote: { status: VoteStatus; outcome: VoteOutcome | null; opensAt: Date; closesAt: Date }
}) {
  if (status === 'cancelled')
    return (
      <Tag tone="danger" icon={CircleSlash}>
        {strings.cancelled}
      </Tag>
    )
  if (status === 'open' && !isAhead(closesAt))
    return (
      <Tag tone="warning" icon={Clock}>
        {strings.closedNotCounted}
      </Tag>
    )
  if (status === 'open')
    return isAhead(opensAt) ? (
      <Tag icon={Clock}>{strings.notOpenYet}</Tag>
    ) : (
      <Tag tone="info" icon={Vote}>
        {strings.open}
      </Tag>
    )
  if (status === 'closed')
    return (
      <Tag tone="warning" icon={Clock}>
        {strings.resultNotConfirmed}
      </Tag>
    )
  return (
    <Tag tone={outcome === 'lost' ? 'neutral' : 'success'} icon={outcome === 'lost' ? CircleSlash : CircleCheck}>
      {voteOutcomeNames[outcome ?? 'counted']}
    </Tag>
  )
}
