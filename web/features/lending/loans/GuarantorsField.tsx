import { X } from 'lucide'
import { useState } from 'react'
import { sentence } from '#web/api/api-error.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { MemberField } from '#web/parts/MemberField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import './GuarantorsField.css'
import { type Person, lookUpGuarantor, personOf } from './people-api.ts'

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
      ? 'None is required'
      : `${required} ${required === 1 ? 'is' : 'are'} required, ${guarantors.length} named`
  return (
    <>
      {officer ? (
        <MemberField
          label="Guarantors"
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
        <ul className="guarantors" aria-label="Guarantors named">
          {guarantors.map((person) => (
            <li key={person.memberId}>
              <span>
                {person.name} <span className="muted number">{person.membershipno}</span>
              </span>
              <IconButton
                icon={X}
                label={`Remove ${person.name}`}
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
    if (named.trim() === '') return setProblem('Enter a membership number or a phone number')
    setBusy(true)
    try {
      const person = await lookUpGuarantor(named.trim())
      setProblem(person ? undefined : 'No active member has this number. Ask them for it and write it whole.')
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
        label="Guarantors"
        hint={`Membership number or phone of a member who agreed to guarantee your loan. ${hint}`}
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
        Add
      </Button>
    </div>
  )
}
