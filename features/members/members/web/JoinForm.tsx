import { useState } from 'react'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { applyForMembership, getJoinPage } from '#features/members/applications/join-pages.ts'
import { applicationPurpose } from '#features/members/applications/rules/membership-application.ts'
import type { Kobo } from '#core/money.ts'
import { type Phone, phoneFrom } from '#core/phone.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { GenderSelect } from './GenderSelect.tsx'
import './JoinForm.css'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

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
  const consentProblem = tried && !agreed ? strings.tickThisOrTheSociety : undefined
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
        <Banner tone="danger" title={strings.yourApplicationWasNotSent}>
          {sentence(error)}
        </Banner>
      )}
      <div className="columns">
        <TextField label={strings.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={strings.lastName} autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        label={strings.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        hint={phone ? fill(strings.theAnswerGoesTo, { phone }) : strings.theSocietyAnswersOnThis}
        {...field('phone')}
      />
      <MoneyField
        label={strings.whatYouCanSaveEach}
        optional
        hint={
          society.contributionMin > 0n ? (
            <>{fillElements(strings.atLeast, { contributionMin: <MoneyText amount={society.contributionMin} /> })}</>
          ) : undefined
        }
        value={monthly}
        onChange={setMonthly}
        error={refused['monthlyContributions']}
      />
      <TextField
        label={strings.whoIntroducesYou}
        optional
        hint={strings.aMemberOfTheSociety}
        autoComplete="off"
        {...field('introducedBy')}
      />
      <Fold title={strings.yourWork} open={folded(refused, ['employmentStatus', 'employer', 'staffNumber'])}>
        <TextField
          label={strings.employment}
          optional
          placeholder={strings.employedTraderRetired}
          autoComplete="off"
          {...field('employmentStatus')}
        />
        <div className="columns">
          <TextField label={strings.employer} optional autoComplete="organization" {...field('employer')} />
          <TextField
            label={strings.staffNumber}
            optional
            hint={strings.asOnYourPayslip}
            autoComplete="off"
            {...field('staffNumber')}
          />
        </div>
      </Fold>
      <Fold
        title={strings.aboutYou}
        note={strings.emailAddressBirth}
        open={folded(refused, ['email', 'address', 'dateOfBirth', 'gender'])}
      >
        <TextField
          label={strings.email}
          optional
          type="email"
          inputMode="email"
          autoComplete="email"
          {...field('email')}
        />
        <TextField label={strings.address} optional autoComplete="street-address" {...field('address')} />
        <div className="columns">
          <DateField
            label={strings.dateOfBirth}
            optional
            max={todayInLagos()}
            autoComplete="bday"
            {...field('dateOfBirth')}
          />
          <GenderSelect placeholder={strings.choose} {...field('gender')} />
        </div>
      </Fold>
      <NextOfKin refused={refused} field={field} />
      <TextAreaField
        label={strings.anythingElseTheCommitteeShould}
        optional
        rows={3}
        maxLength={500}
        {...field('note')}
      />
      <div className="join-trap" aria-hidden="true">
        <TextField label={strings.leaveThisEmpty} tabIndex={-1} autoComplete="off" {...field('website')} />
      </div>
      <Checkbox label={applicationPurpose.text} checked={agreed} onChange={setAgreed} error={consentProblem} />
      <Button type="submit" look="primary" wide busy={busy}>
        {strings.sendApplication}
      </Button>
    </Form>
  )
}

function NextOfKin({ refused, field }: { refused: Record<string, string>; field: FieldOf }) {
  return (
    <Fold
      title={strings.nextOfKin}
      open={folded(refused, ['nextOfKinFirstName', 'nextOfKinLastName', 'nextOfKinPhone', 'nextOfKinRelationship'])}
    >
      <div className="columns">
        <TextField label={strings.firstNameOfNextOf} optional autoComplete="off" {...field('nextOfKinFirstName')} />
        <TextField label={strings.lastNameOfNextOf} optional autoComplete="off" {...field('nextOfKinLastName')} />
      </div>
      <div className="columns">
        <TextField
          label={strings.phoneOfNextOfKin}
          optional
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...field('nextOfKinPhone')}
        />
        <TextField
          label={strings.relationship}
          optional
          placeholder={strings.wifeBrotherDaughter}
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
        { label: strings.entranceFee, value: sum(entranceFee) },
        { label: strings.sharesAtLeast, value: sum(sharesCost) },
        { label: strings.eachMonthAtLeast, value: sum(contributionMin) },
      ]}
    />
  )
}
