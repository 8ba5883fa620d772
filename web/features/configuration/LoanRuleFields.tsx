import { X } from 'lucide'
import { limitBases, limitBasisLabels } from '#domain/loans/loan-terms.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import './LoanRuleFields.css'
import type { RuleValues } from './loan-rules.ts'

type Values = RuleValues & { savingsMultiple: string }
type Fields = { values: Values; shown: Record<string, string | undefined>; set: (changes: Partial<Values>) => void }

/** What a loan product asks: how much it may be, of whom, who stands for it and who approves it. */
export function LoanRuleFields({ values, shown, set }: Fields) {
  const number = (field: 'waitingMonths' | 'guarantorsRequired' | 'guarantorCoverPercent' | 'ownCoverPercent' | 'loansMax' | 'sameLoansMax', label: string, hint: string) => (
    <TextField label={label} hint={hint} optional inputMode="numeric" value={values[field]} onChange={(text) => set({ [field]: text })} error={shown[field]} />
  )
  const errorOf = (field: string) => shown[field] ?? Object.entries(shown).find(([name]) => name.startsWith(`${field}.`))?.[1]
  return (
    <>
      <TextField
        label="Times the savings"
        hint="2 means: with ₦100,000 saved, at most ₦200,000; 0.25 a quarter of the savings"
        inputMode="decimal"
        value={values.savingsMultiple}
        onChange={(savingsMultiple) => set({ savingsMultiple })}
        error={shown['savingsMultiple']}
      />
      <Select label="A multiple of" value={values.limitOn} options={limitBases.map((value) => ({ value, label: limitBasisLabels[value] }))} onChange={(limitOn) => limitOn && set({ limitOn })} error={shown['limitOn']} />
      <Fold title="More by years of membership" note="Another multiple from a number of years on" open={values.yearSteps.length > 0}>
        <Steps
          rows={values.yearSteps}
          labels={{ years: 'From years', multiple: 'Times' }}
          empty={{ years: '', multiple: '' }}
          add="Add a step"
          error={errorOf('yearSteps')}
          onChange={(yearSteps) => set({ yearSteps })}
        />
      </Fold>
      <Fold title="Who may borrow" note="Waiting months, salary, loans at once">
        {number('waitingMonths', 'Months to wait after joining', 'Empty: as the settings say')}
        <Checkbox label="All deductions of a month stay within a third of the net salary" checked={values.thirdOfSalary} onChange={(thirdOfSalary) => set({ thirdOfSalary })} />
        {number('loansMax', 'Loans at once', 'Of any kind, this one included. Empty: as many as the savings allow')}
        {number('sameLoansMax', 'Loans of this kind at once', 'Empty: as many as the savings allow')}
      </Fold>
      <Fold title="What stands for it" note="Guarantors and pledged savings">
        {number('guarantorsRequired', 'Guarantors', 'Empty: as the settings say')}
        {number('guarantorCoverPercent', "Guarantors' savings in percent of the loan", '100: their pledged savings cover all of it. Empty: their word alone')}
        <Checkbox label="Guarantors owe no loan themselves" checked={values.guarantorsUnindebted} onChange={(guarantorsUnindebted) => set({ guarantorsUnindebted })} />
        {number('ownCoverPercent', "Borrower's own savings that stay, in percent of the loan", 'Empty: none')}
      </Fold>
      <Fold title="Who approves it" note="More officers for larger loans" open={values.approvalSteps.length > 0}>
        <Steps
          rows={values.approvalSteps}
          labels={{ from: 'From amount', approvals: 'Officers' }}
          empty={{ from: '', approvals: '' }}
          add="Add a step"
          error={errorOf('approvalSteps')}
          onChange={(approvalSteps) => set({ approvalSteps })}
        />
      </Fold>
    </>
  )
}

/** A short table of steps that are typed in, each with its own way out. */
function Steps<Row extends Record<string, string>>({ rows, labels, empty, add, error, onChange }: { rows: Row[]; labels: Record<keyof Row & string, string>; empty: Row; add: string; error: string | undefined; onChange: (rows: Row[]) => void }) {
  const fields = Object.keys(labels) as (keyof Row & string)[]
  return (
    <div className="stack">
      {rows.map((row, at) => (
        // Steps have no name of their own; they stay in the order in which they were added.
        <div key={at} className="rule-step">
          {fields.map((field) => (
            <TextField key={field} label={labels[field]} inputMode="decimal" value={row[field] ?? ''} onChange={(text) => onChange(rows.map((each, index) => (index === at ? { ...each, [field]: text } : each)))} />
          ))}
          <IconButton icon={X} label={`Remove step ${at + 1}`} onClick={() => onChange(rows.filter((_, index) => index !== at))} />
        </div>
      ))}
      {error && <p className="field__error">{error}</p>}
      <div>
        <Button size="small" onClick={() => onChange([...rows, empty])}>
          {add}
        </Button>
      </div>
    </div>
  )
}
