import type { Replied } from '#core/contract/endpoint.ts'
import type { uploadEmployees } from '#features/payroll/employers/contract.ts'
import { FileDialog } from '#ui/FileDialog.tsx'
import { plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Employer } from './api.ts'
import { useUploadEmployees } from './files-api.ts'

/** Assigns a whole list at once, all or none. */
export function EmployeesFileDialog({ employer, onClose }: { employer: Employer; onClose: () => void }) {
  const send = useUploadEmployees(employer.id)
  const done = ({ assigned, leftOut }: Replied<typeof uploadEmployees>) => {
    const rows = leftOut.map(({ row, text }) => `${row} (${text})`)
    toast.success(
      `${plural(assigned, 'member')} assigned${rows.length > 0 ? `. Left out: ${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, 5).join(', ')}${rows.length > 5 ? ' and more' : ''}` : ''}`,
    )
    onClose()
  }
  return (
    <FileDialog
      title="Assign from a file"
      description={`Who works at ${employer.name}. A member of another employer moves here.`}
      choose="Drop the file here or choose it"
      hint="Excel (.xlsx) or CSV with the columns Membership number and Staff number; Shares and From if wanted"
      failed="No member was assigned"
      sending={send.isPending ? send.variables : undefined}
      error={send.error}
      onFile={(file) => send.mutate(file, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
