import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import './RegisteredDialog.css'
import * as strings from './strings.ts'

/** The end of signing up: the Cooperative ID, which is to be written down. */
export function RegisteredDialog({ coopId, onContinue }: { coopId: string; onContinue: () => void }) {
  return (
    <Dialog
      open
      title={strings.registrationSuccessful}
      actions={
        <Button look="primary" onClick={onContinue}>
          {strings.continueToLogin}
        </Button>
      }
    >
      <p>{strings.cooperativeRegisteredSuccessfullyThisIs}</p>
      <p className="registered__id number">{coopId}</p>
    </Dialog>
  )
}
