import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { castBallot, signBallot } from '#contract/governance/votes.ts'
import { ballotText, receiptFrom, serialBytes } from '#domain/governance/votes/ballot.ts'
import type { VoteId } from '#domain/ids.ts'
import { callWithoutSession } from '#web/api/call-without-session.ts'
import { call } from '#web/api/call.ts'
import { type KeptBallot, keepBallot, readBallot } from './kept-api.ts'

type Ballot = { id: VoteId; publicKey: string | null }

/**
 * Votes secretly: the ballot is blinded and stored here, signed by the server, unblinded, and sent without the session. Begun
 * before, it goes on from where it stopped, with the choice that was made then. Answers the receipt.
 */
export async function voteSecretly(vote: Ballot, choices: readonly number[]): Promise<string> {
  const key = await importKey(vote.publicKey ?? '')
  const kept = readBallot(vote.id) ?? (await blindBallot(vote.id, key, choices))
  const signed = kept.signature === undefined ? await signKept(vote.id, key, kept) : kept
  const { choices: chosen, serial, signature = '' } = signed
  await callWithoutSession(castBallot, { voteId: vote.id, choices: chosen, serial, signature })
  keepBallot(vote.id, { ...signed, isCast: true })
  return receiptOf(signed.serial)
}

export async function receiptOf(serial: string): Promise<string> {
  return receiptFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(serial))))
}

function suite() {
  return RSABSSA.SHA384.PSS.Randomized()
}

function importKey(publicKey: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('spki', bytesOf(publicKey), { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify'])
}

async function blindBallot(id: VoteId, key: CryptoKey, choices: readonly number[]): Promise<KeptBallot> {
  const message = suite().prepare(new TextEncoder().encode(ballotText(id, choices)))
  const { blindedMsg, inv } = await suite().blind(key, message)
  const kept: KeptBallot = {
    choices: [...choices],
    serial: textOf(message.subarray(0, serialBytes)),
    blinded: textOf(blindedMsg),
    inverse: textOf(inv),
  }
  keepBallot(id, kept)
  return kept
}

async function signKept(id: VoteId, key: CryptoKey, kept: KeptBallot): Promise<KeptBallot> {
  const { blindSignature } = await call(signBallot, { id, blinded: kept.blinded })
  const text = new TextEncoder().encode(ballotText(id, kept.choices))
  const message = new Uint8Array([...bytesOf(kept.serial), ...text])
  // Throws where the server signed anything else.
  const signature = await suite().finalize(key, message, bytesOf(blindSignature), bytesOf(kept.inverse))
  const signed = { ...kept, signature: textOf(signature) }
  keepBallot(id, signed)
  return signed
}

function textOf(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)
}
