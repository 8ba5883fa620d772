import type { Parsed } from '#core/contract/endpoint.ts'
import { type TenantActor, whyClosed } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { meetings } from '#core/contract/changes.ts'
import type { VoteId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { isBelowTurnout, ownCandidacy } from '#features/governance/elections/rules/election.ts'
import { clockText } from '#features/governance/meetings/rules/meeting.ts'
import { lockGeneralMeeting } from '#features/governance/meetings/server/reads.ts'
import { addResolution, type NewResolution } from '#features/governance/meetings/server/writes.ts'
import * as contract from '#features/governance/votes/contract.ts'
import { ballotText, resolutionOptions } from '#features/governance/votes/rules/ballot.ts'
import {
  decidedOutcome,
  openingText,
  voteCancelled,
  voteClosed,
  whyNotChoices,
  whyNotClose,
  whyNotConfirm,
  whyNotOpen,
  whyNotOptions,
  whyNotTaking,
  whyNotVoter,
} from '#features/governance/votes/rules/vote.ts'
import { voteOutcomeNames } from '#features/governance/votes/rules/words.ts'
import { action, memberAction, openAction, preparedAction } from '#platform/action.ts'
import { isSigned, newBlindKey, sealBlindKey, signBlinded, voteKeyName } from '#platform/credentials/blind-key.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, transactionTime, update } from '#platform/db/write.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { hintAfter } from '#platform/live/hints.ts'
import {
  findEntry,
  findRoll,
  findSealedKey,
  findVote,
  findVotingRules,
  lockVote,
  lookUpVote,
  receiptOf,
  type Vote,
} from './reads.ts'
import { verifyPapers } from './verify-vote.ts'
import { endAndCount, endVote, insertRoll, recordProvedLogin, takeCredential } from './writes.ts'

const voteRollEmpty = refusal(
  'vote_roll_empty',
  409,
  'No member may vote yet, so the vote can’t be opened. Members who were all added today count from tomorrow; if that is not the reason, check the voting rules.',
)
const voteResultWrong = refusal(
  'vote_result_wrong',
  409,
  'The ballots do not agree with the result, so it can’t be confirmed. Look at Verify to see what differs.',
)
const voteIsSecret = refusal('vote_is_secret', 409, 'This vote is secret. Vote from the page of the vote.')
const voteIsOpenBallot = refusal('vote_is_open_ballot', 409, 'This vote is open, so it takes no secret ballots.')
const voteCastAlready = refusal('vote_cast_already', 409, 'You have voted already. Each member votes once.')
const voteKeyLost = refusal(
  'vote_key_lost',
  409,
  'This vote can’t take more ballots. Ask an officer to cancel it and open it again.',
)
const voteCredentialIssued = refusal(
  'vote_credential_issued',
  409,
  'Your ballot was made on another device or browser, and each member gets one. Finish voting there.',
)
const ballotSignatureWrong = refusal(
  'ballot_signature_wrong',
  403,
  'The signature on this ballot is not valid for this vote, so it was not counted.',
)

type Opening = Parsed<typeof contract.openVote> & {
  /** The key pair of a secret vote. */
  prepared: Awaited<ReturnType<typeof newBlindKey>> | undefined
  /** When members heard of it first, where that was before. */
  announcedAt?: Date
}

/**
 * Opens a vote with its roll, and notifies those who may vote. Refuses: vote_times_wrong, vote_options_wrong,
 * vote_needs_general_meeting, meeting_cancelled, minutes_adopted, vote_roll_empty, sms_limit_reached.
 */
export const openVote = preparedAction(
  contract.openVote,
  // Making a key pair takes a moment, in which no transaction is to wait.
  async (_actor, { isSecret }) => (isSecret ? newBlindKey() : undefined),
  async ({ tx, actor, now, today, context }, input: Opening) => {
    const { kind, wording, isSecret, closesAt, meetingId = null, alsoSms, prepared } = input
    const opensAt = input.opensAt ?? now
    const options = kind === 'resolution' ? resolutionOptions : (input.options ?? [])
    const chooseMax = kind === 'resolution' ? 1 : (input.chooseMax ?? 1)
    const reason = whyNotOpen({ opensAt, closesAt }, now) ?? whyNotOptions(kind, options, chooseMax)
    if (reason) throw reason
    const noticeSentAt = meetingId ? (await lockGeneralMeeting(tx, meetingId)).noticeSentAt : null
    const rules = await findVotingRules(tx)
    const voteId = newId<VoteId>()
    await insert(tx, 'app.vote', {
      ...{ voteId, meetingId, kind, wording, options, chooseMax, isSecret, opensAt, closesAt },
      ...{ majority: input.majority ?? rules.majority, tieRule: rules.tieRule },
      announcedAt: [noticeSentAt ?? now, input.announcedAt ?? now, now].reduce((one, other) =>
        one < other ? one : other,
      ),
      publicKey: prepared?.publicKey ?? null,
      openedByName: actor.name,
    })
    const voters = await insertRoll(tx, voteId, { ...rules, today, opensOn: dayIn(opensAt) })
    // Thrown, so that the vote is not there either.
    if (voters.length === 0) refuse(voteRollEmpty())
    if (prepared) {
      const sealed = sealBlindKey(context.secret, voteKeyName(voteId), prepared.privateKey)
      await insert(tx, 'app.vote_key', { voteId, sealed })
    }
    await announceMessage(
      tx,
      actor,
      {
        to: voters,
        message: openingText({ wording, isSecret }, momentText(closesAt)),
        link: `/member/meetings/votes/${voteId}`,
        kind: 'meeting',
        subject: t('A vote is open'),
        alsoSms,
      },
      context,
    )
    return findVote(tx, actor, voteId)
  },
)

/** 26 Nov 2026, 2:30pm in Lagos, an hour ahead of UTC all year. */
function momentText(at: Date): string {
  const time = new Date(at.getTime() + 3_600_000).toISOString().slice(11, 16)
  return `${dayText(dayIn(at))}, ${clockText(time)}`
}

/**
 * A member's ballot in an open vote. Refuses: vote_is_secret, vote_cancelled, vote_closed, vote_not_open_yet,
 * vote_not_on_roll, vote_excluded, ballot_choices_wrong, vote_cast_already.
 */
export const castOpenBallot = memberAction(contract.castOpenBallot, async ({ tx, actor, now }, { id, choices }) => {
  const { memberId } = actor
  const vote = await findVote(tx, actor, id)
  if (vote.isSecret) refuse(voteIsSecret())
  const reason =
    whyNotTaking(vote, now) ?? whyNotVoter(await findEntry(tx, id, memberId)) ?? whyNotChoices(vote, choices)
  if (reason) throw reason
  const ballot = { voteId: id, memberId, choices }
  const isFirst = await refuseClosed(() => insert(tx, 'app.open_ballot', ballot, { unlessThere: true }))
  if (!isFirst) refuse(voteCastAlready())
  await recordProvedLogin(tx, id, memberId)
  return { ballots: vote.ballots + 1 }
})

/**
 * Signs a member's blinded ballot, which says nothing of their choice or serial. Refuses: vote_is_open_ballot,
 * vote_cancelled, vote_closed, vote_key_lost, vote_not_open_yet, vote_not_on_roll, vote_excluded, vote_credential_issued,
 * ballot_blinding_wrong.
 */
export const signBallot = memberAction(
  contract.signBallot,
  async ({ tx, actor, now, context: { secret } }, { id, blinded }) => {
    const { memberId } = actor
    const vote = await findVote(tx, actor, id)
    if (!vote.isSecret) refuse(voteIsOpenBallot())
    const reason = whyNotTaking(vote, now) ?? whyNotVoter(await findEntry(tx, id, memberId))
    if (reason) throw reason
    const sealed = await findSealedKey(tx, id)
    if (!sealed) {
      // A vote that was cancelled or closed since it was read has no key either.
      throw whyNotTaking(await findVote(tx, actor, id), now) ?? voteKeyLost()
    }
    const bytes = Buffer.from(blinded, 'base64url')
    const signature = signBlinded(secret, voteKeyName(id), { sealed, blinded: bytes })
    if (!signature) return refuse('ballot_blinding_wrong', { field: 'blinded' })
    const isTheirs = await refuseClosed(() => takeCredential(tx, { id, memberId, blindedHash: sha256(bytes) }))
    if (!isTheirs) refuse(voteCredentialIssued())
    await recordProvedLogin(tx, id, memberId)
    return { blindSignature: signature.toString('base64url') }
  },
)

/**
 * Takes a secret ballot that the vote's key has signed, from anybody who has it: nothing of the request is stored but the
 * ballot. The signature is checked before any limit: what is refused for it counts against the caller's network, which may
 * be a whole hall, and a good ballot is taken whatever came from there before, and leaves nothing there either. Refuses: not_found, a closed cooperative, vote_is_open_ballot, vote_cancelled, vote_closed,
 * vote_not_open_yet, ballot_choices_wrong, ballot_signature_wrong, too_many_requests.
 */
export const castBallot = openAction(
  contract.castBallot,
  async (context, _caller, { voteId, choices, serial, signature }) => {
    const { database, now } = context
    const vote = await database.auth((tx) => lookUpVote(tx, voteId))
    const { cooperativeId, publicKey } = vote
    const closed = whyClosed(vote.cooperativeStatus)
    if (closed) refuse(closed)
    if (!vote.isSecret || !publicKey) return refuse(voteIsOpenBallot({ field: 'voteId' }))
    const reason = whyNotTaking(vote, now) ?? whyNotChoices(vote, choices)
    if (reason) throw reason
    const serialBytes = Buffer.from(serial, 'base64url')
    const signatureBytes = Buffer.from(signature, 'base64url')
    // RFC 9474's random prefix, which is the serial, and the ballot behind it.
    const signed = Buffer.concat([serialBytes, Buffer.from(ballotText(voteId, choices))])
    if (!(await isSigned(publicKey, signed, signatureBytes))) {
      await database.auth((tx) => useQuota(tx, context, 'wrong_ballots', callersNetwork(context)))
      refuse(ballotSignatureWrong({ field: 'signature' }))
    }

    // From here on it must succeed, but for a vote that closes meanwhile.
    const ballot = { voteId, serial: serialBytes, choices, signature: signatureBytes }
    await refuseClosed(() =>
      // As a member without a name: this transaction sees and writes less than any session's.
      database.tenant({ cooperativeId, role: 'member' }, async (tx) => {
        // A serial is in the box once.
        await insert(tx, 'app.ballot_box', ballot, { unlessThere: true })
        // Officers see the turnout move. Were members told of each ballot, a thousand would be a million questions.
        hintAfter(tx, { topics: meetings, cooperativeId, officers: true, members: [] })
      }),
    )
    return { receipt: receiptOf(serialBytes) }
  },
)

/** For what goes into a vote that may close meanwhile, which the database sees under its lock. Refuses: vote_closed. */
async function refuseClosed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'vote_is_open') refuse(voteClosed())
    throw error
  }
}

