import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { signBallot as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotTaking, whyNotVoter } from '#features/governance/votes/rules/vote.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { sha256 } from '#platform/credentials/sealing.ts'
import type { Tx } from '#platform/db/tx.ts'
import { signBlinded, voteKeyName } from '#platform/credentials/blind-key.ts'
import { findEntry, findSealedKey, findVote } from './queries.ts'
import { refuseClosed } from './refuse-closed.ts'
import { recordProvedLogin, takeCredential } from './store.ts'

/**
 * Signs a member's blinded ballot, which says nothing of their choice or serial. Refuses: vote_is_open_ballot,
 * vote_cancelled, vote_closed, vote_key_lost, vote_not_open_yet, vote_not_on_roll, vote_excluded, vote_credential_issued,
 * ballot_blinding_wrong.
 */
export async function signBallot(
  tx: Tx,
  actor: TenantActor,
  { id, blinded }: Parsed<typeof contract>,
  { now, secret }: Context,
): Promise<Replied<typeof contract>> {
  const { role, memberId, cooperativeId } = actor
  if (role !== 'member') return refuse('not_permitted')
  const vote = await findVote(tx, actor, id)
  if (!vote.isSecret) refuse('vote_is_open_ballot')
  const reason = whyNotTaking(vote, now) ?? whyNotVoter(await findEntry(tx, id, memberId))
  if (reason) throw reason
  const sealed = await findSealedKey(tx, id)
  if (!sealed) {
    // A vote that was cancelled or closed since it was read has no key either.
    throw whyNotTaking(await findVote(tx, actor, id), now) ?? new Refusal('vote_key_lost')
  }
  const bytes = Buffer.from(blinded, 'base64url')
  const signature = signBlinded(secret, voteKeyName(id), { sealed, blinded: bytes })
  if (!signature) return refuse('ballot_blinding_wrong', { field: 'blinded' })
  const isTheirs = await refuseClosed(() =>
    takeCredential(tx, cooperativeId, { id, memberId, blindedHash: sha256(bytes) }),
  )
  if (!isTheirs) refuse('vote_credential_issued')
  await recordProvedLogin(tx, id, memberId)
  return { blindSignature: signature.toString('base64url') }
}
