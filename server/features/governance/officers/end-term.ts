import type { Parsed } from '#contract/endpoint.ts'
import type { endTerm as contract } from '#contract/governance/officers.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { whyNotEnd } from '#domain/governance/officers/post.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findTerm, lockTerm, type Term } from './queries.ts'
import { setEnded } from './store.ts'

/** Refuses: not_found, term_ended, term_ends_first, term_in_future. */
export async function endTerm(
  tx: Tx,
  _actor: TenantActor,
  { termId, endedOn, endReason, endNote }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Term> {
  const reason = whyNotEnd(await lockTerm(tx, termId), endedOn, dayIn(now))
  if (reason) throw reason
  await setEnded(tx, [termId], { endedOn, endReason, endNote: endNote ?? null })
  return findTerm(tx, termId)
}
