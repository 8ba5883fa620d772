import { useQuery } from '@tanstack/react-query'
import { createSchedule, listEmployers } from '#contract/society/deductions.ts'
import { useState } from 'react'
import { type Period, periodOf } from '#domain/calendar.ts'
import type { EmployerId } from '#domain/ids.ts'
import { useAction } from '#web/api/use-action.ts'
import { wholeList } from '#web/api/whole-list.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useNavigate } from '#web/router/place.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { monthOptions } from '#web/ui/MonthPicker.tsx'
import { Select } from '#web/ui/Select.tsx'
import { todayInLagos } from '#web/ui/format.ts'

/** Whose month it is. */
export function NewScheduleDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(wholeList(listEmployers, {}))
  const [chosen, setChosen] = useState<EmployerId | ''>('')
  const [period, setPeriod] = useState<Period>(periodOf(todayInLagos()))
  const create = useAction(createSchedule)
  const navigate = useNavigate()
  const employerId = chosen === '' ? (data?.[0]?.id ?? '') : chosen
  const refused = fieldErrors(create.error)
  const submit = () => {
    if (employerId === '') return
    create.mutate(
      { employerId, period },
      {
        onSuccess: (schedule) =>
          navigate({ to: '/coop/financial-operations/deductions/$scheduleId', params: { scheduleId: schedule.id } }),
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New schedule"
      description="Takes each member's savings from their contribution plan, their shares, and the levy."
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          type="submit"
          form="new-schedule"
          busy={create.isPending}
          disabled={employerId === ''}
        >
          Draw up
        </CancelOr>
      }
    >
      <Form id="new-schedule" className="stack" onSubmit={submit} problems={create.error}>
        {create.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={create.error} title="This was not drawn up" />
        )}
        {error && !data && (
          <LoadProblem title="Failed to load the employers" error={error} onRetry={() => void refetch()} />
        )}
        <Select
          label="Employer"
          value={employerId}
          options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
          error={refused['employerId']}
          data-autofocus
        />
        <Select
          label="Month"
          value={period}
          options={monthOptions(period)}
          onChange={(next) => next && setPeriod(next)}
          error={refused['period']}
        />
      </Form>
    </Dialog>
  )
}
