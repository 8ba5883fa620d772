import type { Parsed } from '#core/contract/endpoint.ts'
import type { cancelMeeting as contract } from '#features/governance/meetings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { cancellationText, meetingKindNames, whyNotChange } from '#features/governance/meetings/rules/meeting.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { factsOf, findMeeting, hasUnfinishedVote, listNoticed, lockMeeting, type Meeting } from './queries.ts'
import { setCancelled } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Refuses: meeting_not_planned, vote_unconfirmed. The members who got the notice are told that the meeting is off. */
export async function cancelMeeting(
  tx: Tx,
  actor: TenantActor,
  { id, reason, alsoSms }: Parsed<typeof contract>,
  context: Context,
): Promise<Meeting> {
  const meeting = await lockMeeting(tx, id)
  const refusal = whyNotChange(factsOf(meeting))
  if (refusal) throw refusal
  if (await hasUnfinishedVote(tx, id)) refuse('vote_unconfirmed')
  const noticed = meeting.noticeSentAt ? await listNoticed(tx, id) : []

  // From here on it must succeed.
  await setCancelled(tx, id, reason)
  if (noticed.length > 0) {
    const subject = fill(strings.cancelledKind, { kind: meetingKindNames[meeting.kind] })
    await announceMessage(
      tx,
      actor,
      { to: noticed, type: 'warning', kind: 'meeting', message: cancellationText(meeting, reason), subject, alsoSms },
      context,
    )
  }
  return findMeeting(tx, id)
}
