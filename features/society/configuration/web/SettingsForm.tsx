import { useQuery } from '@tanstack/react-query'
import { updateConfiguration, getConfiguration } from '#features/society/configuration/contract.ts'
import { type ReactNode, useState } from 'react'
import type { Period } from '#core/calendar.ts'
import { type SocietyKind, societyKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { hundredths } from '#core/percent.ts'
import { type InterestBasis, interestBases, interestBasisLabels } from '#features/loans/loans/rules/loan.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors, SentForApproval } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { monthOptions } from '#ui/MonthPicker.tsx'
import { Select, type SelectOption, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'
import { ApprovalRules } from './ApprovalRules.tsx'
import { type ApprovalsName, approvalsNames } from './ApprovalsSelect.tsx'
import { societyKindNames } from './InterestFields.tsx'
import type { Settings, SettingsChange } from './api.ts'

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

type NumberField =
  | 'sharesMin'
  | 'shareCeilingPercent'
  | 'savingsMultiple'
  | 'waitingMonths'
  | 'guarantorsRequired'
  | 'exitNoticeMonths'
  | 'suspendInterestAfterDays'
  | 'arrearsToleranceDays'
  | 'arrearsCuredAfter'
const choiceFields = ['fiscalYearStart', 'contributionsDueFrom', 'societyKind', 'loanInterestBasis'] as const
type ChoiceName = (typeof choiceFields)[number]
type MoneyFieldName =
  | 'shareParValue'
  | 'contributionMin'
  | 'entranceFee'
  | 'leavingFee'
  | 'arrearsTolerance'
  | `${ApprovalsName}From`

/** What is in the fields: numbers as they are typed. */
type Values = Record<NumberField, string> &
  Record<ApprovalsName, number | null> &
  Record<MoneyFieldName, Kobo | undefined> & {
    fiscalYearStart: string
    contributionsDueFrom: Period
    societyKind: SocietyKind
    loanInterestBasis: InterestBasis
  }

const numberFields: readonly NumberField[] = [
  'sharesMin',
  'shareCeilingPercent',
  'savingsMultiple',
  'waitingMonths',
  'guarantorsRequired',
  'exitNoticeMonths',
  'suspendInterestAfterDays',
  'arrearsToleranceDays',
  'arrearsCuredAfter',
]
const moneyFields: readonly MoneyFieldName[] = [
  'shareParValue',
  'contributionMin',
  'entranceFee',
  'leavingFee',
  'arrearsTolerance',
  ...approvalsNames.map((name) => `${name}From` as const),
]

export function SettingsForm() {
  const asked = useQuery(query(getConfiguration, {}))
  if (asked.isError) return <LoadProblem title="Failed to load the configuration" of={asked} />
  return asked.data ? <Fields settings={asked.data} /> : <SkeletonLines lines={8} />
}

function valuesOf(settings: Settings): Values {
  const numbers = Object.fromEntries(numberFields.map((field) => [field, String(settings[field])])) as Record<
    NumberField,
    string
  >
  const amounts = Object.fromEntries(moneyFields.map((field) => [field, settings[field]])) as Record<
    MoneyFieldName,
    Kobo
  >
  const approvals = Object.fromEntries(approvalsNames.map((name) => [name, settings[name]])) as Record<
    ApprovalsName,
    number | null
  >
  return {
    ...numbers,
    ...amounts,
    ...approvals,
    fiscalYearStart: settings.fiscalYearStart,
    contributionsDueFrom: settings.contributionsDueFrom,
    societyKind: settings.societyKind,
    loanInterestBasis: settings.loanInterestBasis,
  }
}

/** The fields that differ from what is stored, and what is wrong with them. */
function changeOf(settings: Settings, values: Values): { change: SettingsChange; problems: Record<string, string> } {
  const change: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const field of numberFields) {
    const text = values[field].trim().replace(',', '.')
    const number = Number(text)
    if (text === '' || hundredths(number) === undefined) problems[field] = 'Enter a number with at most two decimals'
    else if (number !== settings[field]) change[field] = number
  }
  for (const name of [...approvalsNames, ...choiceFields])
    if (values[name] !== settings[name]) change[name] = values[name]
  for (const field of moneyFields) {
    const amount = values[field]
    if (amount === undefined) problems[field] = 'Enter an amount, or 0'
    else if (amount !== settings[field]) change[field] = amount
  }
  return { change: change as SettingsChange, problems }
}

function Fields({ settings }: { settings: Settings }) {
  const { values, edit, forget } = useEdits(valuesOf(settings))
  const [tries, setTries] = useState(0)
  const update = useAction(updateConfiguration)
  const { change, problems } = changeOf(settings, values)
  const shown = { ...fieldErrors(update.error), ...(tries > 0 ? problems : {}) }
  const changed = Object.keys(change).length
  const set = (changes: Partial<Values>) => {
    edit(changes)
    if (update.error) update.reset()
  }
  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name] | '') => value !== '' && set({ [name]: value }),
    error: shown[name],
  })
  const number = (name: NumberField, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      {...field(name)}
      onChange={(text) => set({ [name]: text })}
    />
  )
  const money = (name: MoneyFieldName, label: string, hint: string) => (
    <MoneyField label={label} hint={hint} {...field(name)} />
  )
  const choice = <Name extends ChoiceName>(
    name: Name,
    label: string,
    hint: string | undefined,
    options: readonly SelectOption<Values[Name]>[],
  ) => <Select label={label} hint={hint} options={options} {...field(name)} />
  function submit() {
    setTries(tries + 1)
    if (Object.keys(problems).length === 0 && changed > 0)
      update.mutate(change, {
        onSuccess: () => {
          forget()
          toast.success('Settings changed')
        },
        onError: (error) => error instanceof SentForApproval && forget(),
      })
  }
  return (
    <Form
      className="stack"
      onSubmit={submit}
      problems={tries > 0 && Object.keys(problems).length > 0 ? tries : update.error}
    >
      <Section
        title="Society"
        words="What your bye-laws make of the society. A non-interest one pays and takes no interest, and Ajose blocks interest for it."
      >
        {choice('societyKind', 'Kind of society', undefined, optionsOf(societyKinds, societyKindNames))}
      </Section>
      <Section
        title="Year and books"
        words={
          <>
            Your books begin on {dayText(settings.booksBeginOn)}. Nothing can be dated before that day
            {settings.closedThrough ? `, nor up to ${dayText(settings.closedThrough)}, where they are closed` : ''}.
          </>
        }
      >
        {choice(
          'fiscalYearStart',
          'Financial year begins in',
          'The first month of your yearly accounts',
          yearStarts(values.fiscalYearStart),
        )}
      </Section>
      <Section title="Contributions and fees" words="What members pay at least, and once when they join.">
        {money('contributionMin', 'Minimum monthly contribution', 'What your bye-laws ask of every member')}
        {choice(
          'contributionsDueFrom',
          'Contributions are due from',
          'For those you register who joined earlier; opening balances move it',
          monthOptions(values.contributionsDueFrom),
        )}
        {money('entranceFee', 'Entrance fee', 'Paid once; it is income of the cooperative')}
      </Section>
      <Section
        title="Shares"
        words="Shares are the cooperative's own capital. The law keeps any one member from holding too much of it."
      >
        {money('shareParValue', 'Value of one share', 'Its par value')}
        {number('sharesMin', 'Minimum number of shares', 'What every member has to hold')}
        {number(
          'shareCeilingPercent',
          'Maximum shareholding (%)',
          'A fifth of all shares (20) in the co-operative law; confirm it with your Director',
        )}
      </Section>
      <Section
        title="Borrowing"
        words="These rules are checked when a member applies for a loan, and again when you approve it."
      >
        {number(
          'savingsMultiple',
          'Total loans as a multiple of savings',
          '2 means: with ₦100,000 saved, at most ₦200,000',
        )}
        {number('waitingMonths', 'Months to wait after joining', 'Before a member may borrow')}
        {number('guarantorsRequired', 'Guarantors for a loan', 'Active members who guarantee the loan')}
      </Section>
      <Arrears money={money} number={number} />
      <Section
        title="Interest in the books"
        words="When interest on loans is income, and on fixed deposits an expense. Members owe and get the same either way."
      >
        {choice(
          'loanInterestBasis',
          'Interest is counted',
          'When it is earned: you post what was earned and not paid at the end of a month',
          optionsOf(interestBases, interestBasisLabels),
        )}
        {values.loanInterestBasis === 'accrual' &&
          number(
            'suspendInterestAfterDays',
            'Not from loans that are late by more days than',
            'Their interest is income only when it is paid; 90 is usual',
          )}
      </Section>
      <Section
        title="Approvals"
        words="With two or more officers, the one who records never approves. With one login, the same person does both, and the record says so. From amount: 0 means every amount."
      >
        <ApprovalRules values={values} shown={shown} set={set} />
      </Section>
      <Section
        title="Leaving"
        words="How long before leaving a member has to tell the cooperative, and what is kept of what is paid."
      >
        {number('exitNoticeMonths', 'Notice in months', 'One month is usual')}
        {money('leavingFee', 'Leaving fee', 'Taken off the settlement; it is income of the cooperative')}
      </Section>
      {update.error && Object.keys(fieldErrors(update.error)).length === 0 && (
        <RefusedBanner error={update.error} title="The settings were not changed" />
      )}
      <SaveBar
        changed={changed}
        busy={update.isPending}
        disabled={changed === 0 && Object.keys(problems).length === 0}
      />
    </Form>
  )
}

