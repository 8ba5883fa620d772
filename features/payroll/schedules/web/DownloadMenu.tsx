import { Download } from 'lucide'
import { sentence } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import type { Schedule } from './api.ts'
import { useDownloadSchedule } from './files-api.ts'

/** The list that is looked at, as a file in the employer's columns. */
export function DownloadMenu({ schedule, list }: { schedule: Schedule; list: 'schedule' | 'variations' }) {
  const file = useDownloadSchedule()
  const save = (format: 'xlsx' | 'csv') =>
    file.mutate({ scheduleId: schedule.id, list, format }, { onError: (error) => toast.error(sentence(error)) })
  return (
    <Menu
      label="Download"
      trigger={(props) => (
        <Button icon={Download} busy={file.isPending} {...props}>
          Download
        </Button>
      )}
      items={[
        { label: list === 'variations' ? 'Variations as Excel' : 'Schedule as Excel', onSelect: () => save('xlsx') },
        { label: list === 'variations' ? 'Variations as CSV' : 'Schedule as CSV', onSelect: () => save('csv') },
      ]}
    />
  )
}
