import { Download } from 'lucide'
import { downloadRowsToCorrect } from '#features/society/imports/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { useWork } from '#ui/api/use-work.ts'
import { Button } from '#ui/Button.tsx'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import type { Import } from './api.ts'

/** The rows with problems as a file to correct and upload again. */
export function RowsToCorrect({ found, size }: { found: Import; size?: 'small' }) {
  const file = useWork(() => saveDownload(downloadRowsToCorrect, { importId: found.id }, 'rows to correct.xlsx'))
  return (
    <Button
      icon={Download}
      {...(size && { size })}
      busy={file.isPending}
      onClick={() => file.mutate(undefined, { onError: (error) => toast.error(sentence(error)) })}
    >
      Download rows to correct
    </Button>
  )
}
