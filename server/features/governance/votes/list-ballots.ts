import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { listBallots as contract } from '#contract/governance/votes.ts'
import type { Actor } from '#domain/actor.ts'
import type { Caller, Context } from '#server/context.ts'
import { sql } from '#server/db/sql.ts'
import { receiptOf } from './cast-ballot.ts'
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
      const part = sql`limit ${limit} offset ${(page - 1) * limit}`
      if (!isSecret) {
        const rows = await tx.many<{ voter: string; choices: number[] }>(sql`
          select m.first_name || ' ' || m.last_name as voter, o.choices from app.open_ballot o join app.member m on m.member_id = o.member_id
          where o.vote_id = ${id} order by m.last_name, m.first_name, m.member_id ${part}`)
        return { rows: rows.map((row) => ({ ...row, receipt: null, serial: null, signature: null })), total }
      }
      const rows = await tx.many<{ serial: Buffer; choices: number[]; signature: Buffer }>(
        sql`select serial, choices, signature from app.ballot where vote_id = ${id} order by serial ${part}`,
      )
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
