import { useState } from 'react'
import { addAction, updateAction } from '#contract/governance/actions.ts'
import { type Day, isDay } from '#domain/calendar.ts'
import { wordingLengthMax, wordingLengthMin } from '#domain/governance/actions/action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { MemberField } from '#web/parts/MemberField.tsx'
import type { FoundMember } from '#web/parts/choices.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { CancelOr, Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'
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
  const [tries, setTries] = useState(0)
  const add = useAction(addAction)
  const change = useAction(updateAction)
  const { error, isPending } = action ? change : add
  const memberId = member?.memberid ?? action?.memberId
  const problems: Record<string, string> = {
    ...(wording.trim().length < wordingLengthMin && { wording: 'Say what is to be done' }),
    ...(!memberId && { memberId: 'Choose a member' }),
    ...(!isDay(dueOn)
      ? { dueOn: 'Enter the day' }
      : dueOn < meeting.date && { dueOn: 'Choose the day of the meeting or a later one' }),
  }
  const isReady = Object.keys(problems).length === 0
  const refused = fieldErrors(error)
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    if (!isReady || !memberId) return
    const plan = { wording, memberId, dueOn: dueOn as Day, agendaLine: line === '' ? null : Number(line) }
    if (action) change.mutate({ id: action.id, ...plan }, toastThen('Action saved', onClose))
    else add.mutate({ id: meeting.id, ...plan }, toastThen('Action recorded', onClose))
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={action ? 'Edit action' : 'Record action'}
      description="The member is told now, three days before the day and once when it is overdue."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="action" busy={isPending}>
          {action ? 'Save action' : 'Record action'}
        </CancelOr>
      }
    >
      <Form id="action" className="stack" problems={tries > 0 && !isReady ? tries : error} onSubmit={submit}>
        {error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={error} title="The action was not recorded" />
        )}
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
      </Form>
    </Drawer>
  )
}
