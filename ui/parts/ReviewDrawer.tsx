import { Check, X } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'

/** What somebody asks the officers for, and the decision. A reason to decline reaches who asked. */
export function ReviewDrawer<Declining extends Endpoint>({
  title,
  noun,
  isOpen,
  approval,
  decline: { endpoint, input, hint, done },
  before,
  children,
  onClose,
}: {
  title: string
  /** What it is called, such as "request". */
  noun: string
  /** It waits, and this officer may decide. */
  isOpen: boolean
  /** `failed` stands above a refusal. */
  approval: { label: string; failed: string; error: Error | null; isPending: boolean; approve: () => void }
  decline: {
    endpoint: Declining
    /** All that it is told but the reason. */
    input: Omit<Parsed<Declining>, 'reason'>
    /** Who reads the reason. */
    hint: ReactNode
    done: string
  }
  /** Above the form in which the reason is given. */
  before?: ReactNode
  children: ReactNode
  onClose: () => void
}) {
  const declining = useAction(endpoint)
  const [asksReason, setAsksReason] = useState(false)
  const [reason, setReason] = useState('')
  const refused = fieldErrors(declining.error)['reason']
  const error = approval.error ?? (refused ? null : declining.error)
  return (
    <Drawer
      open
      onClose={onClose}
      title={title}
      actions={
        !isOpen ? (
          <Button onClick={onClose}>Close</Button>
        ) : asksReason ? (
          <>
            <Button onClick={() => setAsksReason(false)}>Back</Button>
            <Button look="danger" type="submit" form="decline" busy={declining.isPending}>
              Decline and tell the reason
            </Button>
          </>
        ) : (
          <>
            <Button icon={X} onClick={() => setAsksReason(true)}>
              Decline
            </Button>
            <Button look="primary" icon={Check} busy={approval.isPending} onClick={approval.approve}>
              {approval.label}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {error && (
          <RefusedBanner error={error} title={approval.error ? approval.failed : `The ${noun} was not declined`} />
        )}
        {before}
        {asksReason && (
          <Form
            id="decline"
            className="stack"
            problems={declining.error}
            onSubmit={() =>
              declining.mutate(
                { ...input, reason: reason.trim() } as unknown as Parsed<Declining>,
                toastThen(done, onClose),
              )
            }
          >
            <TextAreaField
              label="Reason"
              name="reason"
              maxLength={300}
              rows={3}
              data-autofocus
              hint={hint}
              value={reason}
              onChange={setReason}
              error={refused}
            />
          </Form>
        )}
        {children}
      </div>
    </Drawer>
  )
}
