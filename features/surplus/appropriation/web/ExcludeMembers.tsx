import { useState } from 'react'
import {
  exclusionReasonMax,
  exclusionReasonMin,
  type NamedExclusion,
  namedExclusionsMax,
} from '#features/surplus/appropriation/rules/exclusion.ts'
import type { FoundMember } from '#ui/parts/choices.ts'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { Chips } from '#ui/Chips.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'

/** A member who is excluded by name, and why. */
export type Excluded = { member: Pick<FoundMember, 'memberid' | 'firstName' | 'lastName'>; reason: string }

/** As a preview and a run are asked with them; nothing where none is. */
export function namedIn(excluded: readonly Excluded[]): { excludedByName?: NamedExclusion[] } {
  return excluded.length === 0
    ? {}
    : { excludedByName: excluded.map(({ member, reason }) => ({ memberId: member.memberid, reason })) }
}

/** Those who are excluded by name, each with the way to remove them. */
export function ExcludedChips({
  excluded,
  onChange,
}: {
  excluded: readonly Excluded[]
  onChange: (excluded: readonly Excluded[]) => void
}) {
  return (
    <Chips
      label="Excluded by name"
      items={excluded.map(({ member, reason }) => ({
        key: member.memberid,
        text: `${member.firstName} ${member.lastName}: ${reason}`,
      }))}
      onRemove={(key) => onChange(excluded.filter(({ member }) => member.memberid !== key))}
    />
  )
}

/** One more member who gets nothing of this dividend, with the reason that the member will read. */
export function ExcludeMemberDialog({
  excluded,
  onClose,
  onExclude,
}: {
  excluded: readonly Excluded[]
  onClose: () => void
  onExclude: (one: Excluded) => void
}) {
  const [member, setMember] = useState<FoundMember>()
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const said = reason.trim()
  const isFull = excluded.length >= namedExclusionsMax
  const problems: { member?: string; reason?: string } =
    tries === 0
      ? {}
      : {
          ...(isFull
            ? { member: `At most ${namedExclusionsMax} members can be excluded by name` }
            : !member && { member: 'Choose the member' }),
          ...(said.length < exclusionReasonMin && {
            reason: `Enter the reason, at least ${exclusionReasonMin} characters`,
          }),
        }
  const submit = () => {
    setTries(tries + 1)
    if (member && !isFull && said.length >= exclusionReasonMin) onExclude({ member, reason: said })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Exclude a member"
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="exclude-member">
          Exclude
        </CancelOr>
      }
    >
      <Form id="exclude-member" className="stack" onSubmit={submit} problems={tries || undefined}>
        <p>What this member would get is shared among the others.</p>
        <MemberField
          label="Member"
          except={excluded.map((each) => each.member)}
          selected={member}
          onSelect={setMember}
          error={problems.member}
        />
        <TextField
          label="Reason"
          hint="The member reads it with the dividend."
          maxLength={exclusionReasonMax}
          value={reason}
          onChange={setReason}
          error={problems.reason}
        />
      </Form>
    </Dialog>
  )
}
