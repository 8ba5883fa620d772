import type {
  getDividendChoice as readContract,
  setDividendChoice as contract,
} from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import { destinationOf } from '#features/surplus/appropriation/rules/destination.ts'
import type { Tx } from '#server/db/tx.ts'
import { findDividendChoices, findDividendSettings } from './queries.ts'
import { upsertDividendChoice } from './store.ts'

/** Where the member's next dividend goes. */
export async function getDividendChoice(tx: Tx, { memberId }: TenantActor): Promise<Replied<typeof readContract>> {
  const own = memberId ?? refuse('not_found')
  const [settings, choices] = await Promise.all([findDividendSettings(tx), findDividendChoices(tx)])
  return { paidTo: destinationOf(settings, choices.get(own)), membersChoose: settings.membersChoose }
}

/** Refuses: dividend_choice_closed. */
export async function setDividendChoice(
  tx: Tx,
  actor: TenantActor,
  { paidTo }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const own = actor.memberId ?? refuse('not_found')
  if (!(await findDividendSettings(tx)).membersChoose) refuse('dividend_choice_closed')
  await upsertDividendChoice(tx, actor, own, paidTo)
  return getDividendChoice(tx, actor)
}
