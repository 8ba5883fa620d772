import type { ReactNode } from 'react'
import { dayCounts } from '#features/loans/loans/rules/day-count.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { type InstalmentUnit, isInMonths } from '#features/loans/loans/rules/due-dates.ts'
import { brokenPeriods, flatRests } from '#features/loans/loans/rules/loan-plan.ts'
import {
  allocationLabels,
  allocations,
  brokenPeriodLabels,
  dayCountLabels,
  plainSchedule,
  prepaymentLabels,
  prepaymentRules,
  repaymentLabels,
  repaymentPatterns,
  type ScheduleTerms,
} from '#features/loans/loans/rules/schedule-terms.ts'
import { koboFromText, nairaText } from '#core/money.ts'
import { millionths } from '#core/percent.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Select, type SelectOption, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Steps } from './Steps.tsx'
import type { LoanConfiguration } from './api.ts'

type Numbers =
  | 'gracePrincipal'
  | 'interestPaymentGrace'
  | 'interestFree'
  | 'balloonPercent'
  | 'roundingMultiple'
  | 'dueDay'
  | 'firstDueAfterDays'
  | 'dailyPercent'
  | 'capPercent'

/** What is typed for how instalments are worked out; an empty number means none. */
export type ScheduleValues = Omit<ScheduleTerms, Numbers | 'workingDays' | 'afterMaturity'> &
  Record<Numbers, string> & {
    workingDays: 'stay' | NonNullable<ScheduleTerms['workingDays']>
    afterMaturity: 'none' | 'loan_rate' | 'daily'
    rateSteps: { instalments: string; annualRatePercent: string }[]
  }

const emptyAtZero = (number: number | null | undefined) => (number ? String(number) : '')

export function scheduleValuesOf(
  loan: Partial<Pick<LoanConfiguration, 'schedule' | 'rateSteps'>> | undefined,
): ScheduleValues {
  const { roundingMultiple, workingDays, afterMaturity, ...terms } = loan?.schedule ?? plainSchedule
  return {
    ...terms,
    gracePrincipal: emptyAtZero(terms.gracePrincipal),
    interestPaymentGrace: emptyAtZero(terms.interestPaymentGrace),
    interestFree: emptyAtZero(terms.interestFree),
    balloonPercent: emptyAtZero(terms.balloonPercent),
    dueDay: emptyAtZero(terms.dueDay),
    firstDueAfterDays: String(terms.firstDueAfterDays),
    roundingMultiple: roundingMultiple === null ? '' : nairaText(roundingMultiple).replace(/\.00$/, ''),
    workingDays: workingDays ?? 'stay',
    afterMaturity: afterMaturity ? (afterMaturity.dailyPercent === null ? 'loan_rate' : 'daily') : 'none',
    dailyPercent: emptyAtZero(afterMaturity?.dailyPercent),
    capPercent: emptyAtZero(afterMaturity?.capPercent),
    rateSteps: (loan?.rateSteps ?? []).map(({ instalments, annualRatePercent }) => ({
      instalments: String(instalments),
      annualRatePercent: String(annualRatePercent),
    })),
  }
}

