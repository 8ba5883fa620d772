import { endTerm } from '#features/governance/officers/contract.ts'
import { isDay } from '#core/calendar.ts'
import { endReasonNames, endReasons } from '#features/governance/officers/rules/words.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { optionsOf } from '#ui/Select.tsx'
import { todayInLagos } from '#ui/format.ts'
import type { Holder } from './api.ts'

const f = fieldsFor<typeof endTerm>()

/** Ends a term in the register, with its day and reason. */
export function EndTermDialog({ holder, onClose }: { holder: Holder; onClose: () => void }) {
  return (
    <ActionForm
      isDialog
      endpoint={endTerm}
      given={{ termId: holder.termId }}
      start={{ endedOn: todayInLagos(), endReason: 'resigned' }}
      wrong={({ endedOn = '' }) => ({ endedOn: isDay(endedOn) ? undefined : 'Enter the day' })}
      title={`End the term of ${holder.name}?`}
      description="The rights in the admin area stay as they are. Take them on the member’s page."
      button="End term"
      failed="The term was not ended"
      says="Term ended"
      onClose={onClose}
    >
      <f.Day name="endedOn" label="Ended on" max={todayInLagos()} />
      <f.Choice name="endReason" label="Reason" options={optionsOf(endReasons, endReasonNames)} />
    </ActionForm>
  )
}
