import { X } from 'lucide'
import { useState } from 'react'
import { sentence } from '#ui/api/api-error.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { TextField } from '#ui/TextField.tsx'
import './GuarantorsField.css'
import { type Person, lookUpGuarantor, personOf } from './people-api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * The guarantors so far and the way to name another: an officer searches the register, a member gives the whole
 * number or phone of somebody who has agreed to guarantee the loan.
 */
export function GuarantorsField({
  officer,
  guarantors,
  required,
  error,
  onChange,
}: {
  officer: boolean
  guarantors: readonly Person[]
  required: number
  error: string | undefined
  onChange: (guarantors: Person[]) => void
}) {
  const add = (person: Person) =>
    onChange([...guarantors.filter(({ memberId }) => memberId !== person.memberId), person])
  const hint =
    required === 0
      ? strings.noneIsRequired
      : fillCount(required, strings.requiredNamed, { guarantors: guarantors.length })
  return (
    <>
      {officer ? (
        <MemberField
          label={strings.guarantors}
          onlyActive
          hint={hint}
          error={error}
          selected={undefined}
          onSelect={(member) => member && add(personOf(member))}
        />
      ) : (
        <LookUpGuarantor hint={hint} error={error} onFound={add} />
      )}
      {guarantors.length > 0 && (
        <ul className="guarantors" aria-label={strings.guarantorsNamed}>
          {guarantors.map((person) => (
            <li key={person.memberId}>
              <span>
                {person.name} <span className="muted number">{person.membershipno}</span>
              </span>
              <IconButton
                icon={X}
                label={fill(strings.removeName, { name: person.name })}
                onClick={() => onChange(guarantors.filter(({ memberId }) => memberId !== person.memberId))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Adding = { hint: string; error: string | undefined; onFound: (person: Person) => void }

function LookUpGuarantor({ hint, error, onFound }: Adding) {
  const [named, setNamed] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function find() {
    if (named.trim() === '') return setProblem(strings.enterAMembershipNumberOr)
    setBusy(true)
    try {
      const person = await lookUpGuarantor(named.trim())
      setProblem(person ? undefined : strings.noActiveMemberHasThis)
      if (person) {
        onFound(person)
        setNamed('')
      }
    } catch (thrown) {
      setProblem(sentence(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="guarantor-look-up">
      <TextField
        label={strings.guarantors}
        hint={fill(strings.membershipNumberOrPhoneOf, { hint })}
        value={named}
        error={problem ?? error}
        onChange={(text) => {
          setNamed(text)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter adds the guarantor; it does not send the application.
          event.preventDefault()
          void find()
        }}
      />
      <Button busy={busy} onClick={() => void find()}>
        {strings.add}
      </Button>
    </div>
  )
}
