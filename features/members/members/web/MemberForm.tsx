import { Fragment, useState } from 'react'
import { createMember, updateMember } from '#features/members/members/member-changes.ts'
import { personTextNames, personTexts } from '#features/members/members/rules/record-texts.ts'
import type { Kobo } from '#core/money.ts'
import { type Phone, phoneFrom } from '#core/phone.ts'
import type { Endpoint, Parsed, Replied } from '#core/contract/endpoint.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { buildRequest } from '#ui/api/build-request.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { useEdits } from '#ui/use-edits.ts'
import { GenderSelect } from './GenderSelect.tsx'
import { type FieldOf, type MemberTexts, type TextName, PersonFields, textNames } from './PersonFields.tsx'

export type Member = Replied<typeof createMember> | Replied<typeof updateMember>

const personNames: readonly TextName[] = [
  'title',
  ...personTextNames,
  'formerNumber',
  'email',
  'address',
  'dateOfBirth',
  'gender',
  'maritalStatus',
  'employmentStatus',
]

function textsOf(member: Member | undefined): MemberTexts {
  const known = member as Partial<Record<TextName, string | null>> | undefined
  return Object.fromEntries(textNames.map((name) => [name, known?.[name] ?? ''])) as MemberTexts
}

function typedPhone(text: string): Phone {
  return (phoneFrom(text) ?? text.trim()) as Phone
}

/** A new member: what was filled in, nothing else. */
export function newMemberOf(texts: MemberTexts, monthly: Kobo | undefined): Parsed<typeof createMember> {
  const given = Object.fromEntries(
    textNames.flatMap((name) => (texts[name].trim() === '' ? [] : [[name, texts[name].trim()]])),
  )
  return {
    ...given,
    phone: texts.phone.trim() === '' ? null : typedPhone(texts.phone),
    ...(given['otherPhone'] === undefined ? {} : { otherPhone: typedPhone(texts.otherPhone) }),
    ...(monthly === undefined ? {} : { monthlyContributions: monthly }),
  } as Parsed<typeof createMember>
}

/** Only what differs from the member as known; an emptied field is sent as null. */
export function changesOf(
  member: Member,
  texts: MemberTexts,
  monthly: Kobo | undefined,
  sharesPhone = false,
): Parsed<typeof updateMember> {
  const before = textsOf(member)
  const changed = textNames.filter((name) => name !== 'registrationDate' && texts[name].trim() !== before[name])
  const required: readonly TextName[] = ['firstName', 'lastName', 'gender', 'maritalStatus', 'employmentStatus']
  const fields = Object.fromEntries(
    changed.map((name) => [name, texts[name].trim() === '' && !required.includes(name) ? null : texts[name].trim()]),
  )
  return {
    id: member.memberid,
    ...fields,
    ...(changed.includes('phone')
      ? { phone: texts.phone.trim() === '' ? null : typedPhone(texts.phone), ...(sharesPhone && { sharesPhone }) }
      : {}),
    ...(changed.includes('otherPhone') && texts.otherPhone.trim() !== ''
      ? { otherPhone: typedPhone(texts.otherPhone) }
      : {}),
    ...((monthly ?? 0n) === member.monthlyContributions ? {} : { monthlyContributions: monthly ?? (0n as Kobo) }),
  } as Parsed<typeof updateMember>
}

function problemsOf(endpoint: Endpoint, input: Record<string, unknown>): Record<string, string> {
  try {
    buildRequest(endpoint, input)
    return {}
  } catch (error) {
    return fieldErrors(error)
  }
}

