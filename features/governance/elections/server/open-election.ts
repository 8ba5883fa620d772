import type { Parsed } from '#core/contract/endpoint.ts'
import type { openElection as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { whyNotOpenElection } from '#features/governance/elections/rules/election.ts'
import type { ElectionId, MeetingId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { lockMeeting } from '#features/governance/meetings/server/queries.ts'
import { type Election, findElection, findSeats, getElectionRules, hasOpenElection } from './queries.ts'
import { insertElection } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Opens an election with the bye-laws of today and tells all members. Refuses: election_times_wrong, election_office_past,
 * election_post_twice, not_found, election_seats_wrong, election_open_already, vote_needs_general_meeting,
 * meeting_cancelled, minutes_adopted, sms_limit_reached.
 */
export async function openElection(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  context: Context,
): Promise<Election> {
  const { title, posts, nominationsCloseAt, takesOfficeOn, meetingId = null, alsoSms } = input
  const { now } = context
  const nominationsOpenAt = input.nominationsOpenAt ?? now
  const reason = whyNotOpenElection({ nominationsOpenAt, nominationsCloseAt, takesOfficeOn }, now, dayIn(now))
  if (reason) throw reason
  const ids = posts.map(({ postId }) => postId)
  if (new Set(ids).size < ids.length) refuse('election_post_twice', { field: 'posts' })
  const seats = await findSeats(tx, ids)
  if (seats.size < ids.length) refuse('not_found', { field: 'posts' })
  if (posts.some((post) => post.seats > (seats.get(post.postId) ?? 0)))
    refuse('election_seats_wrong', { field: 'posts' })
  if (meetingId) await checkMeeting(tx, meetingId)
  if (await hasOpenElection(tx, ids)) refuse('election_open_already', { field: 'posts' })

  // From here on it must succeed, but for the limit of SMS.
  const id = newId<ElectionId>()
  const rules = await getElectionRules(tx)
  await insertElection(tx, actor, {
    ...{ id, title, meetingId, nominationsOpenAt, nominationsCloseAt, takesOfficeOn, rules, posts },
  })
  const election = await findElection(tx, actor, id, now)
  await announceMessage(
    tx,
    actor,
    {
      to: 'all',
      message: fill(strings.nominationsForCloseOnNominate, {
        title,
        posts: election.posts.map((post) => post.title).join('; '),
        closesOn: dayText(dayIn(nominationsCloseAt)),
      }),
      link: `/member/meetings/elections/${id}`,
      kind: 'meeting',
      subject: strings.nominationsForAnElection,
      alsoSms,
    },
    context,
  )
  return election
}

async function checkMeeting(tx: Tx, meetingId: MeetingId): Promise<void> {
  const { kind, status, adoptedAt } = await lockMeeting(tx, meetingId)
  if (kind === 'committee') refuse('vote_needs_general_meeting', { field: 'meetingId' })
  if (status === 'cancelled') refuse('meeting_cancelled', { field: 'meetingId' })
  if (adoptedAt) refuse('minutes_adopted', { field: 'meetingId', date: dayText(dayIn(adoptedAt)) })
}
