import { addDays, addMonthsToDay, type Day, dayText } from '#core/calendar.ts'
import { refusal, type Refusal } from '#core/refusal.ts'
import type {
  CandidateStatus,
  ElectionPhase,
  ElectionStatus,
  ElectionTieRule,
  Ineligibility,
  PostOutcome,
  UnopposedRule,
} from './words.ts'

export const ownCandidacy = refusal('own_candidacy', 409, 'You are a candidate for this post. Ask another officer.')
const electionTimesWrong = refusal(
  'election_times_wrong',
  422,
  'Choose a closing time after the opening, from now on and within {days} days.',
)
const electionOfficePast = refusal('election_office_past', 422, 'Choose today or a later day for the hand-over.')
export const electionCancelled = refusal('election_cancelled', 409, 'This election was cancelled.')
const nominationsNotOpen = refusal(
  'nominations_not_open',
  409,
  'Nominations are not open yet. Come back when they open.',
)
const nominationsClosed = refusal('nominations_closed', 409, 'Nominations are closed.')
const candidateNotActive = refusal('candidate_not_active', 409, 'Only active members can be candidates.')
const candidateJoinedLate = refusal(
  'candidate_joined_late',
  409,
  'By the bye-laws this member can be a candidate from {date} on, after the required time of membership.',
)
const candidateInArrears = refusal(
  'candidate_in_arrears',
  409,
  'By the bye-laws members in arrears with a loan can’t be candidates. Pay what is overdue first.',
)
const candidateTermsUsed = refusal(
  'candidate_terms_used',
  409,
  'This member has served {terms} terms in a row, the most that the bye-laws allow. They can hold this post again from {date} on.',
)
export const candidateNotStanding = refusal('candidate_not_standing', 409, 'This nomination is not open any more.')
const secondOwnCandidacy = refusal('second_own_candidacy', 409, 'You can’t second yourself. Ask another member.')
const secondOwnProposal = refusal(
  'second_own_proposal',
  409,
  'You nominated this candidate. Another member has to second them.',
)

export const postsOfElectionMax = 20
export const statementMax = 1000
/** Nominations are open for so many days at most. */
export const nominationDaysMax = 90

export type ElectionRules = {
  termYears: number
  /** In a row, on one post; 0 is no limit. */
  termsMax: number
  seconders: number
  memberForDays: number
  arrearsExcluded: boolean
  unopposed: UnopposedRule
  tieRule: ElectionTieRule
  /** Percent of the roll that must vote for a ballot to be valid; 0 is none. */
  turnoutMin: number
}

/** Where a cooperative has set none. */
export const usualElectionRules: ElectionRules = {
  termYears: 2,
  termsMax: 2,
  seconders: 1,
  memberForDays: 0,
  arrearsExcluded: false,
  unopposed: 'declared',
  tieRule: 'run_off',
  turnoutMin: 0,
}

export type ElectionFacts = { status: ElectionStatus; nominationsOpenAt: Date; nominationsCloseAt: Date }

export function phaseOf({ status, nominationsOpenAt, nominationsCloseAt }: ElectionFacts, now: Date): ElectionPhase {
  if (status !== 'open') return status
  if (nominationsOpenAt > now) return 'announced'
  return nominationsCloseAt > now ? 'nominations' : 'ballot'
}

/** Why an election can't be opened with these times. `today` is in Lagos. */
export function whyNotOpenElection(
  {
    nominationsOpenAt,
    nominationsCloseAt,
    takesOfficeOn,
  }: { nominationsOpenAt: Date; nominationsCloseAt: Date; takesOfficeOn: Day },
  now: Date,
  today: Day,
): Refusal | undefined {
  const wrong = (field: string) => electionTimesWrong({ field, days: nominationDaysMax })
  if (!(nominationsOpenAt >= now)) return wrong('nominationsOpenAt')
  const days = (nominationsCloseAt.getTime() - nominationsOpenAt.getTime()) / 86_400_000
  if (!(days > 0 && days <= nominationDaysMax)) return wrong('nominationsCloseAt')
  return takesOfficeOn < today ? electionOfficePast({ field: 'takesOfficeOn' }) : undefined
}

/** Why an election takes no nomination, acceptance or second now. */
export function whyNotNominateNow(election: ElectionFacts, now: Date): Refusal | undefined {
  const phase = phaseOf(election, now)
  if (phase === 'cancelled') return electionCancelled()
  if (phase === 'announced') return nominationsNotOpen()
  return phase === 'nominations' ? undefined : nominationsClosed()
}