/** What was typed, as the server takes it, and what of it can't be read. */
export function scheduleFrom(values: ScheduleValues): {
  terms: Pick<LoanConfiguration, 'schedule' | 'rateSteps'>
  problems: Record<string, string>
} {
  const {
    repayment,
    dayCount,
    roundingTo,
    rounding,
    flatRest,
    prepayment,
    lateInterestOn,
    allocation,
    brokenPeriod,
    rebate,
  } = values
  const problems: Record<string, string> = {}
  const read = (field: Numbers, isFit: (number: number) => boolean, words: string): number | null => {
    const text = values[field].trim().replace(',', '.')
    if (text === '') return null
    const number = Number(text)
    if (!isFit(number)) problems[`schedule.${field}`] = words
    return number
  }
  const whole = (field: Numbers, max: number) =>
    read(
      field,
      (number) => Number.isInteger(number) && number >= 0 && number <= max,
      `Enter a whole number from 0 to ${max}, or leave it empty`,
    )
  const percent = (field: Numbers, max: number) =>
    read(
      field,
      (number) => millionths(number) !== undefined && number <= max,
      `Enter a percentage from 0 to ${max}, or leave it empty`,
    )
  const multiple = values.roundingMultiple.trim() === '' ? null : koboFromText(values.roundingMultiple)
  if (multiple === undefined) problems['schedule.roundingMultiple'] = 'Enter an amount in naira, or leave it empty'
  const daily = percent('dailyPercent', 1)
  if (values.afterMaturity === 'daily' && daily === null)
    problems['schedule.dailyPercent'] = 'Enter a percentage of a day, such as 0.1'
  const steps = values.rateSteps.map(({ instalments, annualRatePercent }) => ({
    instalments: Number(instalments),
    annualRatePercent: Number(annualRatePercent.replace(',', '.')),
  }))
  if (
    steps.some(
      (step) =>
        !Number.isInteger(step.instalments) || step.instalments < 1 || millionths(step.annualRatePercent) === undefined,
    )
  )
    problems['rateSteps'] = 'Enter a whole number of instalments and a yearly rate in each step'
  return {
    problems,
    terms: {
      rateSteps: steps,
      schedule: {
        ...{
          repayment,
          dayCount,
          roundingTo,
          rounding,
          flatRest,
          prepayment,
          lateInterestOn,
          allocation,
          brokenPeriod,
          rebate,
        },
        gracePrincipal: whole('gracePrincipal', 600) ?? 0,
        interestPaymentGrace: whole('interestPaymentGrace', 600) ?? 0,
        interestFree: whole('interestFree', 600) ?? 0,
        balloonPercent: percent('balloonPercent', 100) ?? 0,
        roundingMultiple: multiple || null,
        dueDay: whole('dueDay', 31) || null,
        firstDueAfterDays: whole('firstDueAfterDays', 60) || plainSchedule.firstDueAfterDays,
        workingDays: values.workingDays === 'stay' ? null : values.workingDays,
        afterMaturity:
          values.afterMaturity === 'none'
            ? null
            : { dailyPercent: values.afterMaturity === 'daily' ? daily : null, capPercent: percent('capPercent', 100) },
      },
    },
  }
}

const workingDayOptions: SelectOption<ScheduleValues['workingDays']>[] = [
  { value: 'stay', label: 'It stays' },
  { value: 'next', label: 'The working day after it' },
  { value: 'previous', label: 'The working day before it' },
]

const maturityOptions: SelectOption<ScheduleValues['afterMaturity']>[] = [
  { value: 'none', label: 'No further interest' },
  { value: 'loan_rate', label: 'Interest at the rate of the loan' },
  { value: 'daily', label: 'A percentage for each day' },
]

type Fields = {
  values: ScheduleValues
  /** What else of the product these fields depend on. */
  product: { interestMethod: InterestMethod; repaidEvery: InstalmentUnit }
  shown: Record<string, string | undefined>
  set: (changes: Partial<ScheduleValues>) => void
}

