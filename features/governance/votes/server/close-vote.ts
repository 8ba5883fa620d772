import { meetings } from '#core/contract/changes.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { closeVote as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotClose } from '#features/governance/votes/rules/vote.ts'
import type { CooperativeId, VoteId } from '#core/ids.ts'
import { type Context, noLogin } from '#platform/context.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { findDueVotes, findVote, lockVote, type Reader, type Vote } from './queries.ts'
import { endVote, setResult } from './store.ts'
import { countVote } from './verify-vote.ts'

/** Closes a vote and counts it. Refuses: vote_cancelled, vote_closed, vote_not_over. */
export async function closeVote(
  tx: Tx,
  actor: TenantActor,
  { id }: Parsed<typeof contract>,
  { now }: Pick<Context, 'now'>,
): Promise<Vote> {
  const reason = whyNotClose(await lockVote(tx, actor, id), now)
  if (reason) throw reason

  // From here on it must succeed.
  await endAndCount(tx, actor, id, actor.name)
  return findVote(tx, actor, id)
}

async function endAndCount(tx: Tx, reader: Reader, id: VoteId, by: string | null): Promise<void> {
  await endVote(tx, id, { status: 'closed', by })
  await setResult(tx, id, await countVote(tx, await findVote(tx, reader, id)))
}

const server: Reader = { loginId: noLogin, role: 'coop_admin', memberId: undefined }

/** Closes and counts the votes of a cooperative whose time is over, each in a transaction of its own. */
export async function closeDueVotes(database: Database, cooperativeId: CooperativeId): Promise<void> {
  const scope = { cooperativeId, role: 'job' as const }
  const due = await database.tenant(scope, findDueVotes)
  for (const { id } of due)
    await database.tenant(scope, async (tx) => {
      if (whyNotClose(await lockVote(tx, server, id), new Date())) return
      await endAndCount(tx, server, id, null)
      hintAfter(tx, { topics: meetings, cooperativeId, officers: true, members: 'all' })
    })
}
