import { useState } from 'react'
import { recordTexts } from '#features/members/members/rules/record-texts.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Fold } from '#ui/Fold.tsx'
import { TextField } from '#ui/TextField.tsx'

/** The fields of a member that are typed as text. */
export const textNames = [
  'firstName',
  'lastName',
  'phone',
  'otherPhone',
  'registrationDate',
  ...recordTexts,
  'dateOfBirth',
  'gender',
  'maritalStatus',
  'employmentStatus',
  'nomineeFirstName',
  'nomineeLastName',
  'nomineePhone',
  'nomineeEmail',
  'nomineeAddress',
  'nomineeRelationship',
] as const
export type TextName = (typeof textNames)[number]
export type MemberTexts = Record<TextName, string>

/** What a text field of the form needs: its value, what is wrong with it, and what to do when it changes or is left. */
export type FieldOf = (name: TextName) => {
  value: string
  error: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

const parts = ['FirstName', 'LastName', 'Phone', 'Relationship', 'Email', 'Address'] as const

function nomineeFromNextOfKin(texts: MemberTexts): Partial<MemberTexts> {
  return Object.fromEntries(parts.map((part) => [`nominee${part}`, texts[`nextOfKin${part}`]]))
}

/** Next of kin and nominee; no one types the same person twice. */
export function PersonFields({
  texts,
  field,
  onChange,
}: {
  texts: MemberTexts
  field: FieldOf
  onChange: (changes: Partial<MemberTexts>) => void
}) {
  const isSame =
    texts.nextOfKinFirstName !== '' && parts.every((part) => texts[`nextOfKin${part}`] === texts[`nominee${part}`])
  const [same, setSame] = useState(isSame)
  const kin: FieldOf = (name) => ({
    ...field(name),
    onChange: (text) => {
      field(name).onChange(text)
      if (same) onChange({ [name]: text, [name.replace('nextOfKin', 'nominee')]: text })
    },
  })
  return (
    <>
      <Fold title="Next of kin" open={parts.some((part) => field(`nextOfKin${part}`).error)}>
        <OnePerson prefix="nextOfKin" field={kin} />
      </Fold>
      <Fold
        title="Nominee"
        note="receives the balance on death"
        open={parts.some((part) => field(`nominee${part}`).error)}
      >
        <Checkbox
          label="Use next of kin as nominee"
          checked={same}
          onChange={(next) => {
            setSame(next)
            if (next) onChange(nomineeFromNextOfKin(texts))
          }}
        />
        {!same && <OnePerson prefix="nominee" field={field} />}
      </Fold>
    </>
  )
}

function OnePerson({ prefix, field }: { prefix: 'nextOfKin' | 'nominee'; field: FieldOf }) {
  const of = (part: (typeof parts)[number]) => field(`${prefix}${part}`)
  return (
    <>
      <div className="columns">
        <TextField label="First name" optional autoComplete="off" {...of('FirstName')} />
        <TextField label="Last name" optional autoComplete="off" {...of('LastName')} />
      </div>
      <div className="columns">
        <TextField label="Phone" optional type="tel" inputMode="tel" autoComplete="off" {...of('Phone')} />
        <TextField
          label="Relationship"
          optional
          placeholder="wife, brother, daughter …"
          autoComplete="off"
          {...of('Relationship')}
        />
      </div>
      <TextField label="Email" optional type="email" autoComplete="off" {...of('Email')} />
      <TextField label="Address" optional autoComplete="off" {...of('Address')} />
    </>
  )
}
