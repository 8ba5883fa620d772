import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import type { EligibleLoan, Wish } from './eligibility-api.ts'

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
