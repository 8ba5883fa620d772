import { useState } from 'react'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { createMember, updateMember } from '#features/members/members/member-changes.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ApiError, fieldErrors } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { toastThen } from '#ui/toast.ts'
import { ActivationSlip } from './ActivationSlip.tsx'
import { type Member, MemberForm } from './MemberForm.tsx'
import { SimilarMembers } from './SimilarMembers.tsx'
import { useSimilarMembers } from './register-api.ts'

/** A refusal that names no field of the form is told above it. */
function failureOf(error: Error | null, title: string) {
  return error && Object.keys(fieldErrors(error)).length === 0 ? { title, error } : undefined
}

const noRefusal: Record<string, string> = {}

type NewMember = Parsed<typeof createMember>

/** Registers a member, after a look whether the person is there already, and then shows the code to hand over. */
export function AddMemberDrawer({ onClose }: { onClose: () => void }) {
  const create = useAction(createMember)
  const similar = useSimilarMembers()
  const [registered, setRegistered] = useState<Replied<typeof createMember>>()
  const [round, setRound] = useState(0)
  const [sharesPhone, setSharesPhone] = useState(false)
  const forget = () => {
    similar.forget()
    setSharesPhone(false)
  }
  function again() {
    setRegistered(undefined)
    create.reset()
    forget()
    setRound(round + 1)
  }
  const add = (input: NewMember) => create.mutate(input, { onSuccess: setRegistered, onSettled: forget })
  const found = similar.found
  const owner = found?.members.find(({ why }) => why === 'phone')
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
            {found && (!owner || sharesPhone) ? (
              <Button
                look="primary"
                busy={create.isPending}
                onClick={() => add({ ...found.person, ...(owner && { sharesPhone }) })}
              >
                No, add as new
              </Button>
            ) : (
              <Button look="primary" type="submit" form="add-member" busy={create.isPending || similar.isLooking}>
                Add member
              </Button>
            )}
          </>
        )
      }
    >
      {registered ? (
        <ActivationSlip member={registered} />
      ) : (
        <>
          <MemberForm
            key={round}
            id="add-member"
            refusal={create.error ? fieldErrors(create.error) : noRefusal}
            failure={failureOf(create.error ?? similar.error, 'Failed to create member')}
            onEdit={forget}
            onSubmit={(input) => similar.look(input as NewMember, () => add(input as NewMember))}
          />
          {found && (
            <div className="similar stack" ref={intoView}>
              <SimilarMembers members={found.members} />
              {owner && (
                <Checkbox
                  label={`This number is also ${owner.name}’s, ${owner.membershipno.split('/').at(-1)}. They share one phone.`}
                  checked={sharesPhone}
                  onChange={setSharesPhone}
                />
              )}
              {sharesPhone && (
                <p className="muted">
                  The new member logs in with the membership number. {owner?.name} keeps logging in as before.
                </p>
              )}
            </div>
          )}
        </>
      )}
    </Drawer>
  )
}

/** What was found is at the end of a form that may be longer than the screen. */
function intoView(found: HTMLDivElement | null) {
  found?.scrollIntoView({ block: 'nearest' })
}

/** Changes a member. */
export function EditMemberDrawer({ member, onClose }: { member: Member; onClose: () => void }) {
  const update = useAction(updateMember)
  return (
    <Drawer
      open
      onClose={onClose}
      title={`Edit ${member.firstName} ${member.lastName}`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="edit-member" busy={update.isPending}>
          Save changes
        </CancelOr>
      }
    >
      <MemberForm
        id="edit-member"
        member={member}
        refusal={update.error ? fieldErrors(update.error) : noRefusal}
        isPhoneTaken={
          update.error instanceof ApiError && update.error.status === 409 && 'phone' in fieldErrors(update.error)
        }
        failure={failureOf(update.error, 'Failed to update member')}
        onSubmit={(input) => update.mutate(input as Parsed<typeof updateMember>, toastThen('Member updated', onClose))}
      />
    </Drawer>
  )
}
