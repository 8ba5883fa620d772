import type { Parsed } from '#core/contract/endpoint.ts'
import type { openVote as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, dayIn, dayText } from '#core/calendar.ts'
import { clockText } from '#features/governance/meetings/rules/meeting.ts'
import { resolutionOptions } from '#features/governance/votes/rules/ballot.ts'
import { movedInDays, openingText, whyNotOpen, whyNotOptions } from '#features/governance/votes/rules/vote.ts'
import type { MeetingId, VoteId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { lockMeeting } from '#features/governance/meetings/server/queries.ts'
import { newBlindKey, sealBlindKey, voteKeyName } from '#platform/credentials/blind-key.ts'
import { findVote, getVotingRules, type Vote } from './queries.ts'
import { insertRoll, insertVote, insertVoteKey } from './store.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

/** Making a key pair takes a moment, in which no transaction is to wait. */
export async function prepareVote(_actor: TenantActor, { isSecret }: Input) {
  return isSecret ? newBlindKey() : undefined
}

/**
 * Opens a vote with its roll, and notifies those who may vote. Refuses: vote_times_wrong, vote_options_wrong,
 * vote_needs_general_meeting, meeting_cancelled, minutes_adopted, vote_roll_empty, sms_limit_reached.
 */
export async function openVote(
  tx: Tx,
  actor: TenantActor,
  input: Input & {
    prepared: Awaited<ReturnType<typeof prepareVote>>
    /** When members heard of it first, where that was before. */
    announcedAt?: Date
  },
  context: Context,
): Promise<Vote> {
  const { kind, wording, isSecret, closesAt, meetingId = null, alsoSms, prepared } = input
  const { now } = context
  const opensAt = input.opensAt ?? now
  const options = kind === 'resolution' ? resolutionOptions : (input.options ?? [])
  const chooseMax = kind === 'resolution' ? 1 : (input.chooseMax ?? 1)
  const reason = whyNotOpen({ opensAt, closesAt }, now) ?? whyNotOptions(kind, options, chooseMax)
  if (reason) throw reason
  const noticeSentAt = meetingId ? await lockGeneralMeeting(tx, meetingId) : null
  const rules = await getVotingRules(tx)
  const id = newId<VoteId>()
  const today = dayIn(now)
  const { majority = rules.majority } = input
  await insertVote(tx, actor, {
    ...{ id, meetingId, kind, wording, options, chooseMax, isSecret, majority, opensAt, closesAt },
    tieRule: rules.tieRule,
    announcedAt: [noticeSentAt ?? now, input.announcedAt ?? now, now].reduce((one, other) =>
      one < other ? one : other,
    ),
    publicKey: prepared?.publicKey ?? null,
  })
  const voters = await insertRoll(tx, actor, id, {
    today,
    joinedBy: addDays(dayIn(opensAt), -rules.memberForDays),
    memberForDays: rules.memberForDays,
    movedInDays: Math.min(movedInDays, rules.memberForDays),
    arrearsExcluded: rules.arrearsExcluded,
  })
  // Thrown, so that the vote is not there either.
  if (voters.length === 0) refuse('vote_roll_empty')
  if (prepared) await insertVoteKey(tx, actor, id, sealBlindKey(context.secret, voteKeyName(id), prepared.privateKey))
  await announceMessage(
    tx,
    actor,
    {
      to: voters,
      message: openingText({ wording, isSecret }, momentText(closesAt)),
      link: `/member/meetings/votes/${id}`,
      kind: 'meeting',
      subject: strings.aVoteIsOpen,
      alsoSms,
    },
    context,
  )
  return findVote(tx, actor, id)
}

/** Answers when its notice was sent. */
async function lockGeneralMeeting(tx: Tx, meetingId: MeetingId): Promise<Date | null> {
  const { kind, status, adoptedAt, noticeSentAt } = await lockMeeting(tx, meetingId)
  if (kind === 'committee') refuse('vote_needs_general_meeting', { field: 'meetingId' })
  if (status === 'cancelled') refuse('meeting_cancelled', { field: 'meetingId' })
  if (adoptedAt) refuse('minutes_adopted', { field: 'meetingId', date: dayText(dayIn(adoptedAt)) })
  return noticeSentAt
}

/** 26 Nov 2026, 2:30pm in Lagos, an hour ahead of UTC all year. */
function momentText(at: Date): string {
  const time = new Date(at.getTime() + 3_600_000).toISOString().slice(11, 16)
  return `${dayText(dayIn(at))}, ${clockText(time)}`
}