/** How instalments are worked out, folded by what they are about; a product that leaves all of it runs like every loan. */
export function LoanScheduleFields({ values, product, shown, set }: Fields) {
  const number = (field: Numbers, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      optional
      inputMode="decimal"
      value={values[field]}
      onChange={(text) => set({ [field]: text })}
      error={shown[`schedule.${field}`]}
    />
  )
  const choice = <
    Field extends
      | 'repayment'
      | 'dayCount'
      | 'prepayment'
      | 'allocation'
      | 'brokenPeriod'
      | 'workingDays'
      | 'afterMaturity',
  >(
    field: Field,
    label: string,
    options: readonly SelectOption<ScheduleValues[Field]>[],
    hint?: string,
  ): ReactNode => (
    <Select
      label={label}
      hint={hint}
      value={values[field]}
      options={options}
      onChange={(value) => value && set({ [field]: value } as Partial<ScheduleValues>)}
      error={shown[`schedule.${field}`]}
    />
  )
  const isMurabaha = product.interestMethod === 'murabaha'
  return (
    <>
      <Fold title="Another rate for shorter loans" note="Such as 6 % up to 3 months" open={values.rateSteps.length > 0}>
        <Steps
          rows={values.rateSteps}
          labels={{ instalments: 'Up to instalments', annualRatePercent: 'Yearly rate in percent' }}
          empty={{ instalments: '', annualRatePercent: '' }}
          add="Add a rate"
          error={shown['rateSteps'] ?? Object.entries(shown).find(([name]) => name.startsWith('rateSteps.'))?.[1]}
          onChange={(rateSteps) => set({ rateSteps })}
        />
      </Fold>
      <Fold title="Repayment" note="Moratorium, free months, balloon, rounding">
        {choice('repayment', 'Principal comes back', optionsOf(repaymentPatterns, repaymentLabels))}
        {number('gracePrincipal', 'First instalments without principal', 'A moratorium: they pay interest only')}
        {number(
          'interestPaymentGrace',
          'First instalments with nothing to pay',
          'Their interest is paid with the next one',
        )}
        {number('interestFree', 'First instalments without interest', 'They bear none at all')}
        {number('balloonPercent', 'Left to the last instalment, in percent of the loan', 'Empty: nothing')}
        {number('roundingMultiple', 'Round instalments to naira', '50 makes 8,884.88 to 8,900. Empty: to the kobo')}
        <Checkbox
          label="Round up instead of to the nearest"
          checked={values.roundingTo === 'up'}
          onChange={(isUp) => set({ roundingTo: isUp ? 'up' : 'nearest' })}
        />
        {choice('prepayment', 'Paying ahead brings', optionsOf(prepaymentRules, prepaymentLabels))}
        {(product.interestMethod === 'upfront' || values.rebate) && (
          <Checkbox
            label="Give back interest that is not earned yet when a loan is settled early"
            checked={values.rebate}
            onChange={(rebate) => set({ rebate })}
            error={shown['schedule.rebate']}
          />
        )}
        {choice('allocation', 'A payment pays first', optionsOf(allocations, allocationLabels))}
      </Fold>
      <Fold title="Days" note="Due day, working days, how days count">
        {isInMonths(product.repaidEvery) &&
          number('dueDay', 'Due on day of the month', '31 is the last day of every month. Empty: the day of the money')}
        {isInMonths(product.repaidEvery) &&
          values.dueDay.trim() !== '' &&
          number('firstDueAfterDays', 'Days between the money and the first instalment, at least', '15 as a rule')}
        {choice('workingDays', 'A due day at a weekend or on a public holiday', workingDayOptions)}
        {choice('dayCount', 'Interest counts', optionsOf(dayCounts, dayCountLabels))}
        {choice(
          'brokenPeriod',
          'A first period that is longer or shorter',
          optionsOf(brokenPeriods, brokenPeriodLabels),
        )}
        <Checkbox
          label="Halves of a kobo go to the even one"
          checked={values.rounding === 'half_even'}
          onChange={(isEven) => set({ rounding: isEven ? 'half_even' : 'half_up' })}
        />
        {product.interestMethod === 'flat' && (
          <Checkbox
            label="Spread the kobo that rounding leaves over all instalments"
            checked={values.flatRest === 'each'}
            onChange={(isSpread) => set({ flatRest: isSpread ? flatRests[1] : flatRests[0] })}
          />
        )}
      </Fold>
      {!isMurabaha && (
        <Fold title="Late payment" note="What is missed, and after the last day">
          <Checkbox
            label="Missed interest bears interest too"
            checked={values.lateInterestOn === 'instalment'}
            onChange={(isAll) => set({ lateInterestOn: isAll ? 'instalment' : 'principal' })}
          />
          {choice('afterMaturity', 'Still owed after the last due date', maturityOptions)}
          {values.afterMaturity === 'daily' && number('dailyPercent', 'Percent a day', '0.1 on ₦10,000 is ₦10 a day')}
          {values.afterMaturity !== 'none' &&
            number('capPercent', 'Together at most, in percent of the loan', 'Empty: no limit')}
        </Fold>
      )}
    </>
  )
}
