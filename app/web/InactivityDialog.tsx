import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

export function InactivityDialog({
  millisecondsLeft,
  onStay,
  onLogout,
}: {
  millisecondsLeft: number
  onStay: () => void
  onLogout: () => void
}) {
  const seconds = Math.max(0, Math.ceil(millisecondsLeft / 1000))
  return (
    <Dialog
      open
      title={strings.areYouStillThere}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLogout}>{strings.logout}</Button>
          <Button look="primary" onClick={onStay} autoFocus>
            {strings.staySignedIn}
          </Button>
        </>
      }
    >
      <p>
        {strings.nothingHasHappenedHereFor}{' '}
        <strong className="number">{fillCount(seconds, strings.countSecond)}</strong>.
      </p>
    </Dialog>
  )
}
