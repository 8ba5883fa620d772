import { isDeepStrictEqual } from 'node:util'
import type { updateEmployer as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { renameAccounts } from '#server/ledger/ledger.ts'
import { receivableName, refuseWrongLayout } from './create-employer.ts'
import { findEmployer, getEmployer, isEmployerNameTaken } from './queries.ts'
import { updateEmployerRow } from './store.ts'

/** Changes the fields that are named; its account follows the name. Refuses: employer_exists, layout_wrong. */
export async function updateEmployer(
  tx: Tx,
  actor: TenantActor,
  { employerId, ...input }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const before = await getEmployer(tx, actor, { employerId }, context)
  const { receivableId } = await findEmployer(tx, employerId)
  const name = input.name ?? before.name
  if (input.layout) refuseWrongLayout(input.layout)
  if (await isEmployerNameTaken(tx, name, employerId)) refuse('employer_exists', { field: 'name', name })

  // From here on it must succeed.
  const kept = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value)
  await updateEmployerRow(tx, employerId, {
    name,
    code: input.code ?? before.code,
    contactName: kept(input.contactName, before.contactName) || null,
    contactPhone: kept<string | null>(input.contactPhone, before.contactPhone),
    contactEmail: kept(input.contactEmail, before.contactEmail) || null,
    layout: input.layout ?? before.layout,
  })
  await renameAccounts(tx, receivableId, receivableName(before.name), receivableName(name))
  const after = await getEmployer(tx, actor, { employerId }, context)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
}
