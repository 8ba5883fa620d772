import { addDays, type Day, dayText } from '#core/calendar.ts'
import { refusal, type Refusal } from '#core/refusal.ts'
import { labelled } from '#core/words.ts'
import { t } from '#core/sentence.ts'
import * as strings from './strings.ts'

const actionDueBeforeMeeting = refusal(
  'action_due_before_meeting',
  422,
  'Choose the day of the meeting, {date}, or a later one.',
)
const agendaLineUnknown = refusal('agenda_line_unknown', 422, 'Choose one of the {count} items of the agenda, or none.')
const actionDoneOnWrongDay = refusal(
  'action_done_on_wrong_day',
  422,
  'Enter the day on which it was done, from the meeting on {date} to today.',
)
const actionEnded = refusal(
  'action_ended',
  409,
  'This action is {status} and stays as it is. Record a new one if more is to be done.',
)

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
  if (dueOn < date) return actionDueBeforeMeeting({ field: 'dueOn', date: dayText(date) })
  if (agendaLine && agendaLine > agenda.length) return agendaLineUnknown({ field: 'agendaLine', count: agenda.length })
  return undefined
}

/** Why it can't be marked as done or dropped, or undefined when it can. */
export function whyNotEnd({ status }: { status: ActionStatus }): Refusal | undefined {
  return status === 'open' ? undefined : actionEnded({ status })
}

/** Why it was not done on this day, or undefined. */
export function whyNotDoneOn(on: Day, meetingDate: Day, today: Day): Refusal | undefined {
  if (on <= today && on >= meetingDate) return undefined
  return actionDoneOnWrongDay({ field: 'on', date: dayText(meetingDate) })
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
  return t('Your action from the meeting of {meetingDate}: {wording}. Due on {dueOn}.', {
    meetingDate: dayText(meetingDate),
    wording: said(wording),
    dueOn: dayText(dueOn),
  })
}

export function changedText({ wording, dueOn }: Told): string {
  return t('Your action was changed: {wording}. Due on {dueOn}.', { wording: said(wording), dueOn: dayText(dueOn) })
}

export function reassignedText({ wording }: Told): string {
  return t('This action is no longer yours: {wording}.', { wording: said(wording) })
}

export function droppedText({ wording }: Told, reason: string): string {
  return t('Your action was dropped: {wording}. Reason: {reason}', { wording: said(wording), reason })
}

export function reminderText({ wording, dueOn }: Told, today: Day): string {
  if (dueOn < today)
    return t('Your action is overdue since {dueOn}: {wording}.', { dueOn: dayText(dueOn), wording: said(wording) })
  return dueOn === today
    ? t('Your action is due today: {wording}.', { wording: said(wording) })
    : t('Your action is due on {dueOn}: {wording}.', { dueOn: dayText(dueOn), wording: said(wording) })
}

/** What officers are told when the member says that it is done. */
export function doneByMemberText(name: string, { wording }: Pick<Told, 'wording'>): string {
  return t('{name} marked an action as done: {wording}.', { name, wording: said(wording) })
}
