import type { Parsed } from '#core/contract/endpoint.ts'
import type { updateAction as contract } from '#features/governance/actions/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import {
  assignedText,
  changedText,
  reassignedText,
  whyNotEnd,
  whyNotPlanAction,
} from '#features/governance/actions/rules/action.ts'
import { whyNotActive } from '#features/members/members/rules/why-not-active.ts'

import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { openMinutes } from '#features/governance/meetings/server/open-minutes.ts'
import { type Action, findAction, findResponsible, lockAction } from './queries.ts'
import { updateActionRow } from './store.ts'

/**
 * Tells who it is about where it says something else than they were told last. Refuses: not_found, minutes_adopted,
 * action_ended, action_due_before_meeting, agenda_line_unknown, member_not_active.
 */
export async function updateAction(
  tx: Tx,
  actor: TenantActor,
  { id, wording, memberId, dueOn, agendaLine = null }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Action> {
  const today = dayIn(now)
  const { meetingId } = await findAction(tx, id, today)
  // The meeting before the action, as an adoption locks it.
  const meeting = await openMinutes(tx, meetingId, today)
  const before = await lockAction(tx, id, today)
  const reason = whyNotEnd(before) ?? whyNotPlanAction(meeting, { dueOn, agendaLine })
  if (reason) throw reason
  const isOthers = memberId !== before.memberId
  const by = isOthers
    ? await findResponsible(tx, memberId)
    : { memberId, name: before.memberName, status: 'active' as const }
  const inactive = whyNotActive(by)
  if (inactive) throw inactive
  const saysElse = isOthers || wording !== before.wording || dueOn !== before.dueOn
  if (!saysElse && agendaLine === before.agendaLine) return before

  // From here on it must succeed.
  await updateActionRow(tx, { id, today }, { wording, dueOn, agendaLine, by })
  const link = '/member/meetings'
  const after = { wording, dueOn }
  if (isOthers)
    notifyMembers(
      tx,
      actor.cooperativeId,
      [
        { memberId, message: assignedText(after, meeting.date), link },
        { memberId: before.memberId, message: reassignedText(before), link },
      ],
      'meeting',
    )
  else if (saysElse)
    notifyMembers(tx, actor.cooperativeId, [{ memberId, message: changedText(after), link }], 'meeting')
  return findAction(tx, id, today)
}
