import { ApiError, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { Employer } from './api.ts'
import { useUploadEmployees } from './files-api.ts'

/** Assigns a whole list at once, all or none. */
export function EmployeesFileDialog({ employer, onClose }: { employer: Employer; onClose: () => void }) {
  const send = useUploadEmployees(employer.id)
  const problems = send.error instanceof ApiError ? [...new Set(send.error.errors.map(({ message }) => message))] : []
  const done = ({ assigned }: { assigned: number }) => {
    toast.success(`${plural(assigned, 'member')} assigned`)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Assign from a file" description={`Who works at ${employer.name}. A member of another employer moves here.`} actions={<Button onClick={onClose}>Cancel</Button>}>
      <div className="stack">
        {send.error && (
          <Banner tone="danger" title="Nobody was assigned">
            {problems.length > 1 ? (
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : (
              sentence(send.error)
            )}
          </Banner>
        )}
        <FileDrop
          label={send.isPending ? `Reading ${send.variables.name} …` : 'Drop the file here or choose it'}
          hint="Excel (.xlsx) or CSV with the columns Membership number and Staff number; Shares and From if wanted"
          accept=".xlsx,.csv"
          busy={send.isPending}
          onFile={(file) => send.mutate(file, { onSuccess: done })}
        />
      </div>
    </Dialog>
  )
}
