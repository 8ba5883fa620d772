import type { Parsed } from '#core/contract/endpoint.ts'
import type { addAction as contract } from '#features/governance/actions/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { actionsOfMeetingMax, assignedText, whyNotPlanAction } from '#features/governance/actions/rules/action.ts'
import type { ActionId } from '#core/ids.ts'
import { whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { openMinutes } from '#features/governance/meetings/server/open-minutes.ts'
import { type Action, countActions, findAction, findResponsible } from './queries.ts'
import { insertAction } from './store.ts'

/**
 * Refuses: not_found, meeting_not_yet, meeting_cancelled, minutes_adopted, action_due_before_meeting, agenda_line_unknown,
 * actions_many, member_not_active.
 */
export async function addAction(
  tx: Tx,
  actor: TenantActor,
  { id: meetingId, wording, memberId, dueOn, agendaLine = null }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Action> {
  const today = dayIn(now)
  const meeting = await openMinutes(tx, meetingId, today)
  const reason = whyNotPlanAction(meeting, { dueOn, agendaLine })
  if (reason) throw reason
  if ((await countActions(tx, meetingId)) >= actionsOfMeetingMax) refuse('actions_many', { max: actionsOfMeetingMax })
  const by = await findResponsible(tx, memberId)
  const inactive = whyNotActive(by)
  if (inactive) throw inactive

  // From here on it must succeed.
  const id = newId<ActionId>()
  await insertAction(tx, actor, { id, meetingId, today }, { wording, dueOn, agendaLine, by })
  const message = assignedText({ wording, dueOn }, meeting.date)
  notifyMembers(tx, actor.cooperativeId, [{ memberId, message, link: '/member/meetings' }], 'meeting')
  return findAction(tx, id, today)
}