/** The fields of a member. Asks little of a new one; the rest is folded away. */
export function MemberForm({
  id,
  member,
  onSubmit,
  onEdit,
  refusal,
  isPhoneTaken = false,
  failure,
}: {
  id: string
  /** The member to change; undefined for a new one. */
  member?: Member
  onSubmit: (input: Parsed<typeof createMember> | Parsed<typeof updateMember>) => void
  /** Told at each change: what was found out about the former text no longer holds. */
  onEdit?: () => void
  /** What the server said about single fields. */
  refusal: Record<string, string>
  /** Whether the refused phone is another member's, who may share it. */
  isPhoneTaken?: boolean
  /** What went wrong as a whole. */
  failure: { title: string; error: Error } | undefined
}) {
  const { values: texts, edit } = useEdits(textsOf(member))
  const {
    values: { monthly },
    edit: editMoney,
  } = useEdits<{ monthly: Kobo | undefined }>({ monthly: member?.monthlyContributions })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // What the server refused is shown until the field changes.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tries, setTries] = useState(0)
  // Said of one number only.
  const [sharedPhone, setSharedPhone] = useState<string>()
  const sharesPhone = sharedPhone === texts.phone

  const input = member ? changesOf(member, texts, monthly, sharesPhone) : newMemberOf(texts, monthly)
  const problems = problemsOf(member ? updateMember : createMember, input as Record<string, unknown>)
  const field: FieldOf = (name) => ({
    value: texts[name],
    error:
      (left.has(name) || tries > 0 ? problems[name] : undefined) ?? (touched.has(name) ? undefined : refusal[name]),
    onChange: (text) => {
      onEdit?.()
      edit({ [name]: text })
      setTouched((now) => new Set(now).add(name))
    },
    onBlur: () => texts[name].trim() !== '' && setLeft((now) => new Set(now).add(name)),
  })
  const phone = phoneFrom(texts.phone)

  return (
    <Form
      id={id}
      className="stack"
      problems={tries > 0 && Object.keys(problems).length > 0 ? tries : refusal}
      onSubmit={() => {
        setTries(tries + 1)
        if (Object.keys(problems).length > 0) return
        setTouched(new Set())
        onSubmit(input)
      }}
    >
      {failure && <RefusedBanner {...failure} />}
      <div className="columns">
        <TextField
          label="First name"
          autoComplete="off"
          data-autofocus={member ? undefined : true}
          {...field('firstName')}
        />
        <TextField label="Last name" autoComplete="off" {...field('lastName')} />
      </div>
      <TextField
        label="Phone number"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="0803 123 4567"
        hint={
          phone
            ? `Kept as ${phone} · ${phoneText(phone)}`
            : 'Leave empty if the member has none: they log in with the membership number.'
        }
        {...field('phone')}
        error={sharesPhone ? undefined : field('phone').error}
      />
      {(sharesPhone || (isPhoneTaken && !touched.has('phone'))) && (
        <Checkbox
          label="They share one phone. This member logs in with the membership number."
          checked={sharesPhone}
          onChange={(next) => setSharedPhone(next ? texts.phone : undefined)}
        />
      )}
      <TextField
        label="Other phone"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="A second number to call. It opens no login."
        {...field('otherPhone')}
      />
      <MoneyField
        label="Monthly contribution"
        optional
        hint="What this member has agreed to pay each month. 25k means 25,000."
        value={monthly}
        onChange={(amount) => editMoney({ monthly: amount })}
        error={tries > 0 ? problems['monthlyContributions'] : undefined}
      />
      {!member && (
        <DateField
          label="Date of joining"
          optional
          hint="Today when left empty."
          max={todayInLagos()}
          {...field('registrationDate')}
        />
      )}
      <Fold title="Person" note="email, address, birth, work" open={personNames.some((name) => field(name).error)}>
        <AboutFields id={id} isKnown={member !== undefined} gender={texts.gender} field={field} />
      </Fold>
      <PersonFields texts={texts} field={field} onChange={edit} />
    </Form>
  )
}

function AboutFields({ id, isKnown, gender, field }: { id: string; isKnown: boolean; gender: string; field: FieldOf }) {
  const text = (name: TextName, label: string, words?: readonly string[]) => (
    <>
      <TextField
        label={label}
        optional
        list={words && `${id}-${name}`}
        type={name === 'email' ? 'email' : undefined}
        autoComplete="off"
        {...field(name)}
      />
      {words && <Suggestions id={`${id}-${name}`} words={words} />}
    </>
  )
  return (
    <>
      <div className="columns">
        {text('title', 'Title', ['Mr', 'Mrs', 'Miss', 'Dr', 'Chief', 'Alhaji', 'Alhaja', 'Hajia', 'Engr', 'Pastor'])}
        {text('formerNumber', 'Old membership number')}
      </div>
      {text('email', 'Email')}
      {text('address', 'Address')}
      <div className="columns">
        <DateField label="Date of birth" optional max={todayInLagos()} {...field('dateOfBirth')} />
        <GenderSelect placeholder={isKnown ? undefined : 'Choose'} {...field('gender')} value={gender} />
      </div>
      {personTextNames.map((name) => (
        <Fragment key={name}>{text(name, personTexts[name].label)}</Fragment>
      ))}
      <div className="columns">
        {text('maritalStatus', 'Marital status', ['single', 'married', 'divorced', 'widowed', 'separated'])}
        {text('employmentStatus', 'Employment', ['employed', 'self-employed', 'unemployed', 'student', 'retired'])}
      </div>
    </>
  )
}

function Suggestions({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  )
}
