import { whyClosed } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { CooperativeId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { cooperativeOfPass } from '#server/credentials/enquiry-pass.ts'
import { findCooperativeStatus } from './queries.ts'

/** The cooperative of a pass, where it is open to its members. Refuses: enquiry_pass_wrong, a closed cooperative. */
export async function findCooperativeOfPass({ database, secret, now }: Context, pass: string): Promise<CooperativeId> {
  const cooperativeId = cooperativeOfPass(secret, pass, dayIn(now))
  if (!cooperativeId) return refuse('enquiry_pass_wrong', { field: 'pass' })
  const closed = whyClosed(await database.auth((tx) => findCooperativeStatus(tx, cooperativeId)))
  return closed ? refuse(closed) : cooperativeId
}
