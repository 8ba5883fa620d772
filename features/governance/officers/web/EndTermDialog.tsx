import { endTerm } from '#features/governance/officers/contract.ts'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import { type EndReason, endReasonNames, endReasons } from '#features/governance/officers/rules/words.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Holder } from './api.ts'

/** Ends a term in the register, with its day and reason. */
export function EndTermDialog({ holder, onClose }: { holder: Holder; onClose: () => void }) {
  const [endedOn, setEndedOn] = useState<string>(todayInLagos())
  const [endReason, setEndReason] = useState<EndReason>('resigned')
  const action = useAction(endTerm)
  const refused = fieldErrors(action.error)
  const problem = isDay(endedOn) ? refused['endedOn'] : 'Enter the day'
  return (
    <Dialog
      open
      onClose={onClose}
      title={`End the term of ${holder.name}?`}
      description="The rights in the admin area stay as they are. Take them on the member’s page."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="end-term" busy={action.isPending}>
          End term
        </CancelOr>
      }
    >
      <Form
        id="end-term"
        className="stack"
        problems={problem}
        onSubmit={() => {
          if (isDay(endedOn))
            action.mutate(
              { termId: holder.termId, endedOn: endedOn as Day, endReason },
              toastThen('Term ended', onClose),
            )
        }}
      >
        {action.error && !problem && <RefusedBanner error={action.error} title="The term was not ended" />}
        <DateField label="Ended on" max={todayInLagos()} value={endedOn} onChange={setEndedOn} error={problem} />
        <Select
          label="Reason"
          value={endReason}
          options={optionsOf(endReasons, endReasonNames)}
          onChange={(reason) => reason && setEndReason(reason)}
        />
      </Form>
    </Dialog>
  )
}
