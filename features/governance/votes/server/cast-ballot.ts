import { meetings } from '#core/contract/changes.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { castBallot as contract } from '#features/governance/votes/contract.ts'
import { whyClosed } from '#core/actor.ts'
import { ballotText, receiptFrom } from '#features/governance/votes/rules/ballot.ts'
import { whyNotChoices, whyNotTaking } from '#features/governance/votes/rules/vote.ts'
import type { VoteId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { createHash } from 'node:crypto'
import { isSigned } from '#platform/credentials/blind-key.ts'
import { lookUpVote } from './queries.ts'
import { refuseClosed } from './refuse-closed.ts'
import { insertBallot } from './store.ts'

/**
 * Takes a secret ballot that the vote's key has signed, from anybody who has it: nothing of the request is stored but the
 * ballot. The signature is checked before any limit: what is refused for it counts against the caller's network, which may
 * be a whole hall, and a good ballot is taken whatever came from there before, and leaves nothing there either. Refuses: not_found, a closed cooperative, vote_is_open_ballot, vote_cancelled, vote_closed,
 * vote_not_open_yet, ballot_choices_wrong, ballot_signature_wrong, too_many_requests.
 */
export async function castBallot(
  context: Context,
  _caller: Caller,
  { voteId, choices, serial, signature }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  const vote = await database.auth((tx) => lookUpVote(tx, voteId))
  const { cooperativeId, publicKey } = vote
  const closed = whyClosed(vote.cooperativeStatus)
  if (closed) refuse(closed)
  if (!vote.isSecret || !publicKey) return refuse('vote_is_open_ballot', { field: 'voteId' })
  const reason = whyNotTaking(vote, now) ?? whyNotChoices(vote, choices)
  if (reason) throw reason
  const serialBytes = Buffer.from(serial, 'base64url')
  const signatureBytes = Buffer.from(signature, 'base64url')
  if (!(await isSigned(publicKey, signedMessage(voteId, serialBytes, choices), signatureBytes))) {
    await database.auth((tx) => useQuota(tx, context, 'wrong_ballots', callersNetwork(context)))
    refuse('ballot_signature_wrong', { field: 'signature' })
  }

  // From here on it must succeed, but for a vote that closes meanwhile.
  await refuseClosed(() =>
    // As a member without a name: this transaction sees and writes less than any session's.
    database.tenant({ cooperativeId, role: 'member' }, async (tx) => {
      await insertBallot(tx, cooperativeId, { id: voteId, serial: serialBytes, choices, signature: signatureBytes })
      // Officers see the turnout move. Were members told of each ballot, a thousand would be a million questions.
      hintAfter(tx, { topics: meetings, cooperativeId, officers: true, members: [] })
    }),
  )
  return { receipt: receiptOf(serialBytes) }
}

/** What the vote's key signs: RFC 9474's random prefix, which is the serial, and the ballot behind it. */
export function signedMessage(voteId: VoteId, serial: Buffer, choices: readonly number[]): Buffer {
  return Buffer.concat([serial, Buffer.from(ballotText(voteId, choices))])
}

export function receiptOf(serial: Buffer): string {
  return receiptFrom(createHash('sha256').update(serial).digest())
}
