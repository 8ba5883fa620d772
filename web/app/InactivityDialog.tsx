import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

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
      title="Are you still there?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLogout}>Logout</Button>
          <Button look="primary" onClick={onStay} autoFocus>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        Nothing has happened here for almost 30 minutes. To protect your cooperative you will be logged out in{' '}
        <strong className="number">{seconds === 1 ? '1 second' : `${seconds} seconds`}</strong>.
      </p>
    </Dialog>
  )
}
