import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { changeMemberStatuses } from '#features/members/register/contract.ts'
import type { settableStatuses } from '#features/members/members/rules/member.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { Link } from '#ui/router/Link.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Chosen } from './register-api.ts'

type Outcome = Replied<typeof changeMemberStatuses>
type Status = (typeof settableStatuses)[number]

const whyStayed = {
  has_loan: 'A loan is approved or runs. Cancel it or settle it first.',
  has_left: 'Has left. Readmit them on their own page.',
  in_office: 'Holds an office. Change the status on their own page.',
}

/** Makes members active or inactive with a reason, and names those who stay as they are. */
export function StatusDialog({
  chosen,
  who,
  usual = 'inactive',
  onClose,
  onDone,
}: {
  chosen: Chosen
  who: string
  usual?: Status
  onClose: () => void
  onDone?: () => void
}) {
  const [status, setStatus] = useState<Status>(usual)
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const change = useAction(changeMemberStatuses)
  const problem = reason.trim() === '' ? 'Give the reason' : undefined
  function close() {
    onClose()
    if (outcome) onDone?.()
  }
  function submit() {
    setTries(tries + 1)
    if (problem) return
    change.mutate(
      { members: chosen.members, status, reason: reason.trim() },
      {
        onSuccess: (reply) => {
          if (reply.refused.length > 0) return setOutcome(reply)
          toast.success(`${plural(reply.changed, 'member')} made ${status}`)
          onClose()
          onDone?.()
        },
      },
    )
  }
  if (outcome) {
    return (
      <Dialog
        open
        onClose={close}
        title={`${plural(outcome.changed, 'member')} made ${status}`}
        actions={
          <Button look="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <div className="stack">
          <Banner
            tone="warning"
            title={`${plural(outcome.refused.length, 'member')} stayed ${status === 'inactive' ? 'active' : 'inactive'}`}
          />
          <ul className="stack" aria-label={`Members who stayed ${status === 'inactive' ? 'active' : 'inactive'}`}>
            {outcome.refused.map(({ memberId, membershipno, name, why }) => (
              <li key={memberId}>
                <Link to="/coop/member/$memberId" params={{ memberId }}>
                  {name}
                </Link>{' '}
                <span className="muted number">{membershipno}</span>
                <br />
                {whyStayed[why]}
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={close}
      title={`Change the status of ${who}`}
      description="Inactive members owe no further contributions and take no payments. What they have stays theirs."
      actions={
        <CancelOr onCancel={close} look="primary" type="submit" form="member-status" busy={change.isPending}>
          {status === 'inactive' ? 'Make inactive' : 'Make active'}
        </CancelOr>
      }
    >
      <Form
        id="member-status"
        className="stack"
        problems={tries > 0 && problem ? tries : change.error}
        onSubmit={submit}
      >
        {change.error && <RefusedBanner error={change.error} title="No status was changed" />}
        <Select
          label="Status"
          value={status}
          options={[
            { value: 'inactive', label: 'Inactive' },
            { value: 'active', label: 'Active' },
          ]}
          onChange={(next) => next && setStatus(next)}
        />
        <TextField
          label="Reason"
          maxLength={300}
          autoComplete="off"
          value={reason}
          onChange={setReason}
          error={tries > 0 ? (problem ?? fieldErrors(change.error)['reason']) : undefined}
        />
      </Form>
    </Dialog>
  )
}
