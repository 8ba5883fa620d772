import type { nameAccountHolder as contract } from '#features/access/login/account-holder.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isTakenFor } from '#features/access/login/rules/account-holder.ts'
import type { TenantActor } from '#core/actor.ts'
import { fill } from '#core/fill.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { findOtherOfficers } from './queries.ts'
import { nameCooperativeLogin } from './store.ts'
import * as strings from './strings.ts'

/**
 * Others read this name beside approvals, so it is no other officer's, and the officers hear of it. Refuses: name_of_officer, and
 * not_permitted to who has a login of their own, because they don't use this one.
 */
export async function nameAccountHolder(
  tx: Tx,
  { memberId, loginId, cooperativeId, name: before }: TenantActor,
  { name, post }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  if (memberId !== undefined) refuse('not_permitted')
  const officer = (await findOtherOfficers(tx, loginId)).find((other) => isTakenFor(name, other.name))
  if (officer) refuse('name_of_officer', { field: 'name', name: officer.name })
  const actsAs = `${name}, ${post}`

  // From here on it must succeed.
  await nameCooperativeLogin(tx, name, post)
  if (actsAs !== before)
    notifyOfficers(tx, cooperativeId, { type: 'warning', message: fill(strings.theOwnLoginIsNow, { actsAs, before }) })
  return { actsAs }
}
