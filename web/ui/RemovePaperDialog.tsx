import { sentence } from '#web/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { Dialog, CancelOr } from './Dialog.tsx'
import { toast } from './toast.ts'

type Removing = { isPending: boolean; error: Error | null }

/** Asks before a file is deleted. `onRemove` gets what is to be done once it is gone. */
export function RemovePaperDialog({
  fileName,
  remove,
  onRemove,
  onClose,
}: {
  fileName: string
  remove: Removing
  onRemove: (gone: () => void) => void
  onClose: () => void
}) {
  const gone = () => {
    toast.success('Paper removed')
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${fileName}?`}
      description="The file is deleted for good. A line stays that says who removed it."
      actions={
        <CancelOr onCancel={onClose} look="danger" busy={remove.isPending} onClick={() => onRemove(gone)}>
          Remove the paper
        </CancelOr>
      }
    >
      {remove.error && (
        <Banner tone="danger" title="The paper was not removed">
          {sentence(remove.error)}
        </Banner>
      )}
    </Dialog>
  )
}
