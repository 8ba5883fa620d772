import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { listBallots as contract } from '#features/governance/votes/contract.ts'
import type { Actor } from '#core/actor.ts'
import type { Caller, Context } from '#platform/context.ts'
import { receiptOf } from './cast-ballot.ts'
import { pageOfBallots, pageOfOpenBallots } from './queries.ts'
import { countingScope, findCounted } from './verify-vote.ts'

/**
 * The counted ballots for every member, of an open vote with the names of the voters, of whom a member's own session sees
 * none. Refuses: not_found, vote_cancelled, vote_not_counted.
 */
export async function listBallots(
  { database }: Context,
  _caller: Caller,
  { id, page, limit }: Parsed<typeof contract> & { page: number; limit: number },
  actor: Actor | undefined,
): Promise<PageOf<Replied<typeof contract>>> {
  return database.tenant(
    countingScope(actor),
    async (tx) => {
      const { isSecret, ballots: total } = await findCounted(tx, actor, id)
      const part = { limit, offset: (page - 1) * limit }
      if (!isSecret) {
        const rows = await pageOfOpenBallots(tx, id, part)
        return { rows: rows.map((row) => ({ ...row, receipt: null, serial: null, signature: null })), total }
      }
      const rows = await pageOfBallots(tx, id, part)
      return {
        rows: rows.map(({ serial, choices, signature }) => ({
          receipt: receiptOf(serial),
          serial: serial.toString('base64url'),
          signature: signature.toString('base64url'),
          voter: null,
          choices,
        })),
        total,
      }
    },
    { readOnly: true },
  )
}
