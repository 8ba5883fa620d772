import { meetings } from '#core/contract/changes.ts'
import type { CooperativeId } from '#core/ids.ts'
import { whyNotClose } from '#features/governance/votes/rules/vote.ts'
import { noLogin } from '#platform/context.ts'
import type { Database } from '#platform/db/database.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { findDueVotes, lockVote, type Reader } from './reads.ts'
import { endAndCount } from './writes.ts'

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
