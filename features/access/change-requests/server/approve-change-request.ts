import type { approveChangeRequest as contract } from '#features/access/change-requests/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { may, type TenantActor } from '#core/actor.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { decidingPermission } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintOfChange } from '#platform/live/hint-of-change.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { giveApproval } from '#features/access/approvals/server/give-approval.ts'
import { decoded, waitingFor } from './ask-for-change.ts'
import { lockChangeRequest, isLeftToOwner } from './queries.ts'
import { markChangeDecided } from './store.ts'

/**
 * Approves a change that waits and makes it with the last approval that it takes, as the officer who approves. Refuses: change_decided,
 * not_permitted, change_outdated, maker_is_not_checker, own_change, and whatever the change itself is refused for.
 */
export async function approveChangeRequest(
  tx: Tx,
  actor: TenantActor,
  { changeRequestId }: Parsed<typeof contract>,
  context: Context,
): Promise<null> {
  const held = await lockChangeRequest(tx, changeRequestId)
  if (!may(actor, decidingPermission[held.kind])) refuse('not_permitted')
  const { endpoint, describe, useCase } = waitingFor(held.action)
  const input = decoded(endpoint, held.input)
  const change = await describe(tx, actor, input, context)
  if (change?.description !== held.description) refuse('change_outdated')
  // Who else could have approved it is no officer any more: asked again, it waits for the one whose money it is.
  if (!change.ownerNeverAgrees && (await isLeftToOwner(tx, actor, held))) refuse('change_outdated')

  // From here on it must succeed.
  if (!(await giveApproval(tx, actor, held.kind, changeRequestId, 'own_change'))) return null
  await markChangeDecided(tx, actor, changeRequestId, null)
  const reply = await useCase(tx, actor.role === 'member' ? actor : { ...actor, agreesToOwn: true }, input, context)
  if (reply instanceof Refusal) throw reply
  // The approval's own hint speaks of approvals alone.
  hintAfter(tx, hintOfChange(endpoint, actor, { input, body: '', isWaiting: false }))
  const { loginId, name: actorName, role, cooperativeId } = actor
  recordOutcomes(
    tx,
    cooperativeId,
    [
      {
        loginId,
        actorName,
        role,
        action: held.action,
        subjectId: held.memberId ?? changeRequestId,
        requestId: context.requestId,
      },
    ],
    [],
  )
  return null
}
