import { recordFiling } from '#features/governance/filings/contract.ts'
import { isDay } from '#core/calendar.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { todayInLagos } from '#ui/format.ts'
import type { Filing } from './api.ts'

const f = fieldsFor<typeof recordFiling>()

/** When it was done, and by which receipt or letter that shows. */
export function DoneDialog({ filing: { id, name, everyMonths }, onClose }: { filing: Filing; onClose: () => void }) {
  return (
    <ActionForm
      isDialog
      endpoint={recordFiling}
      given={{ id }}
      start={{ on: todayInLagos() }}
      wrong={({ on = '' }) => ({ on: isDay(on) ? undefined : 'Enter the day' })}
      title={name}
      description={everyMonths === null ? undefined : 'The next one is added to the calendar.'}
      button="Mark as done"
      failed="It was not recorded"
      says="Recorded as done"
      onClose={onClose}
    >
      <f.Day name="on" label="Done on" max={todayInLagos()} />
      <f.Text name="reference" label="Number of the receipt or letter" optional maxLength={120} />
    </ActionForm>
  )
}