/** Closes a vote and counts it. Refuses: vote_cancelled, vote_closed, vote_not_over. */
export const closeVote = action(contract.closeVote, async ({ tx, actor, now }, { id }) => {
  const reason = whyNotClose(await lockVote(tx, actor, id), now)
  if (reason) throw reason

  // From here on it must succeed.
  await endAndCount(tx, actor, id, actor.name)
  return findVote(tx, actor, id)
})

/**
 * Ends a vote that is open without a result, destroys its ballots and tells the voters why. Members have voted, or are about to: that it
 * comes to nothing is no one officer's decision. Refuses: vote_cancelled, vote_closed.
 */
export const cancelVote = waitingAction(
  contract.cancelVote,
  async ({ tx, actor }, { id, reason }) => {
    const { wording } = await lockOpen(tx, actor, id)
    return {
      description: t('Cancel the vote “{wording}” and destroy its ballots. Reason: {reason}', { wording, reason }),
    }
  },
  async ({ tx, actor }, { id, reason }) => {
    const { wording } = await lockOpen(tx, actor, id)
    const roll = await findRoll(tx, id)

    // From here on it must succeed.
    await endVote(tx, id, { status: 'cancelled', by: actor.name, reason })
    const message = t(
      'The vote “{wording}” was cancelled. Reason: {reason} No ballot was counted, and all of them were destroyed.',
      { wording, reason },
    )
    notifyMembers(
      tx,
      actor.cooperativeId,
      roll
        .filter(({ exclusion }) => exclusion === null)
        .map(({ memberId }) => ({ memberId, type: 'warning', message, link: `/member/meetings/votes/${id}` })),
    )
    return findVote(tx, actor, id)
  },
)

