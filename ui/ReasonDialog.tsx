import { type ReactNode, useState } from 'react'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { CallReply } from '#ui/api/call.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from './RefusedBanner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { TextAreaField } from './TextField.tsx'
import { toast } from './toast.ts'
import * as strings from './strings.ts'

/** Asks for the reason of an action that a person has to give account of, and does it. */
export function ReasonDialog<E extends Endpoint>({
  endpoint,
  input,
  title,
  description,
  button,
  look = 'danger',
  keep = strings.cancel,
  waits = false,
  failed,
  done,
  fields,
  onClose,
}: {
  endpoint: E
  /** All that the action is told but the reason. */
  input: Omit<Parsed<E>, 'reason'>
  title: string
  description: ReactNode
  button: string
  look?: 'danger' | 'primary'
  /** The way out. */
  keep?: string
  /** Another officer has to approve it first. */
  waits?: boolean
  /** What to say above a refusal, and once it is done where the screen does not show it. */
  failed: string
  done?: string | ((reply: CallReply<E>) => string)
  /** What is asked for beside the reason. */
  fields?: (refused: Record<string, string>) => ReactNode
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const action = useAction(endpoint)
  const refused = fieldErrors(action.error)
  const error = missing ? strings.giveTheReason : refused['reason']
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    action.mutate({ ...input, reason: given } as unknown as Parsed<E>, {
      onSuccess: (reply) => {
        if (done) toast.success(typeof done === 'string' ? done : done(reply))
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button look={look} type="submit" form="reason" busy={action.isPending}>
            {waits ? strings.sendForApproval : button}
          </Button>
        </>
      }
    >
      <Form id="reason" className="stack" onSubmit={submit} problems={missing || action.error}>
        {action.error && !error && <RefusedBanner error={action.error} title={failed} />}
        <TextAreaField
          label={strings.reason}
          name="reason"
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={error}
          data-autofocus
        />
        {fields?.(refused)}
      </Form>
    </Dialog>
  )
}
