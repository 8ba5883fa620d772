import { createHash } from 'node:crypto'
import type { Actor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import * as contract from '#features/governance/votes/contract.ts'
import { ballotText, resultText } from '#features/governance/votes/rules/ballot.ts'
import { decidedOutcome, outcomeOf, tallyOf, whyNotChoices } from '#features/governance/votes/rules/vote.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import type { VoteCheck } from '#features/governance/votes/rules/words.ts'
import { openAction } from '#platform/action.ts'
import { isSigned } from '#platform/credentials/blind-key.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  type CountedBallot,
  countingScope,
  findBallots,
  findConfirmed,
  findCounted,
  findRoll,
  type Vote,
} from './reads.ts'

type Counted = { tally: number[]; outcome: VoteOutcome; ballots: number; hash: Buffer }

type Roll = Awaited<ReturnType<typeof findRoll>>
type Papers = { ballots: readonly CountedBallot[]; roll: Roll }

async function findPapers(tx: Tx, vote: Vote): Promise<Papers> {
  const [ballots, roll] = await Promise.all([findBallots(tx, vote), findRoll(tx, vote.id)])
  return { ballots, roll }
}

/** The result of a vote whose ballots are counted, from its papers. */
export async function countVote(tx: Tx, vote: Vote): Promise<Counted> {
  return countPapers(vote, await findPapers(tx, vote))
}

function countPapers(vote: Vote, { ballots, roll }: Papers): Counted {
  const tally = tallyOf(
    vote.options.length,
    ballots.map(({ choices }) => choices),
  )
  const outcome = outcomeOf(vote, tally)
  const text = resultText({
    ...vote,
    tally,
    outcome,
    roll,
    ballots: ballots.map(({ signature, ...ballot }) => ({ ...ballot, signature: signature?.toString('hex') ?? '' })),
  })
  return { tally, outcome, ballots: ballots.length, hash: createHash('sha256').update(text).digest() }
}

type Verification = Replied<typeof contract.verifyVote>

/** Compares a counted vote with what its papers give. */
export async function verifyPapers(tx: Tx, vote: Vote): Promise<Verification> {
  const papers = await findPapers(tx, vote)
  const counted = countPapers(vote, papers)
  const confirmations = await findConfirmed(tx, vote.id)
  const resultHash = counted.hash.toString('hex')
  const eligible = papers.roll.filter(({ exclusion }) => exclusion === null).length
  const excluded = papers.roll.length - eligible
  const invalid = await countInvalid(vote, papers)
  const most = vote.isSecret ? vote.issued : eligible
  const final = decidedOutcome(counted.outcome, vote.castingVote)
  const check = (name: VoteCheck, isRight: boolean, detail: string) => ({ check: name, isRight, detail })
  const checks = [
    check(
      'roll',
      eligible === vote.eligible && excluded === vote.excluded,
      `${eligible} may vote, ${excluded} may not`,
    ),
    check(
      'turnout',
      counted.ballots <= most && most <= eligible,
      vote.isSecret
        ? `${counted.ballots} ballots, ${most} signed, ${eligible} on the roll`
        : `${counted.ballots} ballots, ${eligible} on the roll`,
    ),
    check('signatures', invalid === 0, invalid === 0 ? `All ${counted.ballots} are valid` : `${invalid} are not valid`),
    check(
      'tally',
      counted.tally.join(',') === vote.tally?.join(',') &&
        (vote.outcome === counted.outcome || (vote.status === 'confirmed' && vote.outcome === final)),
      vote.options.map((name, n) => `${name} ${counted.tally[n] ?? 0}`).join(', '),
    ),
    check('result', vote.resultHash === resultHash, resultHash.slice(0, 16)),
    check(
      'confirmations',
      confirmations.every(({ hash, castingVote }) => hash === resultHash && castingVote === vote.castingVote),
      `${confirmations.length} of ${vote.confirmationsNeeded} given`,
    ),
  ]
  return { isRight: checks.every(({ isRight }) => isRight), checks, resultHash }
}

/** Ballots that no key has signed or that say what no ballot can; open ones of members who are not on the roll. */
async function countInvalid(vote: Vote, { ballots, roll }: Papers): Promise<number> {
  const voters = new Set<string>(roll.flatMap(({ memberId, exclusion }) => (exclusion === null ? [memberId] : [])))
  const publicKey = vote.publicKey === null ? undefined : Buffer.from(vote.publicKey, 'base64url')
  const valid = await Promise.all(
    ballots.map(async ({ key, choices, signature }) => {
      if (whyNotChoices(vote, choices)) return false
      if (!vote.isSecret) return voters.has(key)
      if (!publicKey || !signature) return false
      const message = Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(ballotText(vote.id, choices))])
      return isSigned(publicKey, message, signature)
    }),
  )
  return valid.filter((isValid) => !isValid).length
}

/**
 * The verification for officers and members who may read the vote. It reads the whole roll, of which a member's own session sees one row,
 * and answers with counts alone. Refuses: not_found, vote_cancelled, vote_not_counted.
 */
export const verifyVote = openAction(
  contract.verifyVote,
  async ({ database }, _caller, { id }, actor: Actor | undefined) =>
    database.tenant(countingScope(actor), async (tx) => verifyPapers(tx, await findCounted(tx, actor, id)), {
      readOnly: true,
      snapshot: true,
    }),
)
