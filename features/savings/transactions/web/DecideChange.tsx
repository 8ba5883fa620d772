import { Check, Undo2, X } from 'lucide'
import { rejectChangeRequest, approveChangeRequest } from '#features/access/change-requests/contract.ts'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { instantText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { askerOf, type Waiting } from './api.ts'

/** What an officer does who does not want the change: another one rejects it, who asked for it takes it back. */
const refusing = {
  rejects: {
    title: 'Reject this change?',
    start: 'Reject',
    icon: X,
    button: 'Reject the change',
    failed: 'The change was not rejected',
    done: 'Rejected. Nothing has changed.',
  },
  takesBack: {
    title: 'Take back this request?',
    start: 'Take back',
    icon: Undo2,
    button: 'Take back',
    failed: 'The request was not taken back',
    done: 'Request taken back. Nothing has changed.',
  },
}

/** A change that takes two officers: what is there and what would be, and what this officer can do with it. */
export function DecideChange({ change, onClose }: { change: Waiting; onClose: () => void }) {
  const approve = useAction(approveChangeRequest)
  const [isRefusing, setRefusing] = useState(false)
  const { changeRequestId, description, askedAt, opensToAsker, approvals, needs } = change
  if (!changeRequestId) return null
  const { start, icon, ...dialog } = approvals.isOwn ? refusing.takesBack : refusing.rejects
  if (isRefusing)
    return (
      <ReasonDialog
        endpoint={rejectChangeRequest}
        input={{ changeRequestId }}
        description={description}
        {...dialog}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={approvals.isOwn ? 'Your request' : 'Change by two officers'}
      actions={
        <>
          <Button
            needs={approvals.isOwn ? 'change.take_back' : needs}
            look="danger"
            icon={icon}
            onClick={() => setRefusing(true)}
          >
            {start}
          </Button>
          {approvals.open && (
            <Button
              needs={needs}
              look="primary"
              icon={Check}
              busy={approve.isPending}
              onClick={() =>
                approve.mutate(
                  { changeRequestId },
                  toastThen(
                    approvals.given.length + 1 < approvals.asked
                      ? 'Approved. It takes another approval.'
                      : 'Approved. The change is made.',
                    onClose,
                  ),
                )
              }
            >
              Approve the change
            </Button>
          )}
        </>
      }
    >
      <Facts
        items={[
          { label: 'Change', value: description },
          { label: 'Asked by', value: askerOf(change) },
          { label: 'Asked', value: instantText(askedAt) },
        ]}
      />
      {!approvals.open && <p className="muted">{whoApproves(approvals.isOwn, opensToAsker)}</p>}
      {approve.error && <RefusedBanner error={approve.error} title="Nothing was changed" />}
    </Dialog>
  )
}

function whoApproves(isOwn: boolean, opensToAsker: boolean): string {
  if (!isOwn)
    return opensToAsker
      ? 'Another officer has to approve this. After seven days without a decision, the officer who asked for it can.'
      : 'Another officer has to approve this.'
  return opensToAsker
    ? 'Another officer has to approve this. If it is not decided in seven days, you can approve it yourself.'
    : 'Another officer has to approve this. If they never answer, ask for the end of their office: you can approve that yourself after seven days.'
}
