import type { Kobo } from '#domain/money.ts'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import type { EligibleLoan } from './api.ts'
import type { Person } from './people-api.ts'

/** What somebody fills in to ask for a loan. */
export type Wish = {
  loanConfigId: string
  principal: Kobo | undefined
  instalments: string
  netSalary: Kobo | undefined
  purpose: string
  collateral: string
  guarantors: readonly Person[]
}

export const nothingWished: Wish = { loanConfigId: '', principal: undefined, instalments: '', netSalary: undefined, purpose: '', collateral: '', guarantors: [] }

/** How many instalments are asked for; undefined for what is no such number. */
export function instalmentsOf({ instalments }: Pick<Wish, 'instalments'>): number | undefined {
  return /^\d{1,3}$/.test(instalments) && Number(instalments) > 0 && Number(instalments) <= 600 ? Number(instalments) : undefined
}

/** What is still wrong with the amount and its terms, by field. */
export function wishProblems(wish: Wish, loan: EligibleLoan | undefined): Record<string, string> {
  const { principal } = wish
  const instalments = instalmentsOf(wish)
  const max = loan?.instalmentsMax ?? 600
  return {
    ...(principal === undefined || principal <= 0n
      ? { principal: 'Enter the amount, such as 250,000 or 250k' }
      : loan && principal > loan.max
        ? { principal: `At most ${moneyText(loan.max)} can be borrowed now: ${loan.why}.` }
        : {}),
    ...(instalments === undefined || instalments > max ? { instalments: `Enter a whole number from 1 to ${max}` } : {}),
    ...(loan?.wantsSalary && wish.netSalary === undefined ? { netSalary: 'Enter the net salary of a month' } : {}),
  }
}

export function guarantorProblem({ guarantors }: Pick<Wish, 'guarantors'>, { guarantorsRequired }: EligibleLoan): Record<string, string> {
  return guarantors.length < guarantorsRequired ? { guarantors: `Name ${guarantorsRequired} ${guarantorsRequired === 1 ? 'guarantor' : 'guarantors'}` } : {}
}

type Fields = { values: Wish; loans: readonly EligibleLoan[]; loan: EligibleLoan | undefined; shown: Record<string, string | undefined>; set: (changes: Partial<Wish>) => void }

/** Which loan, how much, in how many instalments and what for. */
export function LoanWishFields({ values, loans, loan, shown, set }: Fields) {
  return (
    <>
      <Select
        label="Loan"
        value={loan?.loanConfigId ?? ''}
        options={loans.map(({ loanConfigId, name, annualRatePercent }) => ({ value: loanConfigId, label: `${name}, ${annualRatePercent} % a year` }))}
        onChange={(loanConfigId) => set({ loanConfigId })}
        error={shown['loanConfigId']}
      />
      <MoneyField label="Amount" hint={loan ? `At most ${moneyText(loan.max)} now: ${loan.why}.` : '250k means 250,000'} value={values.principal} onChange={(principal) => set({ principal })} error={shown['principal']} />
      <TextField label="Instalments" hint={loan ? `At most ${loan.instalmentsMax}` : undefined} inputMode="numeric" value={values.instalments} onChange={(instalments) => set({ instalments })} error={shown['instalments']} />
      {loan?.wantsSalary && (
        <MoneyField label="Net salary of a month" hint="All deductions together stay within a third of it" value={values.netSalary} onChange={(netSalary) => set({ netSalary })} error={shown['netSalary']} />
      )}
      <TextField label="Purpose" optional maxLength={300} placeholder="School fees, trade, roof" value={values.purpose} onChange={(purpose) => set({ purpose })} error={shown['purpose']} />
    </>
  )
}
