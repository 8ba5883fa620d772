import type { rejectChangeRequest as contract } from '#features/access/change-requests/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { may, type TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { decidingPermission } from '#features/access/approvals/rules/approvals.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { lockChangeRequest, isAskedBy } from './queries.ts'
import { markChangeDecided } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Rejects a change that waits; whoever asked for it may take it back so. Refuses: change_decided, not_permitted. */
export async function rejectChangeRequest(
  tx: Tx,
  actor: TenantActor,
  { changeRequestId, reason }: Parsed<typeof contract>,
): Promise<null> {
  const { kind, askedBy, description } = await lockChangeRequest(tx, changeRequestId)
  const isOwn = await isAskedBy(tx, actor, changeRequestId)
  if (!isOwn && !may(actor, decidingPermission[kind])) refuse('not_permitted')
  await markChangeDecided(tx, actor, changeRequestId, reason)
  notifyOfficers(tx, actor.cooperativeId, {
    message: isOwn
      ? fill(strings.tookBackWhatTheyAsked, { name: actor.name, description, reason })
      : fill(strings.rejectedWhatAskedForReason, { name: actor.name, askedBy, description, reason }),
  })
  return null
}
