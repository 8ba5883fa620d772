import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Asks before something is no longer offered. */
export function RetireDialog({
  name,
  description,
  onRetire,
  onClose,
}: {
  /** Of what is to be retired; closed without one. */
  name: string | undefined
  description: string
  onRetire: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={name !== undefined}
      onClose={onClose}
      title={`Retire ${name ?? ''}?`}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            onClick={() => {
              onRetire()
              onClose()
            }}
          >
            {`Retire ${name ?? ''}`}
          </Button>
        </>
      }
    />
  )
}
