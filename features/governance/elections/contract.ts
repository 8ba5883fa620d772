import * as z from 'zod/mini'
import { postsOfElectionMax, statementMax } from './rules/election.ts'
import {
  candidateStatuses,
  electionPhases,
  electionStatuses,
  electionTieRules,
  handOverStatuses,
  ineligibilities,
  postOutcomes,
  unopposedRules,
} from './rules/words.ts'
import { postOffices } from '#features/governance/officers/rules/words.ts'
import { seatsMax } from '#features/governance/officers/rules/post.ts'
import { voteStatuses } from '#features/governance/votes/rules/words.ts'
import type { CandidateId, ElectionId, HandOverId, MeetingId, PostId, VoteId } from '#core/ids.ts'
import { meetings, people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import {
  day,
  id,
  instant,
  listQuery,
  moment,
  optionalLongText,
  optionalText,
  requiredText,
  whole,
} from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/governance/meetings/strings.ts'

const yesOrNo = z.boolean(strings.useTrueOrFalse)
const unopposed = z.enum(unopposedRules, fill(strings.useOneOf, { join: unopposedRules.join(', ') }))
const tieRule = z.enum(electionTieRules, fill(strings.useOneOf, { join: electionTieRules.join(', ') }))

const rules = z.object({
  termYears: z.number(),
  termClause: z.string(),
  /** In a row, on one post; 0 is no limit. */
  termsMax: z.number(),
  termsClause: z.string(),
  seconders: z.number(),
  secondersClause: z.string(),
  /** How long somebody must have been a member to be a candidate. */
  memberForDays: z.number(),
  memberForClause: z.string(),
  arrearsExcluded: z.boolean(),
  arrearsClause: z.string(),
  unopposed: z.enum(unopposedRules),
  unopposedClause: z.string(),
  tieRule: z.enum(electionTieRules),
  tieClause: z.string(),
  /** Percent of the roll that must vote for a ballot to be valid; 0 is none. */
  turnoutMin: z.number(),
  turnoutClause: z.string(),
})

export const getElectionRules = endpoint({
  method: 'GET',
  path: '/governance/election-rules',
  summary: 'What the bye-laws say about elections and terms.',
  access: 'meeting.review',
  reply: rules,
})

export const updateElectionRules = endpoint({
  method: 'PUT',
  path: '/governance/election-rules',
  summary:
    'Replaces what the bye-laws say about elections and terms; elections that are open keep their rules. With two or more officers it waits for another one.',
  access: 'configuration.update',
  says: ['settings', 'Changed the bye-laws on elections'],
  changes: ['governance/election-rules', 'governance/elections'],
  stepUp: true,
  mayWait: true,
  body: z.strictObject({
    termYears: z
      .int(strings.enterAWholeNumber)
      .check(z.minimum(1, strings.enterOrMoreYears), z.maximum(10, strings.enterAtMostYears)),
    termClause: optionalText(120),
    termsMax: whole(10),
    termsClause: optionalText(120),
    seconders: whole(20),
    secondersClause: optionalText(120),
    memberForDays: whole(3650),
    memberForClause: optionalText(120),
    arrearsExcluded: yesOrNo,
    arrearsClause: optionalText(120),
    unopposed,
    unopposedClause: optionalText(120),
    tieRule,
    tieClause: optionalText(120),
    turnoutMin: whole(100),
    turnoutClause: optionalText(120),
  }),
  reply: rules,
  message: 'Election rules changed',
})

const electionSummary = z.object({
  id: id<ElectionId>(),
  title: z.string(),
  meetingId: z.nullable(id<MeetingId>()),
  meeting: z.nullable(z.string()),
  nominationsOpenAt: instant,
  nominationsCloseAt: instant,
  takesOfficeOn: day,
  status: z.enum(electionStatuses),
  phase: z.enum(electionPhases),
  /** The titles of the posts. */
  posts: z.array(z.string()),
})

const candidate = z.object({
  id: id<CandidateId>(),
  name: z.string(),
  statement: z.string(),
  status: z.enum(candidateStatuses),
  seconders: z.number(),
  /** Ballots of the latest count; null before it. */
  ballots: z.nullable(z.number()),
  /** Why they are not eligible; for officers and the candidate alone. */
  excludedBecause: z.nullable(z.enum(ineligibilities)),
  isOwn: z.boolean(),
  /** Whether the reader proposed them. */
  isProposed: z.boolean(),
  hasSeconded: z.boolean(),
})

const election = z.extend(z.omit(electionSummary, { posts: true }), {
  openedBy: z.string(),
  cancelledReason: z.nullable(z.string()),
  rules: z.object({
    termYears: z.number(),
    termsMax: z.number(),
    seconders: z.number(),
    memberForDays: z.number(),
    arrearsExcluded: z.boolean(),
    unopposed: z.enum(unopposedRules),
    tieRule: z.enum(electionTieRules),
    turnoutMin: z.number(),
  }),
  posts: z.array(
    z.object({
      postId: id<PostId>(),
      title: z.string(),
      office: z.nullable(z.enum(postOffices)),
      seats: z.number(),
      outcome: z.nullable(z.enum(postOutcomes)),
      note: z.nullable(z.string()),
      candidates: z.array(candidate),
      ballots: z.array(
        z.object({
          voteId: id<VoteId>(),
          round: z.number(),
          seats: z.number(),
          status: z.enum(voteStatuses),
          /** Who was elected by it and who is tied for the seats that are left; empty before its result is confirmed. */
          elected: z.array(id<CandidateId>()),
          tied: z.array(id<CandidateId>()),
          seatsLeft: z.number(),
          /** How many of the roll voted. */
          cast: z.number(),
          eligible: z.number(),
          /** Confirmed, and not valid by the least turnout: it elects no one and is held again. */
          isBelowTurnout: z.boolean(),
        }),
      ),
    }),
  ),
  handOvers: z.array(
    z.object({
      id: id<HandOverId>(),
      postId: id<PostId>(),
      name: z.string(),
      takesOfficeOn: day,
      status: z.enum(handOverStatuses),
      reason: z.nullable(z.string()),
    }),
  ),
})

const params = z.object({ id: id<ElectionId>() })
const ofCandidate = z.object({ candidateId: id<CandidateId>() })
const statement = optionalLongText(statementMax)

export const listElections = endpoint({
  method: 'GET',
  path: '/governance/elections',
  summary: 'Elections, the latest first.',
  access: 'meeting.read',
  query: listQuery(['nominationsOpenAt'], {
    meetingId: z.optional(id<MeetingId>()),
    status: z.optional(z.enum(electionStatuses, fill(strings.useOneOf, { join: electionStatuses.join(', ') }))),
  }),
  kind: 'list',
  reply: electionSummary,
})

export const openElection = endpoint({
  method: 'POST',
  path: '/governance/elections',
  summary: 'Opens an election to one or more posts with the bye-laws of today and notifies the members.',
  access: 'meeting.manage',
  says: ['meetings', 'Opened an election'],
  changes: meetings,
  body: z.strictObject({
    title: requiredText(strings.enterATitle, 120),
    meetingId: z.optional(z.nullable(id<MeetingId>())),
    posts: z
      .array(
        z.strictObject({
          postId: id<PostId>(),
          seats: z
            .int(strings.enterAWholeNumber)
            .check(
              z.minimum(1, strings.enterOrMore),
              z.maximum(seatsMax, fill(strings.enterAtMostSeatsMax, { seatsMax })),
            ),
        }),
        strings.sendThePostsAsA,
      )
      .check(
        z.minLength(1, strings.chooseAtLeastOnePost),
        z.maxLength(postsOfElectionMax, fill(strings.chooseAtMostPosts, { postsOfElectionMax })),
      ),
    /** At once where it is left out. */
    nominationsOpenAt: z.optional(moment),
    nominationsCloseAt: moment,
    takesOfficeOn: day,
    alsoSms: z.optional(yesOrNo),
  }),
  reply: election,
  status: 201,
  message: 'Election opened',
})

export const getElection = endpoint({
  method: 'GET',
  path: '/governance/elections/:id',
  summary: 'One election: its posts, candidates, ballots and hand-overs.',
  access: 'meeting.read',
  params,
  reply: election,
})

export const cancelElection = endpoint({
  method: 'POST',
  path: '/governance/elections/:id/cancel',
  summary:
    'Cancels an election of which no result is declared and no ballot is open. With two or more officers it waits for another one.',
  access: 'meeting.manage',
  says: ['meetings', 'Cancelled an election'],
  changes: meetings,
  stepUp: true,
  mayWait: true,
  params,
  body: z.strictObject({ reason: requiredText(strings.sayWhyItIsCancelled, 200) }),
  reply: election,
  message: 'Election cancelled',
})

export const nominateCandidate = endpoint({
  method: 'POST',
  path: '/governance/elections/:id/nominations',
  summary:
    'A member nominates themselves, or another by membership number, who then accepts. The bye-laws are checked, arrears of another member when they accept.',
  access: 'vote.cast',
  says: ['meetings', 'Nominated a candidate'],
  changes: meetings,
  needsProof: true,
  params,
  body: z.strictObject({
    postId: id<PostId>(),
    /** Left out for oneself. */
    membershipno: optionalText(40),
    statement,
  }),
  reply: election,
  status: 201,
  message: 'Nomination received',
})

export const answerNomination = endpoint({
  method: 'POST',
  path: '/governance/candidates/:candidateId/answer',
  summary: 'A member accepts or declines a nomination.',
  access: 'vote.cast',
  says: ['meetings', 'Answered a nomination'],
  changes: meetings,
  needsProof: true,
  params: ofCandidate,
  body: z.strictObject({ isAccepted: yesOrNo, statement }),
  reply: election,
  message: 'Your answer is recorded',
})

export const withdrawCandidacy = endpoint({
  method: 'POST',
  path: '/governance/candidates/:candidateId/withdraw',
  summary: 'A candidate withdraws, until the ballot opens.',
  access: 'vote.cast',
  stepUp: true,
  says: ['meetings', 'Withdrew as a candidate'],
  changes: meetings,
  needsProof: true,
  params: ofCandidate,
  reply: election,
  message: 'You are no longer a candidate',
})

export const secondCandidate = endpoint({
  method: 'POST',
  path: '/governance/candidates/:candidateId/second',
  summary: 'A member seconds a candidate, once; neither themselves nor somebody they proposed.',
  access: 'vote.cast',
  says: ['meetings', 'Seconded a candidate'],
  changes: meetings,
  needsProof: true,
  params: ofCandidate,
  reply: election,
  status: 201,
  message: 'You seconded this candidate',
})

export const openBallot = endpoint({
  method: 'POST',
  path: '/governance/elections/:id/ballots',
  summary:
    'Opens the secret ballot for a post after nominations have closed, or the run-off between candidates who are tied. Candidates are checked by the bye-laws again.',
  access: 'meeting.manage',
  says: ['meetings', 'Opened the ballot of an election'],
  changes: meetings,
  stepUp: true,
  params,
  body: z.strictObject({
    postId: id<PostId>(),
    /** At once where it is left out. */
    opensAt: z.optional(moment),
    closesAt: moment,
    alsoSms: z.optional(yesOrNo),
  }),
  reply: election,
  status: 201,
  message: 'Ballot opened',
})

export const declareResult = endpoint({
  method: 'POST',
  path: '/governance/elections/:id/results',
  summary:
    'Declares who is elected to a post: by the confirmed result of its ballot, by lots or unopposed, which both wait for another officer where there are two. The rights of the post pass on the day of the hand-over.',
  access: 'meeting.manage',
  says: ['meetings', 'Declared the result of an election'],
  changes: meetings,
  stepUp: true,
  mayWait: true,
  params,
  body: z.strictObject({
    postId: id<PostId>(),
    /** Who was drawn of those who are tied, where the bye-laws say that lots are drawn. */
    drawn: z.optional(
      z.array(id<CandidateId>(), strings.sendTheCandidatesAsA).check(z.maxLength(10, strings.sendAtMostCandidates)),
    ),
    /** How and before whom the lots were drawn. */
    note: optionalText(300),
  }),
  reply: election,
  message: 'Result declared',
})

const ofHandOver = z.object({ handOverId: id<HandOverId>() })

export const cancelHandOver = endpoint({
  method: 'POST',
  path: '/governance/hand-overs/:handOverId/cancel',
  summary: 'Cancels a hand-over that is not done. With two or more officers it waits for another one.',
  access: 'member.roles',
  says: ['meetings', 'Cancelled a hand-over'],
  changes: ['cooperatives/profile', ...meetings, ...people],
  stepUp: true,
  mayWait: true,
  params: ofHandOver,
  body: z.strictObject({ reason: requiredText(strings.sayWhyItIsCancelled, 200) }),
  reply: election,
  message: 'Hand-over cancelled',
})

export const retryHandOver = endpoint({
  method: 'POST',
  path: '/governance/hand-overs/:handOverId/retry',
  summary: 'Tries again a hand-over that could not be done on its day.',
  access: 'member.roles',
  says: ['meetings', 'Tried a hand-over again'],
  changes: ['cooperatives/profile', ...meetings, ...people],
  stepUp: true,
  params: ofHandOver,
  reply: election,
  message: 'Hand-over done',
})
