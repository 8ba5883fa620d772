import type { giveConsent as contract } from '#features/members/data-protection/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { noticeVersion } from '#core/privacy-notice.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { ownMemberId } from './queries.ts'
import { insertConsent } from './store.ts'

/** Records that a member agreed to today's text of the notice. Refuses: consent_version_wrong. */
export async function giveConsent(
  tx: Tx,
  actor: TenantActor,
  { version }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  if (version !== noticeVersion) refuse('consent_version_wrong', { field: 'version' })
  return insertConsent(tx, actor, ownMemberId(actor), version)
}
