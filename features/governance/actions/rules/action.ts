import { addDays, type Day, dayText } from '#core/calendar.ts'
import { Refusal } from '#core/refusal.ts'
import { labelled } from '#core/words.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export const actionStatuses = ['open', 'done', 'dropped'] as const
export type ActionStatus = (typeof actionStatuses)[number]

export const actionStatusNames: Record<ActionStatus, string> = labelled({
  open: strings.open,
  done: strings.done,
  dropped: strings.dropped,
})

export const wordingLengthMin = 3
export const wordingLengthMax = 300
export const actionNoteLengthMax = 300

/** As many as one meeting can decide and its minutes still show. */
export const actionsOfMeetingMax = 60

/** How many days before its day the member is reminded. */
export const remindDaysBefore = 3

type Occasion = { date: Day; agenda: readonly string[] }
type Plan = { dueOn: Day; agendaLine?: number | null | undefined }

/** Why an action can't be recorded with this day and item of the agenda, or undefined when it can. */
export function whyNotPlanAction({ date, agenda }: Occasion, { dueOn, agendaLine }: Plan): Refusal | undefined {
  if (dueOn < date) return new Refusal('action_due_before_meeting', { field: 'dueOn', date: dayText(date) })
  if (agendaLine && agendaLine > agenda.length)
    return new Refusal('agenda_line_unknown', { field: 'agendaLine', count: agenda.length })
  return undefined
}

/** Why it can't be marked as done or dropped, or undefined when it can. */
export function whyNotEnd({ status }: { status: ActionStatus }): Refusal | undefined {
  return status === 'open' ? undefined : new Refusal('action_ended', { status })
}

/** Why it was not done on this day, or undefined. */
export function whyNotDoneOn(on: Day, meetingDate: Day, today: Day): Refusal | undefined {
  if (on <= today && on >= meetingDate) return undefined
  return new Refusal('action_done_on_wrong_day', { field: 'on', date: dayText(meetingDate) })
}

/** Overdue from the day after the one on which it is due. */
export function isOverdue({ status, dueOn }: { status: ActionStatus; dueOn: Day }, today: Day): boolean {
  return status === 'open' && dueOn < today
}

/** Whether the member is to be told today: some days before the action is due, and once when it is overdue. */
export function isActionReminderDue({ dueOn, remindedOn }: { dueOn: Day; remindedOn: Day }, today: Day): boolean {
  return [addDays(dueOn, -remindDaysBefore), addDays(dueOn, 1)].some((point) => point <= today && point > remindedOn)
}

type Told = { wording: string; dueOn: Day }
const said = (wording: string) => wording.replace(/[.!?]$/, '')

/** What the member is told when an action becomes theirs. */
export function assignedText({ wording, dueOn }: Told, meetingDate: Day): string {
  return fill(strings.yourActionFromTheMeeting, {
    meetingDate: dayText(meetingDate),
    wording: said(wording),
    dueOn: dayText(dueOn),
  })
}

export function changedText({ wording, dueOn }: Told): string {
  return fill(strings.yourActionWasChangedDue, { wording: said(wording), dueOn: dayText(dueOn) })
}

export function reassignedText({ wording }: Told): string {
  return fill(strings.thisActionIsNoLonger, { wording: said(wording) })
}

export function droppedText({ wording }: Told, reason: string): string {
  return fill(strings.yourActionWasDroppedReason, { wording: said(wording), reason })
}

export function reminderText({ wording, dueOn }: Told, today: Day): string {
  if (dueOn < today) return fill(strings.yourActionIsOverdueSince, { dueOn: dayText(dueOn), wording: said(wording) })
  return dueOn === today
    ? fill(strings.yourActionIsDueToday, { wording: said(wording) })
    : fill(strings.yourActionIsDue, { dueOn: dayText(dueOn), wording: said(wording) })
}

/** What officers are told when the member says that it is done. */
export function doneByMemberText(name: string, { wording }: Pick<Told, 'wording'>): string {
  return fill(strings.markedAnActionAsDone, { name, wording: said(wording) })
}
