import { useState } from 'react'
import { addAction, updateAction } from '#features/governance/actions/contract.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { wordingLengthMax, wordingLengthMin } from '#features/governance/actions/rules/action.ts'
import { useAction } from '#ui/api/use-action.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import type { FoundMember } from '#ui/parts/choices.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Select } from '#ui/Select.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Action, Meeting } from './api.ts'

/** Records what a member is to do, or changes it while the minutes are not adopted. */
export function ActionDrawer({
  meeting,
  action,
  onClose,
}: {
  meeting: Meeting
  action: Action | undefined
  onClose: () => void
}) {
  const [wording, setWording] = useState(action?.wording ?? '')
  const [member, setMember] = useState<FoundMember>()
  const [dueOn, setDueOn] = useState<string>(action?.dueOn ?? '')
  const [line, setLine] = useState(String(action?.agendaLine ?? ''))
  const add = useAction(addAction)
  const change = useAction(updateAction)
  const saving = action ? change : add
  const memberId = member?.memberid ?? action?.memberId
  const problems: Record<string, string> = {
    ...(wording.trim().length < wordingLengthMin && { wording: 'Say what is to be done' }),
    ...(!memberId && { memberId: 'Choose a member' }),
    ...(!isDay(dueOn)
      ? { dueOn: 'Enter the day' }
      : dueOn < meeting.date && { dueOn: 'Choose the day of the meeting or a later one' }),
  }
  const tried = useTried(saving, problems)
  const { shown } = tried
  function submit() {
    if (!memberId) return
    const plan = { wording, memberId, dueOn: dueOn as Day, agendaLine: line === '' ? null : Number(line) }
    if (action) change.mutate({ id: action.id, ...plan }, toastThen('Action saved', onClose))
    else add.mutate({ id: meeting.id, ...plan }, toastThen('Action recorded', onClose))
  }
  return (
    <FormDrawer
      id="action"
      tried={tried}
      title={action ? 'Edit action' : 'Record action'}
      description="The member is told now, three days before the day and once when it is overdue."
      button={action ? 'Save action' : 'Record action'}
      failed="The action was not recorded"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label="What is to be done"
        rows={3}
        maxLength={wordingLengthMax}
        value={wording}
        onChange={setWording}
        error={shown['wording']}
        data-autofocus
      />
      <MemberField
        label="Who does it"
        onlyActive
        hint={action && `${action.memberName}, unless you choose another member`}
        selected={member}
        onSelect={setMember}
        error={shown['memberId']}
      />
      <DateField label="Due on" min={meeting.date} value={dueOn} onChange={setDueOn} error={shown['dueOn']} />
      {meeting.agenda.length > 0 && (
        <Select
          label="Item of the agenda"
          optional
          placeholder="None"
          value={line}
          options={meeting.agenda.map((text, at) => ({ value: String(at + 1), label: `${at + 1}. ${text}` }))}
          onChange={setLine}
          error={shown['agendaLine']}
        />
      )}
    </FormDrawer>
  )
}