export type TermFacts = { startedOn: Day; endsOn: Day | null; endedOn: Day | null }

/**
 * How many terms of one post somebody has served in a row up to the day on which the next would begin, and when the last of
 * them ended. A term is in a row with the one before it unless a whole term lies between them; a by-election counts as a term.
 */
export function consecutiveTerms(
  terms: readonly TermFacts[],
  takesOfficeOn: Day,
  termYears: number,
): { count: number; lastEnd: Day } {
  let [count, next, lastEnd] = [0, takesOfficeOn, takesOfficeOn]
  for (const { startedOn, endedOn } of terms.toSorted((a, b) => (a.startedOn < b.startedOn ? 1 : -1))) {
    const end = endedOn ?? next
    if (addMonthsToDay(end, 12 * termYears) <= next) break
    if (count === 0) lastEnd = end
    count += 1
    next = startedOn
  }
  return { count, lastEnd }
}

export type CandidateFacts = {
  isActive: boolean
  joinedOn: Day
  isInArrears: boolean
  /** Of this post. */
  terms: readonly TermFacts[]
}

/** Why a member can't be a candidate, and from which day they could, where there is one. */
export type Ineligible = { reason: Ineligibility; from?: Day; terms?: number }

/** Why a member can't be a candidate for a post by the bye-laws of the election. `today` is in Lagos. */
export function whyIneligible(
  { isActive, joinedOn, isInArrears, terms }: CandidateFacts,
  rules: Pick<ElectionRules, 'termYears' | 'termsMax' | 'memberForDays' | 'arrearsExcluded'>,
  takesOfficeOn: Day,
  today: Day,
): Ineligible | undefined {
  if (!isActive) return { reason: 'not_active' }
  const from = addDays(joinedOn, rules.memberForDays)
  if (from > today) return { reason: 'joined_late', from }
  if (rules.termsMax > 0) {
    const { count, lastEnd } = consecutiveTerms(terms, takesOfficeOn, rules.termYears)
    if (count >= rules.termsMax)
      return { reason: 'terms_used', terms: count, from: addMonthsToDay(lastEnd, 12 * rules.termYears) }
  }
  return rules.arrearsExcluded && isInArrears ? { reason: 'in_arrears' } : undefined
}

/** The same as a refusal with its reason. */
export function refusalOf({ reason, from, terms = 0 }: Ineligible): Refusal {
  if (reason === 'joined_late') return candidateJoinedLate({ date: from ? dayText(from) : '' })
  if (reason === 'terms_used') return candidateTermsUsed({ terms, date: from ? dayText(from) : '' })
  return reason === 'in_arrears' ? candidateInArrears() : candidateNotActive()
}

/** Why a member can't second this candidate. */
export function whyNotSecond(
  { memberId, proposedBy, status }: { memberId: string; proposedBy: string; status: CandidateStatus },
  seconder: string,
): Refusal | undefined {
  if (memberId === seconder) return secondOwnCandidacy()
  if (proposedBy === seconder) return secondOwnProposal()
  return status === 'asked' || status === 'accepted' ? undefined : candidateNotStanding()
}

/**
 * Who is elected by a tally, as places from 0: most votes win, up to the seats. `tied` are those with as many votes as the
 * last seat takes, where there are more of them than seats left; `seatsLeft` is how many of them are to be elected.
 */
export function winnersOf(
  tally: readonly number[],
  seats: number,
): { elected: number[]; tied: number[]; seatsLeft: number } {
  const places = tally.map((_, place) => place)
  const least = tally.toSorted((a, b) => b - a)[seats - 1] ?? -1
  const above = places.filter((place) => (tally[place] ?? 0) > least)
  const level = places.filter((place) => tally[place] === least)
  return above.length + level.length <= seats
    ? { elected: places.filter((place) => (tally[place] ?? 0) >= least), tied: [], seatsLeft: 0 }
    : { elected: above, tied: level, seatsLeft: seats - above.length }
}

/** Whether too few of the roll voted for a ballot to be valid by the least turnout, in percent. */
export function isBelowTurnout({ cast, eligible }: { cast: number; eligible: number }, turnoutMin: number): boolean {
  return cast * 100 < eligible * turnoutMin
}

/** The last day of a term that begins on this day. */
export function termEnd(takesOfficeOn: Day, termYears: number): Day {
  return addDays(addMonthsToDay(takesOfficeOn, 12 * termYears), -1)
}

/** Whether all posts have an outcome. */
export function isCompleted(posts: readonly { outcome: PostOutcome | null }[]): boolean {
  return posts.every(({ outcome }) => outcome !== null)
}
