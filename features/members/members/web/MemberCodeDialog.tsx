import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { MemberCode } from './MemberCode.tsx'

/** The code that a cashier scans to record a contribution of the member. */
export function MemberCodeDialog({ memberId, name, onClose }: { memberId: string; name: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Payment code"
      description={`An officer who scans it records a contribution of ${name}. ${name} pays online with it.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <MemberCode memberId={memberId} name={name} />
    </Dialog>
  )
}
