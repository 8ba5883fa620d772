import { useState } from 'react'
import { decideErasure } from '#features/members/data-protection/contract.ts'
import { erasureRefusals } from '#core/privacy-notice.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Select } from '#ui/Select.tsx'
import { renamePage } from '#ui/page-title.ts'
import { TextAreaField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { ErasureRequest } from './api.ts'

/** Erases a member who asked, or tells them why not. */
export function DecideErasure({ request, onClose }: { request: ErasureRequest; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const decide = useAction(decideErasure)
  const { id: requestId, memberId, memberName, obstacles } = request
  const isBlocked = obstacles.length > 0
  const errors = fieldErrors(decide.error)
  const settle = (decision: 'refuse' | 'erase') =>
    decide.mutate(
      { requestId, decision, reason: decision === 'refuse' ? reason.trim() : null },
      {
        onSuccess: () => {
          if (decision === 'erase') renamePage(`/coop/member/${memberId}`, 'Former member')
          toast.success(decision === 'erase' ? 'The person was erased' : 'The member is told why not')
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Erase ${memberName}?`}
      description="Name, phone, email, address, birth, relatives, papers and login go, for ever. The books and vouchers stay under a pseudonym, with every figure as it is."
      actions={
        <>
          <Button busy={decide.isPending && decide.variables?.decision === 'refuse'} onClick={() => settle('refuse')}>
            Refuse
          </Button>
          <Button
            look="danger"
            disabled={isBlocked}
            busy={decide.isPending && decide.variables?.decision === 'erase'}
            onClick={() => settle('erase')}
          >
            {`Erase ${memberName}`}
          </Button>
        </>
      }
    >
      <div className="stack">
        {decide.error && !errors['reason'] && <RefusedBanner error={decide.error} title="Nothing was changed" />}
        {request.letter && (
          <p>
            By a letter of <DateText on={request.letter.writtenOn} />, recorded by {request.letter.recordedBy}.
          </p>
        )}
        {request.reason && <p>“{request.reason}”</p>}
        {isBlocked && (
          <Banner tone="warning" title="This member can’t be erased yet">
            <ul>
              {obstacles.map((obstacle) => (
                <li key={obstacle}>{obstacle}</li>
              ))}
            </ul>
          </Banner>
        )}
        <Select
          label="Ready sentences"
          optional
          value=""
          placeholder="Choose one to begin with"
          onChange={setReason}
          options={erasureRefusals.map((text) => ({ value: text, label: text }))}
        />
        <TextAreaField
          label="Reason for rejecting"
          hint={request.letter ? 'Answer the letter with it.' : 'The member reads it.'}
          value={reason}
          onChange={setReason}
          maxLength={500}
          rows={3}
          error={errors['reason']}
        />
      </div>
    </Dialog>
  )
}
