import type { Parsed } from '#core/contract/endpoint.ts'
import type { cancelElection as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { type Election, findElection, lockElection } from './queries.ts'
import { setElectionEnded } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

/** Refuses: not_found, election_cancelled, election_declared, ballot_unfinished. */
export async function cancelElection(
  tx: Tx,
  actor: TenantActor,
  { id, reason }: Input,
  { now }: Context,
): Promise<Election> {
  await lockUndeclared(tx, actor, id, now)
  await setElectionEnded(tx, id, { status: 'cancelled', reason })
  return findElection(tx, actor, id, now)
}

/** Members nominated, and may have voted: that it comes to nothing is no one officer's decision. */
export async function describeCancelledElection(
  tx: Tx,
  actor: TenantActor,
  { id, reason }: Input,
  { now }: Context,
): Promise<Change> {
  const { title } = await lockUndeclared(tx, actor, id, now)
  return { description: fill(strings.cancelTheElection, { title, reason }) }
}

async function lockUndeclared(tx: Tx, actor: TenantActor, id: Input['id'], now: Date): Promise<Election> {
  const election = await lockElection(tx, actor, id, now)
  const { status, posts } = election
  if (status === 'cancelled') refuse('election_cancelled')
  if (posts.some(({ outcome }) => outcome !== null)) refuse('election_declared')
  if (posts.some(({ ballots }) => ballots.some((ballot) => ballot.status === 'open' || ballot.status === 'closed')))
    refuse('ballot_unfinished')
  return election
}
