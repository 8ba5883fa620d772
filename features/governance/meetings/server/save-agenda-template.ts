import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { saveAgendaTemplate as contract } from '#features/governance/meetings/meeting-rules.ts'
import type { TenantActor } from '#core/actor.ts'
import { usualAgendas } from '#features/governance/meetings/rules/agenda.ts'
import type { Tx } from '#platform/db/tx.ts'
import { storeAgendaTemplate, removeAgendaTemplate } from './store.ts'

/** An empty agenda takes the society's own away, and the usual one is back. */
export async function saveAgendaTemplate(
  tx: Tx,
  actor: TenantActor,
  { template, agenda }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  if (agenda.length === 0) {
    await removeAgendaTemplate(tx, template)
    return { template, agenda: [...usualAgendas[template]], isOwn: false }
  }
  await storeAgendaTemplate(tx, actor, template, agenda)
  return { template, agenda, isOwn: true }
}
