import { refusal, type Refusal } from '#core/refusal.ts'
import type { VoteOutcome } from './outcome.ts'
import type { CastingVote, Exclusion, Majority, TieRule, VoteKind, VoteStatus } from './words.ts'
import { exclusionNames } from './words.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const voteTimesWrong = refusal(
  'vote_times_wrong',
  422,
  'Choose a closing time after the opening, from now on and within {days} days.',
)
const voteOptionsWrong = refusal(
  'vote_options_wrong',
  422,
  'Enter 2 to 10 different choices, and let members choose fewer than there are.',
)
const voteNotOpenYet = refusal('vote_not_open_yet', 409, 'This vote is not open yet. Come back when it opens.')
export const voteClosed = refusal('vote_closed', 409, 'This vote is closed and takes no more ballots.')
export const voteCancelled = refusal('vote_cancelled', 409, 'This vote was cancelled.')
const voteNotOver = refusal(
  'vote_not_over',
  409,
  'This vote is still open. Close it at its closing time, or once everyone on the roll has voted.',
)
export const voteNotCounted = refusal('vote_not_counted', 409, 'The ballots are not counted yet. Close the vote first.')
const voteConfirmed = refusal('vote_confirmed', 409, 'The result of this vote is confirmed and stays as it is.')
const voteConfirmedByYou = refusal(
  'vote_confirmed_by_you',
  409,
  'You have confirmed this result. Another officer has to confirm it too.',
)
const voteCastingVoteMissing = refusal(
  'vote_casting_vote_missing',
  422,
  'The vote is tied. Enter the chair’s casting vote.',
)
const voteCastingVoteDiffers = refusal(
  'vote_casting_vote_differs',
  409,
  'Another officer recorded the other casting vote. Agree with the chair before you confirm.',
)
const voteNotTied = refusal('vote_not_tied', 422, 'The vote is not tied, so there is no casting vote. Leave it out.')
const voteNotOnRoll = refusal('vote_not_on_roll', 403, 'You are not on the roll of this vote.')
const voteExcluded = refusal(
  'vote_excluded',
  403,
  'You may not vote here: {reason}. Ask the secretary if you think that is wrong.',
)
const ballotChoicesWrong = {
  one: refusal('ballot_choices_wrong', 422, 'Choose one of the options.'),
  several: refusal('ballot_choices_wrong', 422, 'Choose 1 to {max} of the options, each once.'),
}

export const optionsMax = 10
/** A vote is open for so many days at most. */
export const openDaysMax = 60

export type VotingRules = { majority: Majority; tieRule: TieRule; memberForDays: number; arrearsExcluded: boolean }

/** Where a cooperative has set none. */
export const usualRules: VotingRules = {
  majority: 'simple',
  tieRule: 'lost',
  memberForDays: 30,
  arrearsExcluded: false,
}

/** Days that count in place of the bye-law's where most members were recorded more recently than that: the society has just moved in. */
export const movedInDays = 1

export type VoteFacts = {
  status: VoteStatus
  isSecret: boolean
  opensAt: Date
  closesAt: Date
  options: readonly string[]
  chooseMax: number
}

/** Why a vote can't be open between these times, or undefined when it can. `now` is the moment of the request. */
export function whyNotOpen(
  { opensAt, closesAt }: Pick<VoteFacts, 'opensAt' | 'closesAt'>,
  now: Date,
): Refusal | undefined {
  const wrong = (field: string) => voteTimesWrong({ field, days: openDaysMax })
  if (!(opensAt >= now)) return wrong('opensAt')
  const days = (closesAt.getTime() - opensAt.getTime()) / 86_400_000
  return days > 0 && days <= openDaysMax ? undefined : wrong('closesAt')
}

/** Why members can't choose among these names. A resolution has options of its own, and names none. */
export function whyNotOptions(kind: VoteKind, options: readonly string[], chooseMax: number): Refusal | undefined {
  if (kind === 'resolution') return undefined
  const different = new Set(options.map((name) => name.toLowerCase())).size
  return different === options.length && different >= 2 && different <= optionsMax && chooseMax < different
    ? undefined
    : voteOptionsWrong({ field: 'options' })
}

/** Why a vote takes no ballot now. */
export function whyNotTaking(
  { status, opensAt, closesAt }: Pick<VoteFacts, 'status' | 'opensAt' | 'closesAt'>,
  now: Date,
): Refusal | undefined {
  if (status === 'cancelled') return voteCancelled()
  if (status !== 'open' || closesAt <= now) return voteClosed()
  return opensAt > now ? voteNotOpenYet() : undefined
}