type Show<Name> = (name: Name, label: string, hint: string) => ReactNode

/** What counts as late, and until when. */
function Arrears({
  money,
  number,
}: {
  money: Show<'arrearsTolerance'>
  number: Show<'arrearsToleranceDays' | 'arrearsCuredAfter'>
}) {
  return (
    <Section
      title="Arrears"
      words="What is not counted as arrears in lists, in the loan portfolio and when a member applies. It is owed all the same."
    >
      {money(
        'arrearsTolerance',
        'Tolerated overdue amount',
        '0 counts every kobo; ₦100 leaves out what was paid a little short',
      )}
      {number('arrearsToleranceDays', 'Tolerated days late', '0 counts from the first day late; at most 30')}
      {number(
        'arrearsCuredAfter',
        'On-time instalments after new terms',
        'So many in a row before a rescheduled or topped-up loan no longer counts as late',
      )}
    </Section>
  )
}

function SaveBar({ changed, ...button }: { changed: number; busy: boolean; disabled: boolean }) {
  return (
    <div className="settings-save">
      <span className="muted" aria-live="polite">
        {changed === 0 ? 'No changes.' : `${changed} ${changed === 1 ? 'setting' : 'settings'} changed, not saved yet.`}
      </span>
      <Button needs="configuration.update" look="primary" type="submit" {...button}>
        Save changes
      </Button>
    </div>
  )
}

function Section({ title, words, children }: { title: string; words: ReactNode; children: ReactNode }) {
  return (
    <section className="settings-section">
      <div>
        <h2>{title}</h2>
        <p className="muted">{words}</p>
      </div>
      <div className="settings-section__fields">{children}</div>
    </section>
  )
}

/** The first of each month; a start on another day stays as it is until it is changed. */
function yearStarts(current: string): { value: string; label: string }[] {
  const firsts = monthNames.map((label, index) => ({ value: `${String(index + 1).padStart(2, '0')}-01`, label }))
  return firsts.some(({ value }) => value === current)
    ? firsts
    : [
        { value: current, label: `${Number(current.slice(3))} ${monthNames[Number(current.slice(0, 2)) - 1]}` },
        ...firsts,
      ]
}
