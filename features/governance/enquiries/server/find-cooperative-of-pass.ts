import { whyClosed } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { cooperativeOfPass } from '#platform/credentials/enquiry-pass.ts'
import { findCooperativeStatus } from './queries.ts'

/** The cooperative of a pass, where it is open to its members. Refuses: enquiry_pass_wrong, a closed cooperative. */
export async function findCooperativeOfPass({ database, secret, now }: Context, pass: string): Promise<CooperativeId> {
  const cooperativeId = cooperativeOfPass(secret, pass, dayIn(now))
  if (!cooperativeId) return refuse('enquiry_pass_wrong', { field: 'pass' })
  const closed = whyClosed(await database.auth((tx) => findCooperativeStatus(tx, cooperativeId)))
  return closed ? refuse(closed) : cooperativeId
}
