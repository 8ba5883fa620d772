import { Suspense, lazy } from 'react'
import { lengthInWords, repaidEveryLabels } from '#features/loans/loans/rules/repaid-every.ts'
import { DateField } from '#ui/DateField.tsx'
import { fieldsOf } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select, type SelectOption } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText, todayInLagos } from '#ui/format.ts'
import type { EligibleLoan, Wish } from './eligibility-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const GoodsField = lazy(async () => ({ default: (await import('./GoodsField.tsx')).GoodsField }))

const prepaymentOptions: SelectOption<Wish['prepayment']>[] = [
  { value: 'fewer', label: strings.fewerInstalments },
  { value: 'smaller', label: strings.smallerInstalments },
]

type Fields = {
  values: Wish
  loans: readonly EligibleLoan[]
  loan: EligibleLoan | undefined
  shown: Record<string, string | undefined>
  set: (changes: Partial<Wish>) => void
  officer?: boolean
}

/** Which loan, how much, in how many instalments and what for. */
export function LoanWishFields({ values, loans, loan, shown, set, officer = false }: Fields) {
  // A sum that was typed is no price of goods, and goods pay for nothing else.
  const choose = (loanConfigId: string) =>
    set({
      loanConfigId,
      ...(loans.find((each) => each.loanConfigId === loanConfigId)?.forGoods !== loan?.forGoods && {
        principal: undefined,
        goods: [],
        settles: [],
      }),
    })
  const field = fieldsOf(values, set, shown)
  return (
    <>
      <Select
        label={strings.loan}
        value={loan?.loanConfigId ?? ''}
        options={loans.map(({ loanConfigId, name, ...rates }) => ({
          value: loanConfigId,
          label: `${name}, ${rateWords(rates)}`,
        }))}
        onChange={choose}
        error={shown['loanConfigId']}
      />
      {loan?.forGoods ? (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <GoodsField
            values={values}
            loan={loan}
            officer={officer}
            error={shown['goods'] ?? errorOfGoods(shown) ?? shown['principal']}
            set={set}
          />
        </Suspense>
      ) : (
        <MoneyField
          label={strings.amount}
          hint={
            loan
              ? fill(loan.isUpTo ? strings.upToNow : strings.atMostNow, { max: moneyText(loan.max), why: loan.why })
              : strings.shortAmounts
          }
          {...field('principal')}
        />
      )}
      <TextField
        label={strings.instalments}
        hint={
          loan &&
          fill(strings.repaidEveryAtMost, {
            repaidEvery: repaidEveryLabels[loan.repaidEvery],
            instalmentsMax: lengthInWords(loan.instalmentsMax, loan.repaidEvery),
            loan: rateStepsInWords(loan),
          })
        }
        inputMode="numeric"
        {...field('instalments')}
      />
      {loan?.wantsSalary && (
        <MoneyField
          label={strings.netSalaryOfAMonth}
          hint={strings.allDeductionsTogetherStayWithin}
          {...field('netSalary')}
        />
      )}
      {loan?.choosesPrepayment && (
        <Select
          label={strings.payingAheadBrings}
          value={values.prepayment}
          options={prepaymentOptions}
          onChange={(prepayment) => prepayment && set({ prepayment })}
          error={shown['prepayment']}
        />
      )}
      <DateField
        label={strings.wantedFrom}
        optional
        {...(!officer && { min: todayInLagos() })}
        hint={strings.theDayOnWhichIt}
        {...field('startOn')}
      />
      <TextField
        label={strings.purpose}
        optional
        maxLength={300}
        placeholder={strings.schoolFeesTradeRoof}
        {...field('purpose')}
      />
    </>
  )
}

/** The refusal of any of the goods that were named. */
function errorOfGoods(shown: Record<string, string | undefined>): string | undefined {
  return Object.entries(shown).find(([field]) => field.startsWith('goods.'))?.[1]
}

/** The yearly rate, or the least and the most of a loan whose length decides it. */
function rateWords({ annualRatePercent, rateSteps }: Pick<EligibleLoan, 'annualRatePercent' | 'rateSteps'>): string {
  const rates = [annualRatePercent, ...rateSteps.map((step) => step.annualRatePercent)]
  const [least, most] = [Math.min(...rates), Math.max(...rates)]
  return fill(strings.leastAYear, { least: least === most ? least : fill(strings.leastToMost, { least, most }) })
}

/** What loans of each length cost a year; nothing where all cost the same. */
function rateStepsInWords({
  annualRatePercent,
  rateSteps,
}: Pick<EligibleLoan, 'annualRatePercent' | 'rateSteps'>): string {
  if (rateSteps.length === 0) return ''
  return fill(strings.rateSteps, {
    steps: rateSteps.map((step) => `${step.instalments}: ${step.annualRatePercent} %`).join(strings.upToNext),
    annualRatePercent,
  })
}
