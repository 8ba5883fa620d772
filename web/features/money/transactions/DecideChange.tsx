import { Check, X } from 'lucide'
import { rejectChangeRequest, approveChangeRequest } from '#contract/access/change-requests.ts'
import { useState } from 'react'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { instantText } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
import { askerOf, type Waiting } from './api.ts'

/** A change that takes two officers, before another one than who asked for it: what is now, what would be, approve or reject. */
export function DecideChange({ change, onClose }: { change: Waiting; onClose: () => void }) {
  const [approve, reject] = [useAction(approveChangeRequest), useAction(rejectChangeRequest)]
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const { changeRequestId, description, askedAt, opensToAsker, approvals, needs } = change
  if (!changeRequestId) return null
  const done = (words: string) => toastThen(words, onClose)
  const error = approve.error ?? reject.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={isRejecting ? 'Reject this change?' : 'Change by two officers'}
      actions={
        isRejecting ? (
          <Button
            needs={needs}
            look="danger"
            icon={X}
            busy={reject.isPending}
            onClick={() => reject.mutate({ changeRequestId, reason }, done('Rejected. Nothing has changed.'))}
          >
            Reject the change
          </Button>
        ) : (
          <>
            <Button needs={needs} look="danger" icon={X} onClick={() => setRejecting(true)}>
              Reject
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
                    done(
                      approvals.given.length + 1 < approvals.asked
                        ? 'Approved. It takes another approval.'
                        : 'Approved. The change is made.',
                    ),
                  )
                }
              >
                Approve the change
              </Button>
            )}
          </>
        )
      }
    >
      <Facts
        items={[
          { label: 'Change', value: description },
          { label: 'Asked by', value: askerOf(change) },
          { label: 'Asked', value: instantText(askedAt) },
        ]}
      />
      {!approvals.open && !isRejecting && (
        <p className="muted">{`Another officer has to approve this.${opensToAsker ? ' After seven days without a decision, whoever asked for it can.' : ' If they never answer, ask for the end of their office: that you can approve after seven days.'}`}</p>
      )}
      {isRejecting && (
        <TextAreaField
          label="Reason"
          required
          value={reason}
          onChange={setReason}
          error={fieldErrors(reject.error)['reason']}
        />
      )}
      {error && !('reason' in fieldErrors(error)) && <RefusedBanner error={error} title="Nothing was changed" />}
    </Dialog>
  )
}
