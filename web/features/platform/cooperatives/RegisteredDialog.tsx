import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import './RegisteredDialog.css'

/** The end of signing up: the Cooperative ID, which is to be written down. */
export function RegisteredDialog({ coopId, onContinue }: { coopId: string; onContinue: () => void }) {
  return (
    <Dialog
      open
      title="Registration Successful"
      actions={
        <Button look="primary" onClick={onContinue}>
          Continue to Login
        </Button>
      }
    >
      <p>
        Cooperative registered successfully! This is your Cooperative ID. Write it down: you can log in with it or with
        your phone number.
      </p>
      <p className="registered__id number">{coopId}</p>
    </Dialog>
  )
}
