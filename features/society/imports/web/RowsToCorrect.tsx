import { Download } from 'lucide'
import { downloadRowsToCorrect } from '#features/society/imports/contract.ts'
import { sentence } from '#web/api/api-error.ts'
import { useWork } from '#web/api/use-work.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveDownload } from '#web/ui/save-download.ts'
import { toast } from '#web/ui/toast.ts'
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
