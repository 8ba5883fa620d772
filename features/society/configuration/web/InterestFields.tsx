import { labelled } from '#core/words.ts'
import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import { hundredths } from '#core/percent.ts'
import {
  breakNames,
  everyNames,
  maturityNames,
  methodNames,
  roundingNames,
} from '#features/society/configuration/rules/interest-words.ts'
import type {
  DepositRateSaid,
  DepositSaid,
  SavingsInterestSaid,
} from '#features/society/configuration/rules/type-terms.ts'
import {
  type BreakRule,
  breakRules,
  type MaturityAct,
  maturityActs,
} from '#features/savings/fixed-deposits/rules/words.ts'
import {
  type PostingInterval,
  postingIntervals,
  type SavingsMethod,
  savingsMethods,
} from '#features/savings/interest/rules/words.ts'
import { type Rounding, roundings } from '#core/rounding.ts'
import { type Kobo, koboFromText } from '#core/money.ts'
import { amountText } from '#ui/format.ts'
import { fieldsOf } from '#ui/Form.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Fold } from '#ui/Fold.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Steps } from './Steps.tsx'
import type { AccountType } from './api.ts'

export const societyKindNames: Record<SocietyKind, string> = labelled({
  general: 'General thrift and credit',
  salary_earners: 'Salary earners',
  market: 'Market association',
  non_interest: 'Non-interest',
})

/** What is in the fields, numbers as they are typed. */
export type InterestValues = {
  earns: boolean
  rate: string
  rounding: Rounding
  dayCount: 'actual/365' | 'actual/360'
  method: SavingsMethod
  every: PostingInterval
  leastBalance: Kobo | undefined
  months: string
  leastAmount: Kobo | undefined
  atMaturity: MaturityAct
  breakRule: BreakRule
  breakRate: string
  noticeDays: string
  rates: { months: string; from: string; annualRatePercent: string }[]
}

export function interestValuesOf(type: AccountType | undefined): InterestValues {
  const savings = type?.interest
  const deposit = type?.fixedDeposit
  const rate = savings ?? deposit
  return {
    earns: savings !== null && savings !== undefined,
    rate: rate ? String(rate.annualRatePercent) : '',
    rounding: rate?.rounding ?? 'half_up',
    dayCount: rate?.dayCount ?? 'actual/365',
    method: savings?.method ?? 'minimum',
    every: savings?.every ?? 'quarter',
    leastBalance: savings?.leastBalance ?? (0n as Kobo),
    months: deposit ? String(deposit.months) : '12',
    leastAmount: deposit?.leastAmount,
    atMaturity: deposit?.atMaturity ?? 'pay_out',
    breakRule: deposit?.breakRule ?? 'forfeit',
    breakRate: deposit ? String(deposit.breakRatePercent) : '',
    noticeDays: deposit ? String(deposit.noticeDays) : '0',
    rates: (deposit?.rates ?? []).map(({ months, from, annualRatePercent }) => ({
      months: String(months),
      from: from > 0n ? amountText(from) : '',
      annualRatePercent: String(annualRatePercent),
    })),
  }
}

/** The terms that the fields say, or what is wrong with them. */
export function readInterest(
  kind: AccountType['kind'],
  values: InterestValues,
): { interest: SavingsInterestSaid | null; fixedDeposit: DepositSaid | undefined; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const percent = (text: string, field: string): number => {
    const number = Number(text.trim().replace(',', '.'))
    if (text.trim() === '' || hundredths(number) === undefined || number > 100)
      problems[field] = 'Enter a percentage with at most two decimals'
    return number
  }
  const whole = (text: string, field: string, [least, most]: [number, number]): number => {
    const number = Number(text)
    if (!Number.isInteger(number) || text.trim() === '' || number < least || number > most)
      problems[field] = `Enter a whole number from ${least} to ${most}`
    return number
  }
  const { rounding, dayCount, method, every, leastBalance, leastAmount, atMaturity, breakRule } = values
  const rated = (kind === 'savings' && values.earns) || kind === 'fixed_deposit'
  if (!rated) return { interest: null, fixedDeposit: undefined, problems }
  const rate = { annualRatePercent: percent(values.rate, 'rate'), rounding, dayCount }
  if (!problems['rate'] && rate.annualRatePercent === 0) problems['rate'] = 'Enter a rate above zero'
  if (kind === 'savings') {
    if (leastBalance === undefined) problems['leastBalance'] = 'Enter an amount, or 0'
    return { interest: { ...rate, method, every, leastBalance }, fixedDeposit: undefined, problems }
  }
  if (leastAmount === undefined || leastAmount <= 0n) problems['leastAmount'] = 'Enter the least amount of a deposit'
  const rates = values.rates.map(({ months, from, annualRatePercent }) => ({
    months: Number(months),
    from: from.trim() === '' ? (0n as Kobo) : koboFromText(from),
    annualRatePercent: Number(annualRatePercent.trim().replace(',', '.')),
  }))
  if (!rates.every(isRate))
    problems['rates'] = 'Enter months from 1 to 120, an amount and a rate above zero in each row'
  const fixedDeposit = {
    ...rate,
    months: whole(values.months, 'months', [1, 120]),
    leastAmount: leastAmount ?? (0n as Kobo),
    atMaturity,
    breakRule,
    breakRatePercent: breakRule === 'lower_rate' ? percent(values.breakRate, 'breakRate') : 0,
    noticeDays: whole(values.noticeDays, 'noticeDays', [0, 366]),
    rates: rates.filter(isRate),
  }
  return { interest: null, fixedDeposit, problems }
}

