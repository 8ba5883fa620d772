import { may } from '#core/actor.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { decidingPermission } from '#features/access/approvals/rules/approvals.ts'
import { giveApproval } from '#features/access/approvals/server/give-approval.ts'
import * as contract from '#features/access/change-requests/contract.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { action } from '#platform/action.ts'
import { recordOutcomes } from '#platform/db/outcomes.ts'
import { hintOfChange } from '#platform/live/hint-of-change.ts'
import { hintAfter } from '#platform/live/hints.ts'
import { isAskedBy, isLeftToOwner, lockChangeRequest } from './reads.ts'
import { decoded, waitingFor } from './waiting-action.ts'
import { markChangeDecided } from './writes.ts'

const changeOutdated = refusal(
  'change_outdated',
  409,
  'What this would change is no longer as it was when it was asked for. Reject it and ask again.',
)
const ownChange = refusal('own_change', 409, 'You can’t approve a change of your own money. Ask another officer.')

/**
 * Approves a change that waits and makes it with the last approval that it takes, as the officer who approves. Refuses: change_decided,
 * not_permitted, change_outdated, maker_is_not_checker, own_change, and whatever the change itself is refused for.
 */
export const approveChangeRequest = action(contract.approveChangeRequest, async (ask, { changeRequestId }) => {
  const { tx, actor, context } = ask
  const request = await lockChangeRequest(tx, changeRequestId)
  if (!may(actor, decidingPermission[request.kind])) refuse('not_permitted')
  const { endpoint, describe, work } = waitingFor(request.action)
  const input = decoded(endpoint, request.input)
  const change = await describe(ask, input)
  if (change?.description !== request.description) refuse(changeOutdated())
  // Who else could have approved it is no officer any more: asked again, it waits for the one whose money it is.
  if (!change.ownerNeverAgrees && (await isLeftToOwner(tx, actor, request))) refuse(changeOutdated())

  // From here on it must succeed.
  if (!(await giveApproval(tx, actor, request.kind, changeRequestId, ownChange))) return null
  await markChangeDecided(tx, actor, changeRequestId, null)
  const reply = await work(actor.role === 'member' ? ask : { ...ask, actor: { ...actor, agreesToOwn: true } }, input)
  if (reply instanceof Refusal) throw reply
  // The approval's own hint speaks of approvals alone.
  hintAfter(tx, hintOfChange(endpoint, actor, { input, body: '', isWaiting: false }))
  const { loginId, name: actorName, role, cooperativeId } = actor
  const done = {
    ...{ loginId, actorName, role, action: request.action, subjectId: request.memberId ?? changeRequestId },
    requestId: context.requestId,
  }
  recordOutcomes(tx, cooperativeId, [done], [])
  return null
})

/** Rejects a change that waits; the officer who asked for it may take it back like this. Refuses: change_decided, not_permitted. */
export const rejectChangeRequest = action(
  contract.rejectChangeRequest,
  async ({ tx, actor }, { changeRequestId, reason }) => {
    const { kind, askedBy, description } = await lockChangeRequest(tx, changeRequestId)
    const isOwn = await isAskedBy(tx, actor, changeRequestId)
    if (!isOwn && !may(actor, decidingPermission[kind])) refuse('not_permitted')
    await markChangeDecided(tx, actor, changeRequestId, reason)
    notifyOfficers(tx, actor.cooperativeId, {
      message: isOwn
        ? t('{name} took back what they asked for: {description}. Reason: {reason}', {
            name: actor.name,
            description,
            reason,
          })
        : t('{name} rejected what {askedBy} asked for: {description}. Reason: {reason}', {
            name: actor.name,
            askedBy,
            description,
            reason,
          }),
    })
    return null
  },
)
