import type { createEmployer as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { receivableCodeOf } from '#domain/society/deductions/component.ts'
import { type Layout, usualLayout, whyNotLayout } from '#domain/society/deductions/layout.ts'
import type { EmployerId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { openOwnAccount } from '#server/ledger/ledger.ts'
import { countEmployers, getEmployer, isEmployerNameTaken } from './queries.ts'
import { insertEmployer } from './store.ts'

/** Adds an employer and opens the account of what it owes. Refuses: employer_exists, layout_wrong. */
export async function createEmployer(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const layout = input.layout ?? usualLayout
  refuseWrongLayout(layout)
  const before = await countEmployers(tx)
  if (await isEmployerNameTaken(tx, input.name, null)) refuse('employer_exists', { field: 'name', name: input.name })

  // From here on it must succeed.
  const id = newId<EmployerId>()
  const receivableId = await openOwnAccount(tx, actor.cooperativeId, {
    code: receivableCodeOf(before + 1),
    name: receivableName(input.name),
    class: 'asset',
  })
  const { name, code, contactName = null, contactPhone = null, contactEmail = null } = input
  await insertEmployer(tx, actor.cooperativeId, id, receivableId, {
    name,
    code,
    contactName: contactName || null,
    contactPhone,
    contactEmail: contactEmail || null,
    layout,
  })
  return getEmployer(tx, actor, { employerId: id }, context)
}

/** What the employer's account is called in the chart. */
export function receivableName(employer: string): string {
  return `Remittance receivable: ${employer}`
}

export function refuseWrongLayout(layout: Layout): void {
  const why = whyNotLayout(layout)
  if (why) refuse('layout_wrong', { field: 'layout', why })
}