function isRate(row: Omit<DepositRateSaid, 'from'> & { from: Kobo | undefined }): row is DepositRateSaid {
  const { months, from, annualRatePercent: percent } = row
  const isTerm = Number.isInteger(months) && months >= 1 && months <= 120
  return (
    isTerm && from !== undefined && from >= 0n && percent > 0 && percent <= 100 && hundredths(percent) !== undefined
  )
}

type Shown = { values: InterestValues; errors: Record<string, string>; set: (changes: Partial<InterestValues>) => void }

/** How savings earn, once they do. */
export function SavingsInterestFields({ values, errors, set }: Shown) {
  return (
    <>
      <Checkbox
        label="These savings earn interest"
        checked={values.earns}
        onChange={(earns) => set({ earns })}
        error={errors['interest']}
      />
      {values.earns && (
        <>
          <RateFields values={values} errors={errors} set={set} />
          <Select
            label="Interest is on"
            value={values.method}
            options={optionsOf(savingsMethods, methodNames)}
            onChange={(method) => method && set({ method })}
          />
          <Select
            label="Posted"
            value={values.every}
            options={optionsOf(postingIntervals, everyNames)}
            onChange={(every) => every && set({ every })}
          />
          <MoneyField
            label="Minimum balance for interest"
            hint="Less earns nothing; 0 where every naira does"
            value={values.leastBalance}
            onChange={(leastBalance) => set({ leastBalance })}
            error={errors['leastBalance']}
          />
        </>
      )}
    </>
  )
}

/** The terms of deposits that are opened from now on. */
export function DepositFields({ values, errors, set }: Shown) {
  const field = fieldsOf(values, set, errors)
  return (
    <>
      <RateFields values={values} errors={errors} set={set} />
      <TextField label="Months" inputMode="numeric" {...field('months')} />
      <MoneyField label="Minimum amount" {...field('leastAmount')} />
      <Fold
        title="Other terms and rates"
        note="Such as 9 % for 6 months from ₦500,000"
        open={values.rates.length > 0 || errors['rates'] !== undefined}
      >
        <p className="muted">
          The member chooses the term. Of its rates, the one with the largest amount that the deposit reaches holds.
        </p>
        <Steps
          rows={values.rates}
          labels={{ months: 'Months', from: 'From ₦', annualRatePercent: '% a year' }}
          empty={{ months: '', from: '', annualRatePercent: '' }}
          add="Add a rate"
          error={errors['rates'] ?? Object.entries(errors).find(([name]) => name.startsWith('fixedDeposit.rates'))?.[1]}
          onChange={(rates) => set({ rates })}
        />
      </Fold>
      <Select
        label="When it matures"
        value={values.atMaturity}
        options={optionsOf(maturityActs, maturityNames)}
        onChange={(atMaturity) => atMaturity && set({ atMaturity })}
      />
      <Select
        label="If liquidated early"
        hint="What it earns if the member takes the money earlier"
        value={values.breakRule}
        options={optionsOf(breakRules, breakNames)}
        onChange={(breakRule) => breakRule && set({ breakRule })}
      />
      {values.breakRule === 'lower_rate' && (
        <TextField label="Lower rate a year, in percent" inputMode="decimal" {...field('breakRate')} />
      )}
      <TextField label="Days of notice before it is broken" inputMode="numeric" {...field('noticeDays')} />
    </>
  )
}

function RateFields({ values, errors, set }: Shown) {
  return (
    <>
      <TextField
        label="Interest a year, in percent"
        inputMode="decimal"
        value={values.rate}
        onChange={(rate) => set({ rate })}
        error={errors['rate']}
      />
      <Select
        label="A year has"
        value={values.dayCount}
        options={[
          { value: 'actual/365', label: '365 days' },
          { value: 'actual/360', label: '360 days' },
        ]}
        onChange={(dayCount) => dayCount && set({ dayCount })}
      />
      <Select
        label="Rounding"
        value={values.rounding}
        options={optionsOf(roundings, roundingNames)}
        onChange={(rounding) => rounding && set({ rounding })}
      />
    </>
  )
}
