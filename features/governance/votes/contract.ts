import * as z from 'zod/mini'
import type { MeetingId, MemberId, VoteId } from '#core/ids.ts'
import { keyBits, serialBytes } from './rules/ballot.ts'
import { optionsMax } from './rules/vote.ts'
import { voteOutcomes } from './rules/outcome.ts'
import {
  castingVotes,
  exclusions,
  rollMarks,
  majorities,
  tieRules,
  voteChecks,
  voteKinds,
  voteStatuses,
} from './rules/words.ts'
import { bytes } from './bytes.ts'
import { meetings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, moment, optionalText, requiredText, whole } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/governance/meetings/strings.ts'

const yesOrNo = z.boolean(strings.useTrueOrFalse)
const majority = z.enum(majorities, fill(strings.useOneOf, { join: majorities.join(', ') }))
const tieRule = z.enum(tieRules, fill(strings.useOneOf, { join: tieRules.join(', ') }))

const signature = bytes(keyBits / 8)

/** Places among the options, from 1, ascending. */
const choices = z
  .array(
    z
      .int(strings.useWholeNumbers)
      .check(z.minimum(1, strings.useNumbersFrom), z.maximum(optionsMax, strings.useASmallerNumber)),
    strings.sendTheChoicesAsA,
  )
  .check(z.minLength(1, strings.chooseAtLeastOne), z.maxLength(optionsMax, fill(strings.chooseAtMost, { optionsMax })))

const rules = z.object({
  /** Of an ordinary resolution. */
  majority,
  majorityClause: z.string(),
  tieRule,
  tieClause: z.string(),
  /** How long somebody must have been a member when a vote opens. */
  memberForDays: z.number(),
  memberForClause: z.string(),
  arrearsExcluded: z.boolean(),
  arrearsClause: z.string(),
})

export const getVotingRules = endpoint({
  method: 'GET',
  path: '/governance/voting-rules',
  summary: 'What the bye-laws say about votes.',
  access: 'meeting.review',
  reply: rules,
})

export const updateVotingRules = endpoint({
  method: 'PUT',
  path: '/governance/voting-rules',
  summary:
    'Replaces what the bye-laws say about votes; votes that are open keep their rules. With two or more officers it waits for another one.',
  access: 'configuration.update',
  says: ['settings', 'Changed the bye-laws on votes'],
  changes: ['governance/voting-rules', 'governance/votes'],
  stepUp: true,
  mayWait: true,
  body: z.strictObject({
    majority,
    majorityClause: optionalText(120),
    tieRule,
    tieClause: optionalText(120),
    memberForDays: whole(3650),
    memberForClause: optionalText(120),
    arrearsExcluded: yesOrNo,
    arrearsClause: optionalText(120),
  }),
  reply: rules,
  message: 'Voting rules changed',
})

const voteSummary = z.object({
  id: id<VoteId>(),
  kind: z.enum(voteKinds),
  wording: z.string(),
  meetingId: z.nullable(id<MeetingId>()),
  meeting: z.nullable(z.string()),
  isSecret: z.boolean(),
  status: z.enum(voteStatuses),
  opensAt: instant,
  closesAt: instant,
  eligible: z.number(),
  /** Ballots so far. */
  ballots: z.number(),
  /** Null before the count. */
  outcome: z.nullable(z.enum(voteOutcomes)),
})

const vote = z.extend(voteSummary, {
  options: z.array(z.string()),
  chooseMax: z.number(),
  majority,
  tieRule,
  openedBy: z.string(),
  closedAt: z.nullable(instant),
  /** Null where it was closed at its time. */
  closedBy: z.nullable(z.string()),
  excluded: z.number(),
  /** Of those who have voted: who was recorded after the announcement or within the bye-law's days, and whose login was proved after it, or in person. */
  marked: z.object({ recordedLate: z.number(), provedLate: z.number(), inPerson: z.number() }),
  /** Ballots that were signed, of a secret vote. */
  issued: z.number(),
  /** Ballots for each option, after the count. */
  tally: z.nullable(z.array(z.number())),
  castingVote: z.nullable(z.enum(castingVotes)),
  cancelledReason: z.nullable(z.string()),
  /** SHA-256 of the result in hexadecimal digits. */
  resultHash: z.nullable(z.string()),
  confirmations: z.array(z.object({ name: z.string(), at: instant, isOwn: z.boolean() })),
  confirmationsNeeded: z.number(),
  /** The reader is a candidate on this ballot, so they do not confirm its count. */
  isCandidate: z.boolean(),
  /** Of the ballot of an election: percent of the roll that must vote for it to be valid; 0 is none. */
  turnoutMin: z.number(),
  /** SPKI in base64url, of a secret vote. */
  publicKey: z.nullable(z.string()),
  /** The reader's own entry on the roll; null for officers and for who is not on it. */
  own: z.nullable(z.object({ exclusion: z.nullable(z.enum(exclusions)), hasVoted: z.boolean() })),
})

