import { sendSchedule } from '#features/payroll/schedules/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { periodName, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Schedule } from './api.ts'

/** Sending freezes the list, so it is asked for. */
export function SendDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const send = useAction(sendSchedule)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mark this schedule as sent?"
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={send.isPending}
          onClick={() => send.mutate({ scheduleId: schedule.id }, toastThen('Marked as sent', onClose))}
        >
          Mark as sent
        </CancelOr>
      }
    >
      <div className="stack">
        {send.error && <Banner tone="danger">{sentence(send.error)}</Banner>}
        <p>
          {schedule.employer} is to deduct <MoneyText amount={schedule.total} /> from{' '}
          {plural(schedule.members, 'member')} in {periodName(schedule.period)}. From now on the list stays as it is;
          changes go into the next month's.
        </p>
      </div>
    </Dialog>
  )
}
