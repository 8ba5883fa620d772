import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FoundMember, choiceQueries } from '#web/api/choices.ts'
import { Chips } from './Chips.tsx'
import { Combobox } from './Combobox.tsx'
import type { FieldFrame } from './Field.tsx'

type Choosing = FieldFrame & { onlyActive?: boolean; autoFocus?: boolean }

/** One member of the register, found by name, phone or number. `detail` says more under each name than the number. */
export function MemberField({
  onlyActive = false, except = [], selected, onSelect, detail, ...field
}: Choosing & {
  except?: readonly FoundMember[]
  selected: FoundMember | undefined
  onSelect: (member: FoundMember | undefined) => void
  detail?: (member: FoundMember) => string
}) {
  const [q, setQ] = useState('')
  const found = useQuery(choiceQueries.members(q, onlyActive))
  return (
    <Combobox
      {...field}
      placeholder="Name, phone or number"
      options={found.data?.filter(({ memberid }) => !except.some((one) => one.memberid === memberid))}
      searching={found.isFetching}
      onSearch={setQ}
      selected={selected}
      onSelect={onSelect}
      optionKey={({ memberid }) => memberid}
      optionText={nameOf}
      empty={`No ${onlyActive ? 'active ' : ''}member matches. Try part of a name or the last digits of a phone.`}
      renderOption={(member) => (
        <>
          <strong>{nameOf(member)}</strong> {detail && <br />}
          <span className="muted number">
            {member.membershipno}
            {detail && ` · ${detail(member)}`}
          </span>
        </>
      )}
    />
  )
}

/** Several members, added one after the other. */
export function MembersField({ chosen, onChange, ...field }: Choosing & { chosen: readonly FoundMember[]; onChange: (chosen: readonly FoundMember[]) => void }) {
  return (
    <>
      <MemberField {...field} except={chosen} selected={undefined} onSelect={(member) => member && onChange([...chosen, member])} />
      <Chips label="Chosen members" items={chosen.map((member) => ({ key: member.memberid, text: nameOf(member) }))} onRemove={(key) => onChange(chosen.filter(({ memberid }) => memberid !== key))} />
    </>
  )
}

function nameOf({ firstName, lastName }: FoundMember): string {
  return `${firstName} ${lastName}`
}
