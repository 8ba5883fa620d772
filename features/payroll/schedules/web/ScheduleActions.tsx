import { rebuildSchedule } from '#features/payroll/schedules/contract.ts'
import { RefreshCw } from 'lucide'
import { sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import type { Schedule } from './api.ts'

/** Draws up again what was not sent yet, and saves the list that is looked at. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const rebuild = useAction(rebuildSchedule)
  const { filter } = useListSearch()
  return (
    <>
      {schedule.state === 'draft' && (
        <Button
          needs="deduction.manage"
          icon={RefreshCw}
          busy={rebuild.isPending}
          onClick={() =>
            rebuild.mutate(
              { scheduleId: schedule.id },
              { onSuccess: () => toast.success('Created again'), onError: (error) => toast.error(sentence(error)) },
            )
          }
        >
          Create again
        </Button>
      )}
      <DownloadMenu schedule={schedule} list={filter('tab') === 'variations' ? 'variations' : 'schedule'} />
    </>
  )
}
