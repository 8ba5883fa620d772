import type { nameAccountHolder as contract } from '#contract/access/account-holder.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { nameCooperativeLogin } from './store.ts'

/** Refuses: not_permitted to who has a login of their own, because they don't use this one. */
export async function nameAccountHolder(
  tx: Tx,
  { memberId }: TenantActor,
  { name, post }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  if (memberId !== undefined) refuse('not_permitted')
  await nameCooperativeLogin(tx, name, post)
  return { actsAs: `${name}, ${post}` }
}