/** Why these choices are no ballot of this vote: places among its options, from 1, ascending. */
export function whyNotChoices(
  { options, chooseMax }: Pick<VoteFacts, 'options' | 'chooseMax'>,
  choices: readonly number[],
): Refusal | undefined {
  const isWell =
    choices.length >= 1 &&
    choices.length <= chooseMax &&
    choices.every((place, n) => place >= 1 && place <= options.length && (n === 0 || place > (choices[n - 1] ?? 0)))
  if (isWell) return undefined
  const field = 'choices'
  return chooseMax === 1 ? ballotChoicesWrong.one({ field }) : ballotChoicesWrong.several({ field, max: chooseMax })
}

/** Why a member may not vote, by their entry on the roll; undefined where they have none. */
export function whyNotVoter(entry: { exclusion: Exclusion | null } | undefined): Refusal | undefined {
  if (!entry) return voteNotOnRoll()
  return entry.exclusion === null ? undefined : voteExcluded({ reason: exclusionNames[entry.exclusion].toLowerCase() })
}

/** Why a vote can't be closed and counted: before its time only once everyone on the roll has voted. */
export function whyNotClose(
  { status, closesAt, ballots, eligible }: { status: VoteStatus; closesAt: Date; ballots: number; eligible: number },
  now: Date,
): Refusal | undefined {
  if (status === 'cancelled') return voteCancelled()
  if (status !== 'open') return voteClosed()
  return closesAt <= now || ballots >= eligible ? undefined : voteNotOver()
}

/** How many ballots chose each option. */
export function tallyOf(optionCount: number, ballots: readonly (readonly number[])[]): number[] {
  const tally = Array.from({ length: optionCount }, () => 0)
  for (const choices of ballots) for (const place of choices) tally[place - 1] = (tally[place - 1] ?? 0) + 1
  return tally
}

/** What came of a count. Abstentions are no votes cast; a vote that no one cast is lost. */
export function outcomeOf(
  { kind, majority, tieRule }: { kind: VoteKind; majority: Majority; tieRule: TieRule },
  tally: readonly number[],
): VoteOutcome {
  if (kind === 'choice') return 'counted'
  const [yes = 0, no = 0] = tally
  if (majority === 'two_thirds') return yes > 0 && yes * 3 >= (yes + no) * 2 ? 'carried' : 'lost'
  if (yes === no && yes > 0 && tieRule === 'casting_vote') return 'tied'
  return yes > no ? 'carried' : 'lost'
}

/** What came of a vote once the chair has voted at a tie. */
export function decidedOutcome(outcome: VoteOutcome, castingVote: CastingVote | null): VoteOutcome {
  if (outcome !== 'tied' || castingVote === null) return outcome
  return castingVote === 'for' ? 'carried' : 'lost'
}

/**
 * Why an officer can't confirm a result now. `recorded` is the casting vote that an officer who confirmed before them
 * recorded, `given` what this one says. `isEnough`: as many confirmed it as are needed by now, because an officer who was to confirm it
 * is none any more; who confirmed it then finishes it by doing so again.
 */
export function whyNotConfirm(
  vote: { status: VoteStatus; outcome: VoteOutcome | null },
  {
    hasConfirmed,
    isEnough,
    recorded,
    given,
  }: { hasConfirmed: boolean; isEnough: boolean; recorded: CastingVote | null; given: CastingVote | undefined },
): Refusal | undefined {
  if (vote.status === 'cancelled') return voteCancelled()
  if (vote.status === 'confirmed') return voteConfirmed()
  if (vote.outcome === null) return voteNotCounted()
  if (hasConfirmed && !isEnough) return voteConfirmedByYou()
  const field = 'castingVote'
  if (vote.outcome !== 'tied') return given === undefined ? undefined : voteNotTied({ field })
  if (given === undefined) return voteCastingVoteMissing({ field })
  return recorded === null || recorded === given ? undefined : voteCastingVoteDiffers({ field })
}

/** A vote in the words of its notice. */
export function openingText({ wording, isSecret }: { wording: string; isSecret: boolean }, closes: string): string {
  return fill(isSecret ? strings.voteBySecretBallot : strings.voteVoteBefore, { wording, closes })
}
