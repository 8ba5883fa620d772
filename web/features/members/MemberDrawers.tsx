import { useState } from 'react'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { createMember, updateMember } from '#contract/members.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { ActivationSlip } from './ActivationSlip.tsx'
import { type Member, MemberForm } from './MemberForm.tsx'
import { useCreateMember, useUpdateMember } from './api.ts'

/** A refusal that names no field of the form is told above it. */
function failureOf(error: Error | null, title: string) {
  return error && Object.keys(fieldErrors(error)).length === 0 ? { title, message: sentence(error) } : undefined
}

const noRefusal: Record<string, string> = {}

/** Registers a member and then shows the code to hand over. */
export function AddMemberDrawer({ onClose }: { onClose: () => void }) {
  const create = useCreateMember()
  const [registered, setRegistered] = useState<Replied<typeof createMember>>()
  const [round, setRound] = useState(0)
  function again() {
    setRegistered(undefined)
    create.reset()
    setRound(round + 1)
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={registered ? 'Member registered' : 'Add member'}
      actions={
        registered ? (
          <>
            <Button onClick={again}>Add another</Button>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" form="add-member" busy={create.isPending}>
              Add member
            </Button>
          </>
        )
      }
    >
      {registered ? (
        <ActivationSlip member={registered} />
      ) : (
        <MemberForm
          key={round}
          id="add-member"
          refusal={create.error ? fieldErrors(create.error) : noRefusal}
          failure={failureOf(create.error, 'Failed to create member')}
          onSubmit={(input) => create.mutate(input as Parsed<typeof createMember>, { onSuccess: setRegistered })}
        />
      )}
    </Drawer>
  )
}

/** Changes a member. */
export function EditMemberDrawer({ member, onClose }: { member: Member; onClose: () => void }) {
  const update = useUpdateMember()
  return (
    <Drawer
      open
      onClose={onClose}
      title={`Edit ${member.firstName} ${member.lastName}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="edit-member" busy={update.isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <MemberForm
        id="edit-member"
        member={member}
        refusal={update.error ? fieldErrors(update.error) : noRefusal}
        failure={failureOf(update.error, 'Failed to update member')}
        onSubmit={(input) =>
          update.mutate(input as Parsed<typeof updateMember>, {
            onSuccess: () => {
              toast.success('Member updated')
              onClose()
            },
          })
        }
      />
    </Drawer>
  )
}
