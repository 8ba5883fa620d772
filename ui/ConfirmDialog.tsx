import type { ComponentProps, ReactNode } from 'react'
import { CancelOr, Dialog } from './Dialog.tsx'
import { RefusedBanner } from './RefusedBanner.tsx'

/** Asks once more before something is done, and stays with the refusal where it is not. */
export function ConfirmDialog({
  action,
  title,
  description,
  button,
  look = 'primary',
  failed,
  onConfirm,
  onClose,
}: {
  action: { error: Error | null; isPending: boolean }
  title: string
  description: ReactNode
  button: ReactNode
  look?: ComponentProps<typeof CancelOr>['look']
  /** What to say above a refusal. */
  failed: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <CancelOr onCancel={onClose} look={look} busy={action.isPending} onClick={onConfirm}>
          {button}
        </CancelOr>
      }
    >
      {action.error && <RefusedBanner error={action.error} title={failed} />}
    </Dialog>
  )
}
