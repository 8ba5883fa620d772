import type { Parsed } from '#core/contract/endpoint.ts'
import type { endTerm as contract } from '#features/governance/officers/contract.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { whyNotEnd } from '#features/governance/officers/rules/post.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findTerm, lockTerm, type Term } from './queries.ts'
import { setEnded } from './store.ts'

type Input = Parsed<typeof contract>

/** Refuses: not_found, term_ended, term_ends_first, term_in_future. */
export async function endTerm(
  tx: Tx,
  _actor: TenantActor,
  { termId, endedOn, endReason, endNote }: Input,
  { now }: Context,
): Promise<Term> {
  const reason = whyNotEnd(await lockTerm(tx, termId), endedOn, dayIn(now))
  if (reason) throw reason
  await setEnded(tx, [termId], { endedOn, endReason, endNote: endNote ?? null })
  return findTerm(tx, termId)
}

/** Refuses: not_found, own_term. */
export async function refuseEndingOwn(tx: Tx, actor: TenantActor, { termId }: Input): Promise<void> {
  const { memberId } = await findTerm(tx, termId)
  if (isSelf(actor, memberId)) refuse('own_term')
}

/** An end before today, because how long terms lie back decides who can be a candidate. Refuses: not_found. */
export async function describeEnd(
  tx: Tx,
  _actor: TenantActor,
  { termId, endedOn }: Input,
  { now }: Context,
): Promise<Change | undefined> {
  if (endedOn >= dayIn(now)) return undefined
  const { name, post, startedOn, memberId } = await findTerm(tx, termId)
  return {
    description: `Term of ${name} as ${post}, from ${dayText(startedOn)}: ended on ${dayText(endedOn)}`,
    memberId,
  }
}
