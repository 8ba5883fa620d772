import { castBallot, signBallot } from '#features/governance/votes/contract.ts'
import { ballotText, receiptFrom } from '#features/governance/votes/rules/ballot.ts'
import type { VoteId } from '#core/ids.ts'
import { callWithoutSession } from '#ui/api/call-without-session.ts'
import { call } from '#ui/api/call.ts'
import { blindText, bytesOf, unblind } from '#ui/parts/blind-signature.ts'
import { type StoredBallot, saveBallot, readBallot } from './kept-api.ts'

type Ballot = { id: VoteId; publicKey: string | null }

/**
 * Votes secretly: the ballot is blinded and stored here, signed by the server, unblinded, and sent without the session. Begun
 * before, it goes on from where it stopped, with the choice that was made then. Answers the receipt.
 */
export async function voteSecretly(vote: Ballot, choices: readonly number[]): Promise<string> {
  const key = vote.publicKey ?? ''
  const kept = readBallot(vote.id) ?? (await blindBallot(vote.id, key, choices))
  const signed = kept.signature === undefined ? await signKept(vote.id, key, kept) : kept
  const { choices: chosen, serial, signature = '' } = signed
  await callWithoutSession(castBallot, { voteId: vote.id, choices: chosen, serial, signature })
  saveBallot(vote.id, { ...signed, isCast: true })
  return receiptOf(signed.serial)
}

export async function receiptOf(serial: string): Promise<string> {
  return receiptFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(serial))))
}

async function blindBallot(id: VoteId, key: string, choices: readonly number[]): Promise<StoredBallot> {
  const kept: StoredBallot = { choices: [...choices], ...(await blindText(key, ballotText(id, choices))) }
  saveBallot(id, kept)
  return kept
}

async function signKept(id: VoteId, key: string, kept: StoredBallot): Promise<StoredBallot> {
  const { blindSignature } = await call(signBallot, { id, blinded: kept.blinded })
  const signature = await unblind(key, ballotText(id, kept.choices), { ...kept, signature: blindSignature })
  const signed = { ...kept, signature }
  saveBallot(id, signed)
  return signed
}
