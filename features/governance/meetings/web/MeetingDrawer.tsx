import { useQuery } from '@tanstack/react-query'
import { planMeeting, updateMeeting } from '#features/governance/meetings/contract.ts'
import { getMeetingRules } from '#features/governance/meetings/meeting-rules.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import { type MeetingKind, meetingKindNames, meetingKinds } from '#features/governance/meetings/rules/meeting.ts'
import {
  type MeetingRule,
  meetingGroupOf,
  noMeetingRule,
  quorumBasisText,
  quorumByRule,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form, fieldsOf } from '#ui/Form.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { query } from '#ui/api/query.ts'
import { todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'
import { AgendaButtons } from './AgendaButtons.tsx'
import { NoticeDue } from './NoticeDue.tsx'
import type { Meeting } from './api.ts'

type Values = {
  kind: MeetingKind
  title: string
  date: string
  time: string
  place: string
  agenda: string
  quorum: string
}

function valuesOf(meeting: Meeting | undefined): Values {
  if (!meeting) return { kind: 'general', title: '', date: '', time: '', place: '', agenda: '', quorum: '' }
  const { kind, title, date, time, place, agenda, quorum } = meeting
  return { kind, title, date, time, place, agenda: agenda.join('\n'), quorum: quorum === null ? '' : String(quorum) }
}

function problemsOf(
  { title, date, time, place, quorum }: Values,
  dateBefore: string | undefined,
): Record<string, string> {
  return {
    ...(title.trim() === '' ? { title: 'Give the meeting a title' } : {}),
    ...(!isDay(date)
      ? { date: 'Enter the date of the meeting' }
      : date < todayInLagos() && date !== dateBefore
        ? { date: 'Choose today or a later date for a meeting that is still to come.' }
        : {}),
    ...(/^\d\d:\d\d$/.test(time) ? {} : { time: 'Enter the time of the meeting' }),
    ...(place.trim() === '' ? { place: 'Say where it is held' } : {}),
    ...(quorum.trim() === '' || /^[1-9]\d{0,4}$/.test(quorum.trim())
      ? {}
      : { quorum: 'Enter a whole number, or leave it empty' }),
  }
}

function linesOf(agenda: string): string[] {
  return agenda
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Whether the quorum of this meeting is what the bye-laws say of such meetings: a new one's, or one that followed them as another kind. */
function followsRule(meeting: Meeting | undefined, kind: MeetingKind): boolean {
  return !meeting || (meeting.quorumFromByeLaws && meetingGroupOf(kind) !== meetingGroupOf(meeting.kind))
}

function proposedBy(rule: MeetingRule, activeMembers: number): string {
  const { quorum } = quorumByRule(rule, activeMembers)
  return quorum === null ? '' : String(quorum)
}

/** What the bye-laws say, and that a percentage is counted again. */
function quorumHint(rule: MeetingRule, activeMembers: number): string {
  const quorum = quorumByRule(rule, activeMembers)
  if (quorum.quorum === null) return 'How many members must be present by your bye-laws'
  const basis = quorumBasisText(quorum)
  return rule.quorumPercent === null
    ? `By your bye-laws ${quorum.quorum}${basis ? ` (${basis})` : ''}`
    : `By your bye-laws ${basis}: ${quorum.quorum} today, counted again when you send the notice`
}

/** Plans a meeting, or changes one that is still planned. */
export function MeetingDrawer({
  meeting,
  onClose,
  onSaved,
}: {
  meeting?: Meeting
  onClose: () => void
  onSaved: (meeting: Meeting) => void
}) {
  const { values: held, edits, edit } = useEdits(valuesOf(meeting))
  const rules = useQuery(query(getMeetingRules, {})).data
  const rule = rules?.[meetingGroupOf(held.kind)] ?? noMeetingRule
  const isByRule = edits.quorum === undefined && followsRule(meeting, held.kind)
  const values = isByRule && rules ? { ...held, quorum: proposedBy(rule, rules.activeMembers) } : held
  const [tries, setTries] = useState(0)
  const plan = useAction(planMeeting)
  const update = useAction(updateMeeting)
  const action = meeting ? update : plan
  const set = (changes: Partial<Values>) => {
    edit(changes)
    if (action.error) action.reset()
  }
  const problems = problemsOf(values, meeting?.date)
  const refused = action.error ? fieldErrors(action.error) : {}
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0

  function submit() {
    setTries(tries + 1)
    if (!isReady) return
    const { kind, title, date, time, place, agenda, quorum } = values
    const input = {
      kind,
      title,
      date: date as Day,
      time,
      place,
      agenda: linesOf(agenda),
      // What the bye-laws say is counted by the server.
      ...(edits.quorum !== undefined && { quorum: quorum.trim() === '' ? null : Number(quorum) }),
    }
    const callbacks = {
      onSuccess: (saved: Meeting) => {
        toast.success(meeting ? 'Meeting updated' : 'Meeting planned')
        onSaved(saved)
      },
    }
    if (meeting) update.mutate({ id: meeting.id, ...input }, callbacks)
    else plan.mutate(input, callbacks)
  }
  const field = fieldsOf(values, set, shown)
  return (
    <Drawer
      open
      onClose={onClose}
      title={meeting ? 'Edit meeting' : 'Plan meeting'}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="meeting" busy={action.isPending}>
          {meeting ? 'Save changes' : 'Plan meeting'}
        </CancelOr>
      }
    >
      <Form id="meeting" className="stack" problems={tries > 0 && !isReady ? tries : action.error} onSubmit={submit}>
        {action.error && Object.keys(refused).every((field) => !(field in values)) && (
          <RefusedBanner error={action.error} title="The meeting was not saved" />
        )}
        <Select
          label="Kind"
          value={values.kind}
          options={optionsOf(meetingKinds, meetingKindNames)}
          onChange={(kind) => kind && set({ kind })}
          hint={values.kind === 'committee' ? 'Members do not see committee meetings in their portal.' : undefined}
        />
        <TextField
          label="Title"
          {...field('title')}
          maxLength={120}

          data-autofocus
        />
        <div className="columns">
          <DateField label="Date" min={todayInLagos()} {...field('date')} />
          <TextField label="Time" type="time" {...field('time')} />
        </div>
        {!(meeting?.isNoticeGiven && meeting.date === values.date) && <NoticeDue date={values.date} rule={rule} />}
        <TextField label="Place" {...field('place')} maxLength={200} />
        <TextAreaField
          label="Agenda"
          optional
          rows={6}
          hint="One item a line"
          value={values.agenda}
          onChange={(agenda) => set({ agenda })}
          error={Object.entries(shown).find(([field]) => field.startsWith('agenda'))?.[1]}
        />
        <AgendaButtons
          kind={values.kind}
          lines={linesOf(values.agenda)}
          onFill={(lines) => set({ agenda: lines.join('\n') })}
        />
        <TextField
          label="Quorum"
          optional
          inputMode="numeric"
          hint={quorumHint(rule, rules?.activeMembers ?? 0)}
          {...field('quorum')}
        />
      </Form>
    </Drawer>
  )
}
