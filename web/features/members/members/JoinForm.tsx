import { useState } from 'react'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { applyForMembership, getJoinPage } from '#contract/members/join-pages.ts'
import { applicationPurpose } from '#domain/members/membership-applications/membership-application.ts'
import type { Kobo } from '#domain/money.ts'
import { type Phone, phoneFrom } from '#domain/phone.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Form } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { todayInLagos } from '#web/ui/format.ts'
import { GenderSelect } from './GenderSelect.tsx'
import './JoinForm.css'

type Society = Replied<typeof getJoinPage>
type Body = Omit<Parsed<typeof applyForMembership>, 'code'>

const texts = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'address',
  'dateOfBirth',
  'gender',
  'employmentStatus',
  'employer',
  'staffNumber',
  'nextOfKinFirstName',
  'nextOfKinLastName',
  'nextOfKinPhone',
  'nextOfKinRelationship',
  'introducedBy',
  'note',
  'website',
] as const
type TextName = (typeof texts)[number]

type FieldOf = (name: TextName) => {
  name: TextName
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

const folded = (errors: Record<string, string>, names: readonly TextName[]) =>
  names.some((name) => errors[name] !== undefined)

/** Asks little; the rest is folded away and may be told at the desk. */
export function JoinForm({
  society,
  busy,
  error,
  onSubmit,
}: {
  society: Society
  busy: boolean
  error: Error | null
  onSubmit: (body: Body) => void
}) {
  const [typed, setTyped] = useState(
    () => Object.fromEntries(texts.map((name) => [name, ''])) as Record<TextName, string>,
  )
  const [monthly, setMonthly] = useState<Kobo>()
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const refused = fieldErrors(error)
  const phone = phoneFrom(typed.phone)
  const consentProblem = tried && !agreed ? 'Tick this, or the society may not keep what you enter.' : undefined
  const field: FieldOf = (name) => ({
    name,
    value: typed[name],
    error: refused[name],
    onChange: (text: string) => setTyped((now) => ({ ...now, [name]: text })),
  })

  function submit() {
    setTried(true)
    if (!agreed) return
    const given = Object.fromEntries(
      texts.flatMap((name) => (typed[name].trim() === '' ? [] : [[name, typed[name].trim()]])),
    )
    onSubmit({
      ...given,
      phone: (phone ?? typed.phone.trim()) as Phone,
      ...(monthly !== undefined && { monthlyContributions: monthly }),
      consentVersion: applicationPurpose.version,
    } as Body)
  }

  return (
    <Form className="stack" onSubmit={submit} problems={error ?? consentProblem}>
      <Costs society={society} />
      {error && Object.keys(refused).length === 0 && (
        <Banner tone="danger" title="Your application was not sent">
          {sentence(error)}
        </Banner>
      )}
      <div className="columns">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        hint={phone ? `The answer goes to ${phone}` : 'The society answers on this number.'}
        {...field('phone')}
      />
      <MoneyField
        label="What you can save each month"
        optional
        hint={
          society.contributionMin > 0n ? (
            <>
              At least <MoneyText amount={society.contributionMin} />.
            </>
          ) : undefined
        }
        value={monthly}
        onChange={setMonthly}
        error={refused['monthlyContributions']}
      />
      <TextField
        label="Who introduces you"
        optional
        hint="A member of the society who knows you."
        autoComplete="off"
        {...field('introducedBy')}
      />
      <Fold title="Your work" open={folded(refused, ['employmentStatus', 'employer', 'staffNumber'])}>
        <TextField
          label="Employment"
          optional
          placeholder="employed, trader, retired …"
          autoComplete="off"
          {...field('employmentStatus')}
        />
        <div className="columns">
          <TextField label="Employer" optional autoComplete="organization" {...field('employer')} />
          <TextField
            label="Staff number"
            optional
            hint="As on your payslip."
            autoComplete="off"
            {...field('staffNumber')}
          />
        </div>
      </Fold>
      <Fold
        title="About you"
        note="email, address, birth"
        open={folded(refused, ['email', 'address', 'dateOfBirth', 'gender'])}
      >
        <TextField label="Email" optional type="email" inputMode="email" autoComplete="email" {...field('email')} />
        <TextField label="Address" optional autoComplete="street-address" {...field('address')} />
        <div className="columns">
          <DateField
            label="Date of birth"
            optional
            max={todayInLagos()}
            autoComplete="bday"
            {...field('dateOfBirth')}
          />
          <GenderSelect placeholder="Choose" {...field('gender')} />
        </div>
      </Fold>
      <NextOfKin refused={refused} field={field} />
      <TextAreaField
        label="Anything else the committee should know"
        optional
        rows={3}
        maxLength={500}
        {...field('note')}
      />
      <div className="join-trap" aria-hidden="true">
        <TextField label="Leave this empty" tabIndex={-1} autoComplete="off" {...field('website')} />
      </div>
      <Checkbox label={applicationPurpose.text} checked={agreed} onChange={setAgreed} error={consentProblem} />
      <Button type="submit" look="primary" wide busy={busy}>
        Send application
      </Button>
    </Form>
  )
}

function NextOfKin({ refused, field }: { refused: Record<string, string>; field: FieldOf }) {
  return (
    <Fold
      title="Next of kin"
      open={folded(refused, ['nextOfKinFirstName', 'nextOfKinLastName', 'nextOfKinPhone', 'nextOfKinRelationship'])}
    >
      <div className="columns">
        <TextField label="First name of next of kin" optional autoComplete="off" {...field('nextOfKinFirstName')} />
        <TextField label="Last name of next of kin" optional autoComplete="off" {...field('nextOfKinLastName')} />
      </div>
      <div className="columns">
        <TextField
          label="Phone of next of kin"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...field('nextOfKinPhone')}
        />
        <TextField
          label="Relationship"
          optional
          placeholder="wife, brother, daughter …"
          autoComplete="off"
          {...field('nextOfKinRelationship')}
        />
      </div>
    </Fold>
  )
}

function Costs({ society: { contributionMin, entranceFee, sharesCost } }: { society: Society }) {
  if (contributionMin + entranceFee + sharesCost === 0n) return null
  const sum = (amount: Kobo) => amount > 0n && <MoneyText amount={amount} />
  return (
    <Facts
      items={[
        { label: 'Entrance fee', value: sum(entranceFee) },
        { label: 'Shares, at least', value: sum(sharesCost) },
        { label: 'Each month, at least', value: sum(contributionMin) },
      ]}
    />
  )
}
