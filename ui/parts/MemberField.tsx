import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { sentence } from '#ui/api/api-error.ts'
import { type FoundMember, choiceQueries } from './choices.ts'
import { Chips } from '#ui/Chips.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import type { FieldFrame } from '#ui/Field.tsx'
import { MemberNumber } from './MemberNumber.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

type Choosing = FieldFrame & { onlyActive?: boolean; autoFocus?: boolean }

/** Who was chosen, so that two people of one name are told apart before money moves. */
function Chosen({ member: { membershipno, phone, savings } }: { member: FoundMember }) {
  return (
    <>
      <MemberNumber membershipno={membershipno} />{' '}
      {fillElements(strings.phoneSavings, { phone: <span className="number">{phoneText(phone)}</span> })}{' '}
      {<MoneyText amount={savings} />}
    </>
  )
}

/** One member of the register, found by name, phone or number. `details` are said under each name, after the number. */
export function MemberField({
  onlyActive = false,
  except = [],
  selected,
  onSelect,
  details,
  hint,
  ...field
}: Choosing & {
  except?: readonly Pick<FoundMember, 'memberid'>[]
  selected: FoundMember | undefined
  onSelect: (member: FoundMember | undefined) => void
  details?: (member: FoundMember) => readonly string[]
}) {
  const [q, setQ] = useState('')
  const found = useQuery(choiceQueries.members(q, onlyActive))
  return (
    <Combobox
      {...field}
      hint={selected ? <Chosen member={selected} /> : hint}
      placeholder={strings.namePhoneOrNumber}
      options={found.data?.filter(({ memberid }) => !except.some((one) => one.memberid === memberid))}
      foundFor={found.isPending || found.isPlaceholderData ? undefined : q}
      onSearch={setQ}
      selected={selected}
      onSelect={onSelect}
      optionKey={({ memberid }) => memberid}
      optionText={nameOf}
      empty={
        found.isError
          ? sentence(found.error)
          : fill(strings.noMemberMatchesTryPart, { onlyActive: onlyActive ? 'active ' : '' })
      }
      renderOption={(member) => (
        <>
          <strong>{nameOf(member)}</strong> {details && <br />}
          <span className="muted">
            <span className="number">{member.membershipno}</span>
            {details?.(member).map((said) => (
              <Fragment key={said}>
                {' · '}
                <span className="number">{said}</span>
              </Fragment>
            ))}
          </span>
        </>
      )}
    />
  )
}

/** Several members, added one after the other. */
export function MembersField({
  chosen,
  onChange,
  ...field
}: Choosing & { chosen: readonly FoundMember[]; onChange: (chosen: readonly FoundMember[]) => void }) {
  return (
    <>
      <MemberField
        {...field}
        except={chosen}
        selected={undefined}
        onSelect={(member) => member && onChange([...chosen, member])}
      />
      <Chips
        label={strings.chosenMembers}
        items={chosen.map((member) => ({ key: member.memberid, text: nameOf(member) }))}
        onRemove={(key) => onChange(chosen.filter(({ memberid }) => memberid !== key))}
      />
    </>
  )
}

function nameOf({ firstName, lastName }: FoundMember): string {
  return `${firstName} ${lastName}`
}
