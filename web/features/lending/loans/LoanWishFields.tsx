import { Suspense, lazy } from 'react'
import { lengthInWords, repaidEveryLabels } from '#domain/lending/loans/repaid-every.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { fieldsOf } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Select, type SelectOption } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { moneyText, todayInLagos } from '#web/ui/format.ts'
import type { EligibleLoan, Wish } from './eligibility-api.ts'

const GoodsField = lazy(async () => ({ default: (await import('./GoodsField.tsx')).GoodsField }))

const prepaymentOptions: SelectOption<Wish['prepayment']>[] = [
  { value: 'fewer', label: 'Fewer instalments' },
  { value: 'smaller', label: 'Smaller instalments' },
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
        label="Loan"
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
          label="Amount"
          hint={
            loan
              ? `${loan.isUpTo ? 'Up to' : 'At most'} ${moneyText(loan.max)} now: ${loan.why}.${loan.isUpTo ? ' Enter the net salary to see how much.' : ''}`
              : '250k means 250,000'
          }
          {...field('principal')}
        />
      )}
      <TextField
        label="Instalments"
        hint={
          loan &&
          `${repaidEveryLabels[loan.repaidEvery]}, at most ${lengthInWords(loan.instalmentsMax, loan.repaidEvery)}${rateStepsInWords(loan)}`
        }
        inputMode="numeric"
        {...field('instalments')}
      />
      {loan?.wantsSalary && (
        <MoneyField
          label="Net salary of a month"
          hint="All deductions together stay within a third of it"
          {...field('netSalary')}
        />
      )}
      <DateField
        label="Wanted from"
        optional
        {...(!officer && { min: todayInLagos() })}
        hint="The day on which it is paid out decides when instalments fall due"
        {...field('startOn')}
      />
      {loan?.choosesPrepayment && (
        <Select
          label="Paying ahead brings"
          value={values.prepayment}
          options={prepaymentOptions}
          onChange={(prepayment) => prepayment && set({ prepayment })}
          error={shown['prepayment']}
        />
      )}
      <TextField
        label="Purpose"
        optional
        maxLength={300}
        placeholder="School fees, trade, roof"
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
  return `${least === most ? least : `${least} to ${most}`} % a year`
}

/** What loans of each length cost a year; nothing where all cost the same. */
function rateStepsInWords({
  annualRatePercent,
  rateSteps,
}: Pick<EligibleLoan, 'annualRatePercent' | 'rateSteps'>): string {
  if (rateSteps.length === 0) return ''
  return `. Up to ${rateSteps.map((step) => `${step.instalments}: ${step.annualRatePercent} %`).join(', up to ')}, more: ${annualRatePercent} %`
}
