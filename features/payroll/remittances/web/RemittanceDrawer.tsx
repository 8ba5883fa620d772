import { recordRemittance } from '#features/payroll/remittances/contract.ts'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { dayProblem } from '#ui/day-problem.ts'
import { todayInLagos } from '#ui/format.ts'
import type { Schedule } from '#features/payroll/schedules/web/api.ts'

const bankCode = '1020'
const f = fieldsFor<typeof recordRemittance>()

/** Money that an employer paid over, in whole or in part. */
export function RemittanceDrawer({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  return (
    <ActionForm
      endpoint={recordRemittance}
      given={{ scheduleId: schedule.id }}
      start={{ amount: schedule.owed, receivedOn: todayInLagos() }}
      wrong={({ receivedOn = '' }) => dayProblem('receivedOn', receivedOn)}
      title="Record remittance"
      description={`What ${schedule.employer} paid over. Part of it is fine.`}
      button="Record"
      failed="This was not recorded"
      says="Remittance recorded"
      onClose={onClose}
    >
      <f.Money name="amount" label="Amount" data-autofocus />
      <f.Day name="receivedOn" label="Received on" max={todayInLagos()} />
      <f.Any name="paidThrough">{(field) => <PaidThrough label="Into" usual={bankCode} {...field} />}</f.Any>
      <f.Text name="reference" label="Reference" hint="The bank's or the treasury's number" optional maxLength={80} />
    </ActionForm>
  )
}
