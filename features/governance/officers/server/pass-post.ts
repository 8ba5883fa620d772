import type { Day } from '#core/calendar.ts'
import { outgoingOf } from '#features/governance/officers/rules/post.ts'
import type { CooperativeId, ElectionId, MemberId, PostId, TermId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOpenTerms } from './queries.ts'
import { insertTerm, setEnded } from './store.ts'

type Taking = {
  post: { id: PostId; seats: number }
  memberId: MemberId
  on: Day
  endsOn: Day
  cameBy: 'elected' | 'unopposed'
  electionId: ElectionId
  recordedBy: string
}

/**
 * Begins the term of one who was elected, and ends the terms of those for whom no seat is left, the longest-serving first;
 * one who holds the post already begins another term. `spared` were elected at the same election. Answers whose terms ended.
 */
export async function passPost(
  tx: Tx,
  cooperativeId: CooperativeId,
  { post, memberId, on, endsOn, cameBy, electionId, recordedBy }: Taking,
  spared: readonly MemberId[],
): Promise<MemberId[]> {
  const open = await findOpenTerms(tx, post.id)
  const own = open.filter((term) => term.memberId === memberId)
  const others = open.filter((term) => term.memberId !== memberId)
  const staying = others.filter((term) => spared.includes(term.memberId)).length
  const outgoing = outgoingOf(
    others.filter((term) => !spared.includes(term.memberId)),
    1 + staying,
    post.seats,
  )
  const ended = [...own, ...outgoing].map(({ id }) => id)
  if (ended.length > 0) await setEnded(tx, ended, { endedOn: on, endReason: 'succeeded', endNote: null })
  await insertTerm(tx, cooperativeId, {
    ...{
      id: newId<TermId>(),
      postId: post.id,
      memberId,
      startedOn: on,
      endsOn,
      endedOn: null,
      cameBy,
      electionId,
      recordedBy,
    },
    ...{ meetingId: null, endReason: null, endNote: null },
  })
  return outgoing.map((term) => term.memberId)
}