const params = z.object({ id: id<VoteId>() })

export const listVotes = endpoint({
  method: 'GET',
  path: '/governance/votes',
  summary: 'Votes, the latest first.',
  access: 'meeting.read',
  query: listQuery(['opensAt'], {
    meetingId: z.optional(id<MeetingId>()),
    status: z.optional(z.enum(voteStatuses, fill(strings.useOneOf, { join: voteStatuses.join(', ') }))),
  }),
  kind: 'list',
  reply: voteSummary,
})

export const openVote = endpoint({
  method: 'POST',
  path: '/governance/votes',
  summary:
    'Opens a vote at a general meeting or by itself: fixes its roll by the bye-laws and notifies the members who may vote. A secret vote gets a key pair of its own.',
  access: 'meeting.manage',
  says: ['meetings', 'Opened a vote'],
  changes: meetings,
  body: z.strictObject({
    meetingId: z.optional(z.nullable(id<MeetingId>())),
    kind: z.enum(voteKinds, fill(strings.useOneOf, { join: voteKinds.join(', ') })),
    wording: requiredText(strings.writeWhatIsVotedOn, 500),
    /** The names of a choice; a resolution has For, Against and Abstain. */
    options: z.optional(
      z
        .array(requiredText(strings.writeTheChoiceOrRemove, 120), strings.sendTheChoicesAsA)
        .check(z.maxLength(optionsMax, fill(strings.useAtMostChoices, { optionsMax }))),
    ),
    /** How many names a member may choose. */
    chooseMax: z.optional(
      z
        .int(strings.enterAWholeNumber)
        .check(
          z.minimum(1, strings.enterOrMore),
          z.maximum(optionsMax, fill(strings.enterAtMostOptionsMax, { optionsMax })),
        ),
    ),
    isSecret: yesOrNo,
    /** At once where it is left out. */
    opensAt: z.optional(moment),
    closesAt: moment,
    /** Where the bye-laws ask for another one than usual, as for an amendment. */
    majority: z.optional(majority),
    alsoSms: z.optional(yesOrNo),
  }),
  reply: vote,
  status: 201,
  message: 'Vote opened',
})

export const getVote = endpoint({
  method: 'GET',
  path: '/governance/votes/:id',
  summary: 'One vote: its options and rules, the turnout, and the result once the ballots are counted.',
  access: 'meeting.read',
  params,
  reply: vote,
})

export const listVoteRoll = endpoint({
  method: 'GET',
  path: '/governance/votes/:id/roll',
  summary: 'The roll of a vote as it was fixed at the opening: who may vote, why others may not, and who has voted.',
  access: 'meeting.review',
  params,
  query: listQuery(['lastName'], {
    show: z.optional(z.enum(['all', 'eligible', 'excluded', 'voted'], strings.useAllEligibleExcludedOr)),
  }),
  kind: 'list',
  reply: z.object({
    memberId: id<MemberId>(),
    firstName: z.string(),
    lastName: z.string(),
    membershipno: z.string(),
    exclusion: z.nullable(z.enum(exclusions)),
    hasVoted: z.boolean(),
    marks: z.array(z.enum(rollMarks)),
    /** The officers who saw them, where the login was proved in person. */
    confirmedBy: z.nullable(z.string()),
  }),
})

