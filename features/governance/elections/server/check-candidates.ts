import { type Day, dayIn } from '#core/calendar.ts'
import { whyIneligible } from '#features/governance/elections/rules/election.ts'
import type { Ineligibility } from '#features/governance/elections/rules/words.ts'
import type { CandidateId, PostId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type CandidateRow, type Election, findCandidateFacts, findCandidates } from './queries.ts'

export type Checked = { eligible: CandidateRow[]; excluded: { id: CandidateId; reason: Ineligibility }[] }

/** The candidates for a post whose nominations have closed, checked again by the bye-laws of the election. */
export async function checkCandidates(tx: Tx, election: Election, postId: PostId, now: Date): Promise<Checked> {
  const standing = (await findCandidates(tx, election.id)).filter(
    (each) => each.postId === postId && (each.status === 'asked' || each.status === 'accepted'),
  )
  const today: Day = dayIn(now)
  const facts = await findCandidateFacts(
    tx,
    standing.map(({ memberId }) => memberId),
    { electionId: election.id, postId, today },
  )
  const checked: Checked = { eligible: [], excluded: [] }
  for (const candidate of standing) {
    const own = facts.get(candidate.memberId)
    const reason: Ineligibility | undefined =
      candidate.status === 'asked'
        ? 'not_accepted'
        : candidate.seconders < election.rules.seconders
          ? 'seconders_missing'
          : own
            ? whyIneligible(own, election.rules, election.takesOfficeOn, today)?.reason
            : 'not_active'
    if (reason) checked.excluded.push({ id: candidate.id, reason })
    else checked.eligible.push(candidate)
  }
  return checked
}
