import { useQuery } from '@tanstack/react-query'
import { createSchedule } from '#features/payroll/schedules/contract.ts'
import { listEmployers } from '#features/payroll/employers/contract.ts'
import { periodOf } from '#core/calendar.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { useNavigate } from '#ui/router/place.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { Loading } from '#ui/LoadProblem.tsx'
import { monthOptions } from '#ui/MonthPicker.tsx'
import { todayInLagos } from '#ui/format.ts'

const f = fieldsFor<typeof createSchedule>()

/** Whose month it is. */
export function NewScheduleDialog({ onClose }: { onClose: () => void }) {
  const employers = useQuery(wholeList(listEmployers, {}))
  const navigate = useNavigate()
  const { data = [] } = employers
  const [first] = data
  const period = periodOf(todayInLagos())
  return (
    <ActionForm
      isDialog
      endpoint={createSchedule}
      start={{ period, ...(first && { employerId: first.id }) }}
      instead={!employers.data && <Loading of={employers} failed="Failed to load the employers" lines={2} />}
      title="New schedule"
      description="Takes each member's savings from their contribution plan, their shares, and the levy."
      button="Create schedule"
      failed="The schedule was not created"
      onDone={({ id }) =>
        navigate({ to: '/coop/financial-operations/deductions/$scheduleId', params: { scheduleId: id } })
      }
      onClose={onClose}
    >
      <f.Choice
        name="employerId"
        label="Employer"
        options={data.map(({ id, name }) => ({ value: id, label: name }))}
        data-autofocus
      />
      <f.Choice name="period" label="Month" options={monthOptions(period)} />
    </ActionForm>
  )
}