export const castOpenBallot = endpoint({
  method: 'POST',
  path: '/governance/votes/:id/open-ballot',
  summary: 'A member votes in an open vote, once.',
  access: 'vote.cast',
  says: ['meetings', 'Voted in an open vote'],
  changes: meetings,
  stepUp: true,
  needsProof: true,
  params,
  body: z.strictObject({ choices }),
  reply: z.object({ ballots: z.number() }),
  status: 201,
  message: 'Your vote is recorded',
})

export const signBallot = endpoint({
  method: 'POST',
  path: '/governance/votes/:id/credential',
  summary:
    "Signs a member's ballot of a secret vote without seeing it (RFC 9474, RSABSSA-SHA384-PSS-Randomized), once for each member. The same blinded ballot is signed again.",
  access: 'vote.cast',
  says: ['meetings', 'Got a ballot of a secret vote signed'],
  changes: meetings,
  stepUp: true,
  needsProof: true,
  params,
  body: z.strictObject({ blinded: signature }),
  reply: z.object({ blindSignature: z.string() }),
  status: 201,
  message: 'Ballot signed',
})

export const castBallot = endpoint({
  method: 'POST',
  path: '/governance/ballots',
  summary:
    'Takes a ballot of a secret vote. It comes without a session, and neither a time nor an address is stored or logged. A serial counts once, however often it is sent.',
  access: 'public',
  says: null,
  changes: meetings,
  isAnonymous: true,
  body: z.strictObject({ voteId: id<VoteId>(), choices, serial: bytes(serialBytes), signature }),
  reply: z.object({ receipt: z.string() }),
  status: 201,
  message: 'Your ballot is in the box',
})

export const closeVote = endpoint({
  method: 'POST',
  path: '/governance/votes/:id/close',
  summary:
    'Closes a vote at its closing time, or once everyone on the roll has voted; deletes its private key and counts the ballots.',
  access: 'meeting.manage',
  says: ['meetings', 'Closed a vote'],
  changes: meetings,
  stepUp: true,
  params,
  reply: vote,
  message: 'Vote closed and counted',
})

export const cancelVote = endpoint({
  method: 'POST',
  path: '/governance/votes/:id/cancel',
  summary:
    'Cancels a vote that is open. Its ballots are destroyed, and the voters are told the reason. With two or more officers it waits for another one.',
  access: 'meeting.manage',
  says: ['meetings', 'Cancelled a vote'],
  changes: meetings,
  stepUp: true,
  mayWait: true,
  params,
  body: z.strictObject({ reason: requiredText(strings.sayWhyItIsCancelled, 200) }),
  reply: vote,
  message: 'Vote cancelled',
})

export const confirmVote = endpoint({
  method: 'POST',
  path: '/governance/votes/:id/confirm',
  summary:
    'An officer confirms the result after its verification; two do where there are two. It is then among the resolutions of its meeting.',
  access: 'meeting.manage',
  says: ['meetings', 'Confirmed the result of a vote'],
  changes: meetings,
  stepUp: true,
  params,
  body: z.strictObject({
    /** What the chair said at a tie, where the bye-laws give the chair a casting vote. */
    castingVote: z.optional(z.enum(castingVotes, strings.useForOrAgainst)),
  }),
  reply: vote,
  message: 'Result confirmed',
})

export const listBallots = endpoint({
  method: 'GET',
  path: '/governance/votes/:id/ballots',
  summary: 'The counted ballots: of a secret vote by their serials, of an open one by their voters.',
  access: 'meeting.read',
  params,
  query: listQuery([], {}),
  kind: 'list',
  reply: z.object({
    /** What a member compares with the receipt, of a secret vote. */
    receipt: z.nullable(z.string()),
    serial: z.nullable(z.string()),
    signature: z.nullable(z.string()),
    /** Of an open vote. */
    voter: z.nullable(z.string()),
    choices,
  }),
})

export const verifyVote = endpoint({
  method: 'GET',
  path: '/governance/votes/:id/verification',
  summary: 'Computes the result again from the roll, the ballots and their signatures, and says what does not agree.',
  access: 'meeting.read',
  params,
  reply: z.object({
    isRight: z.boolean(),
    checks: z.array(z.object({ check: z.enum(voteChecks), isRight: z.boolean(), detail: z.string() })),
    resultHash: z.string(),
  }),
})
