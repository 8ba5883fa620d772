import type { Day } from '#core/calendar.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import type { ActionId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { notifyMembers, notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import * as contract from '#features/governance/actions/contract.ts'
import {
  actionsOfMeetingMax,
  assignedText,
  changedText,
  doneByMemberText,
  droppedText,
  reassignedText,
  whyNotDoneOn,
  whyNotEnd,
  whyNotPlanAction,
} from '#features/governance/actions/rules/action.ts'
import { lockMeeting } from '#features/governance/meetings/server/reads.ts'
import { openMinutes } from '#features/governance/meetings/server/writes.ts'
import { whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, transactionTime, update } from '#platform/db/write.ts'
import { countActions, findAction, findResponsible, lockAction } from './reads.ts'

const actionsMany = refusal(
  'actions_many',
  409,
  'A meeting has {max} actions at most. Drop one that is not needed, or put two into one.',
)

/**
 * Refuses: not_found, meeting_not_yet, meeting_cancelled, minutes_adopted, action_due_before_meeting, agenda_line_unknown,
 * actions_many, member_not_active.
 */
export const addAction = action(contract.addAction, async ({ tx, actor, today }, input) => {
  const { id: meetingId, wording, memberId, dueOn, agendaLine = null } = input
  const meeting = await openMinutes(tx, meetingId, today)
  const reason = whyNotPlanAction(meeting, { dueOn, agendaLine })
  if (reason) throw reason
  if ((await countActions(tx, meetingId)) >= actionsOfMeetingMax) refuse(actionsMany({ max: actionsOfMeetingMax }))
  const by = await findResponsible(tx, memberId)
  const inactive = whyNotActive(by)
  if (inactive) throw inactive

  // From here on it must succeed.
  const actionId = newId<ActionId>()
  await insert(tx, 'app.meeting_action', {
    ...{ actionId, meetingId, wording, memberId, memberName: by.name, dueOn, agendaLine },
    // Its recording is the first time that the member is told.
    remindedOn: today,
    createdBy: actor.loginId,
  })
  tellMembers(tx, actor.cooperativeId, [[memberId, assignedText({ wording, dueOn }, meeting.date)]])
  return findAction(tx, actionId, today)
})

/**
 * Tells who it is about where it says something else than they were told last. Refuses: not_found, minutes_adopted,
 * action_ended, action_due_before_meeting, agenda_line_unknown, member_not_active.
 */
export const updateAction = action(contract.updateAction, async ({ tx, actor, today }, input) => {
  const { id, wording, memberId, dueOn, agendaLine = null } = input
  const { meetingId } = await findAction(tx, id, today)
  // The meeting before the action, as an adoption locks it.
  const meeting = await openMinutes(tx, meetingId, today)
  const before = await lockAction(tx, id, today)
  const reason = whyNotEnd(before) ?? whyNotPlanAction(meeting, { dueOn, agendaLine })
  if (reason) throw reason
  const isOthers = memberId !== before.memberId
  const by = isOthers ? await findResponsible(tx, memberId) : { name: before.memberName, status: 'active' as const }
  const inactive = whyNotActive(by)
  if (inactive) throw inactive
  const saysElse = isOthers || wording !== before.wording || dueOn !== before.dueOn
  if (!saysElse && agendaLine === before.agendaLine) return before

  // From here on it must succeed.
  const changes = { wording, memberId, memberName: by.name, dueOn, agendaLine, remindedOn: today }
  await update(tx, 'app.meeting_action', { actionId: id }, changes)
  const after = { wording, dueOn }
  if (isOthers)
    tellMembers(tx, actor.cooperativeId, [
      [memberId, assignedText(after, meeting.date)],
      [before.memberId, reassignedText(before)],
    ])
  else if (saysElse) tellMembers(tx, actor.cooperativeId, [[memberId, changedText(after)]])
  return findAction(tx, id, today)
})

/** Refuses: not_found, action_ended, action_done_on_wrong_day. */
export const finishAction = action(contract.finishAction, async (ask, { id, on, note }) => {
  const { tx, today } = ask
  const found = await lockAction(tx, id, today)
  const reason = whyNotEnd(found) ?? whyNotDoneOn(on, found.meetingDate ?? today, today)
  if (reason) throw reason
  await endAction(ask, id, { status: 'done', endedOn: on, note })
  return findAction(tx, id, today)
})

/** Refuses: not_found for another's action too, action_ended. */
export const finishOwnAction = action(contract.finishOwnAction, async (ask, { id, note }) => {
  const { tx, actor, today } = ask
  const found = await lockAction(tx, id, today)
  if (found.memberId !== actor.memberId) refuse('not_found')
  const reason = whyNotEnd(found)
  if (reason) throw reason
  await endAction(ask, id, { status: 'done', endedOn: today, endedByMember: true, note })
  notifyOfficers(tx, actor.cooperativeId, {
    type: 'success',
    message: doneByMemberText(actor.name, found),
    link: '/coop/governance/actions',
  })
  return findAction(tx, id, today)
})

/** Refuses: not_found, action_ended. */
export const dropAction = action(contract.dropAction, async (ask, { id, reason: note }) => {
  const { tx, actor, today } = ask
  const { meetingId } = await findAction(tx, id, today)
  // The meeting before the action, as an adoption locks it: what adopted minutes say stays in them.
  const { adoptedAt } = await lockMeeting(tx, meetingId)
  const found = await lockAction(tx, id, today)
  const reason = whyNotEnd(found)
  if (reason) throw reason
  await endAction(ask, id, { status: 'dropped', endedOn: today, isInMinutes: adoptedAt !== null, note })
  tellMembers(tx, actor.cooperativeId, [[found.memberId, droppedText(found, note)]])
  return findAction(tx, id, today)
})

type End = {
  status: 'done' | 'dropped'
  endedOn: Day
  endedByMember?: boolean
  isInMinutes?: boolean
  note: string | null | undefined
}

async function endAction(
  { tx, actor }: Ask,
  actionId: ActionId,
  { endedByMember = false, isInMinutes = true, note, ...end }: End,
): Promise<void> {
  const by = { endedAt: transactionTime, endedByName: actor.name, endedByMember, isInMinutes, note: note || null }
  await update(tx, 'app.meeting_action', { actionId }, { ...end, ...by })
}

function tellMembers(tx: Tx, cooperativeId: CooperativeId, told: readonly (readonly [MemberId, string])[]): void {
  notifyMembers(
    tx,
    cooperativeId,
    told.map(([memberId, message]) => ({ memberId, message, link: '/member/meetings' })),
    'meeting',
  )
}