async function lockOpen(tx: Tx, actor: TenantActor, id: VoteId): Promise<Vote> {
  const vote = await lockVote(tx, actor, id)
  if (vote.status === 'cancelled') refuse(voteCancelled())
  return vote.status === 'open' ? vote : refuse(voteClosed())
}

/**
 * An officer confirms the result; with the last confirmation that is needed it is final, and a resolution of its meeting. Where those
 * that it has are enough by now, it is final once one of these officers confirms again.
 * Refuses: vote_cancelled, vote_confirmed, vote_not_counted, own_candidacy, vote_confirmed_by_you, vote_not_tied,
 * vote_casting_vote_missing, vote_casting_vote_differs, vote_result_wrong, and what addResolution refuses.
 */
export const confirmVote = action(contract.confirmVote, async ({ tx, actor, today }, { id, castingVote: given }) => {
  const vote = await lockVote(tx, actor, id)
  const { confirmations, confirmationsNeeded } = vote
  const hasConfirmed = confirmations.some(({ isOwn }) => isOwn)
  const isEnough = confirmations.length >= confirmationsNeeded
  const reason = whyNotConfirm(vote, { hasConfirmed, isEnough, recorded: vote.castingVote, given })
  if (reason) throw reason
  if (vote.isCandidate) refuse(ownCandidacy())
  const { isRight, resultHash } = await verifyPapers(tx, vote)
  if (!isRight) refuse(voteResultWrong())
  const castingVote = given ?? null
  const isLast = confirmations.length + 1 >= confirmationsNeeded
  const outcome = decidedOutcome(vote.outcome ?? 'lost', castingVote)
  if (isLast && vote.meetingId) await addResolution(tx, vote.meetingId, resolutionOf({ ...vote, outcome }), today)

  // From here on it must succeed.
  if (castingVote && vote.castingVote === null) await update(tx, 'app.vote', { voteId: id }, { castingVote })
  if (!hasConfirmed)
    await insert(tx, 'app.vote_confirmation', {
      ...{ voteId: id, loginId: actor.loginId, name: actor.name },
      ...{ resultHash: Buffer.from(resultHash, 'hex'), castingVote },
    })
  if (isLast)
    await update(tx, 'app.vote', { voteId: id }, { status: 'confirmed', confirmedAt: transactionTime, outcome })
  return findVote(tx, actor, id)
})

/** The result as a line of the minutes; the figures of a choice are part of its text. */
function resolutionOf(vote: Vote): NewResolution {
  const { id: voteId, kind, wording, options, tally, outcome, ballots, eligible, turnoutMin } = vote
  const [yes = 0, no = 0, abstain = 0] = tally ?? []
  const counted = { for: null, against: null, abstain: null, voteId, outcome: 'counted' } as const
  if (isBelowTurnout({ cast: ballots, eligible }, turnoutMin))
    return {
      text: t('{wording} (Not valid: {ballots} of {eligible} voted, less than {turnoutMin} %)', {
        wording,
        ballots,
        eligible,
        turnoutMin,
      }),
      ...counted,
    }
  if (kind === 'resolution')
    return { text: wording, for: yes, against: no, abstain, voteId, outcome: outcome ?? 'lost' }
  const figures = options.map((name, n) => `${name} ${tally?.[n] ?? 0}`).join(', ')
  return { text: `${wording} (${voteOutcomeNames.counted}: ${figures})`, ...counted }
}
