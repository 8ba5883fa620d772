import { sentence } from '#ui/api/api-error.ts'
import { Banner } from './Banner.tsx'
import { Dialog, CancelOr } from './Dialog.tsx'
import { toast } from './toast.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

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
    toast.success(strings.paperRemoved)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={fill(strings.removeFileName2, { fileName })}
      description={strings.theFileIsDeletedFor}
      actions={
        <CancelOr onCancel={onClose} look="danger" busy={remove.isPending} onClick={() => onRemove(gone)}>
          {strings.removeThePaper}
        </CancelOr>
      }
    >
      {remove.error && (
        <Banner tone="danger" title={strings.thePaperWasNotRemoved}>
          {sentence(remove.error)}
        </Banner>
      )}
    </Dialog>
  )
}
