import { isDeepStrictEqual } from 'node:util'
import type {
  updateCooperative as updateContract,
  updateCooperativeProfile as contract,
} from '#features/platform-admin/cooperatives/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId } from '#core/ids.ts'
import { searchTextOf } from '#features/platform-admin/cooperatives/rules/search-text.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findCooperative, lockCooperative } from './queries.ts'
import { renameLogin, updateProfile } from './store.ts'

export async function updateCooperativeProfile(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  return changeOwnProfile(tx, actor.cooperativeId, input)
}

/** An officer's change of a cooperative by its id: only the own one exists for them, and its status is not their to set. */
export async function updateOwnCooperative(
  tx: Tx,
  actor: TenantActor,
  { id, status, reason, ...input }: Parsed<typeof updateContract>,
): Promise<Replied<typeof updateContract>> {
  if (id !== actor.cooperativeId) refuse('not_found')
  if (status !== undefined || reason !== undefined)
    refuse('not_permitted', { field: status === undefined ? 'reason' : 'status' })
  return changeOwnProfile(tx, id, input)
}

async function changeOwnProfile(
  tx: Tx,
  id: CooperativeId,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  // The login is called what its cooperative is called: its name is in the audit trail and in messages.
  if (input.name !== undefined) await renameLogin(tx, input.name)
  return changeProfile(tx, id, input)
}

export async function changeProfile(
  tx: Tx,
  id: CooperativeId,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const before = (await lockCooperative(tx, id)) ?? refuse('not_found')
  const shownBefore = await findCooperative(tx, id)
  const emptied = (text: string | null | undefined) => (text === '' ? null : text)
  await updateProfile(tx, id, {
    name: input.name,
    email: emptied(input.email),
    address: emptied(input.address),
    registrationNumber: emptied(input.registrationNumber),
    searchText: searchTextOf({ name: input.name ?? before.name, coopId: before.coop_id, phone: before.phone }),
  })
  const shown = (await findCooperative(tx, id)) ?? refuse('not_found')
  if (isDeepStrictEqual(shown, shownBefore)) tx.nothingChanged()
  return shown
}
