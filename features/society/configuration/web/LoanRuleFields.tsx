import { hundredths } from '#core/percent.ts'
import { type LimitBasis, limitBases, limitBasisLabels } from '#features/loans/loans/rules/loan-terms.ts'
import { koboFromText, nairaText } from '#core/money.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Steps } from './Steps.tsx'
import type { LoanConfiguration } from './api.ts'

type Rules = Pick<
  LoanConfiguration,
  | 'limitOn'
  | 'yearSteps'
  | 'waitingMonths'
  | 'guarantorsRequired'
  | 'guarantorsUnindebted'
  | 'guarantorCoverPercent'
  | 'ownCoverPercent'
  | 'thirdOfSalary'
  | 'overdueDaysMax'
  | 'writtenOffMayBorrow'
  | 'loansMax'
  | 'sameLoansMax'
  | 'approvalSteps'
  | 'topUpAfterPercent'
  | 'forGoods'
>

/** What is typed for a product's rules: an empty number means as the cooperative does, or no rule. */
export type RuleValues = {
  limitOn: LimitBasis
  yearSteps: { years: string; multiple: string }[]
  waitingMonths: string
  guarantorsRequired: string
  guarantorsUnindebted: boolean
  guarantorCoverPercent: string
  ownCoverPercent: string
  thirdOfSalary: boolean
  overdueDaysMax: string
  writtenOffMayBorrow: boolean
  loansMax: string
  sameLoansMax: string
  topUpAfterPercent: string
  forGoods: boolean
  approvalSteps: { from: string; approvals: string }[]
}

const zeroAsEmpty = (number: number | undefined) => (number ? String(number) : '')

export function ruleValuesOf(loan: Partial<LoanConfiguration> | undefined): RuleValues {
  return {
    limitOn: loan?.limitOn ?? 'savings',
    yearSteps: (loan?.yearSteps ?? []).map(({ years, multiple }) => ({
      years: String(years),
      multiple: String(multiple),
    })),
    waitingMonths: loan?.waitingMonths?.toString() ?? '',
    guarantorsRequired: loan?.guarantorsRequired?.toString() ?? '',
    guarantorsUnindebted: loan?.guarantorsUnindebted ?? false,
    guarantorCoverPercent: zeroAsEmpty(loan?.guarantorCoverPercent),
    ownCoverPercent: zeroAsEmpty(loan?.ownCoverPercent),
    thirdOfSalary: loan?.thirdOfSalary ?? false,
    overdueDaysMax: loan ? (loan.overdueDaysMax?.toString() ?? '') : '30',
    writtenOffMayBorrow: loan?.writtenOffMayBorrow ?? false,
    loansMax: zeroAsEmpty(loan?.loansMax),
    sameLoansMax: zeroAsEmpty(loan?.sameLoansMax),
    forGoods: loan?.forGoods ?? false,
    topUpAfterPercent: loan?.topUpAfterPercent?.toString() ?? '',
    approvalSteps: (loan?.approvalSteps ?? []).map(({ from, approvals }) => ({
      from: nairaText(from).replace(/\.00$/, ''),
      approvals: String(approvals),
    })),
  }
}

/** What was typed, as the server takes it, and what of it can't be read. */
export function rulesFrom(values: RuleValues): { rules: Rules; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const whole = (field: keyof RuleValues, text: string, max: number): number | null => {
    if (text.trim() === '') return null
    const number = Number(text)
    if (!/^\d+$/.test(text.trim()) || number > max)
      problems[field] = `Enter a whole number from 0 to ${max}, or leave it empty`
    return number
  }
  const yearSteps = values.yearSteps.map(({ years, multiple }) => ({
    years: Number(years),
    multiple: Number(multiple.replace(',', '.')),
  }))
  if (
    yearSteps.some(
      ({ years, multiple }, index) =>
        !/^\d{1,2}$/.test(values.yearSteps[index]?.years ?? '') || years > 60 || hundredths(multiple) === undefined,
    )
  ) {
    problems['yearSteps'] = 'Enter whole years and a number with at most two decimals in each step'
  }
  const approvalSteps = values.approvalSteps.map(({ from, approvals }) => ({
    from: koboFromText(from),
    approvals: Number(approvals),
  }))
  if (approvalSteps.some(({ from, approvals }) => from === undefined || from < 0n || ![1, 2, 3].includes(approvals)))
    problems['approvalSteps'] = 'Enter an amount and 1, 2 or 3 officers in each step'
  const rules: Rules = {
    limitOn: values.limitOn,
    guarantorsUnindebted: values.guarantorsUnindebted,
    thirdOfSalary: values.thirdOfSalary,
    overdueDaysMax: whole('overdueDaysMax', values.overdueDaysMax, 365),
    writtenOffMayBorrow: values.writtenOffMayBorrow,
    forGoods: values.forGoods,
    yearSteps,
    waitingMonths: whole('waitingMonths', values.waitingMonths, 120),
    guarantorsRequired: whole('guarantorsRequired', values.guarantorsRequired, 10),
    guarantorCoverPercent: whole('guarantorCoverPercent', values.guarantorCoverPercent, 100) ?? 0,
    ownCoverPercent: whole('ownCoverPercent', values.ownCoverPercent, 100) ?? 0,
    loansMax: whole('loansMax', values.loansMax, 20) ?? 0,
    sameLoansMax: whole('sameLoansMax', values.sameLoansMax, 20) ?? 0,
    topUpAfterPercent: whole('topUpAfterPercent', values.topUpAfterPercent, 100),
    approvalSteps: approvalSteps.flatMap(({ from, approvals }) => (from === undefined ? [] : [{ from, approvals }])),
  }
  return { rules, problems }
}

type Values = RuleValues & { savingsMultiple: string }
type Fields = { values: Values; shown: Record<string, string | undefined>; set: (changes: Partial<Values>) => void }

/** What a loan product asks: how much it may be, of whom, who guarantees it and who approves it. */
export function LoanRuleFields({ values, shown, set }: Fields) {
  const number = (
    field:
      | 'waitingMonths'
      | 'guarantorsRequired'
      | 'guarantorCoverPercent'
      | 'ownCoverPercent'
      | 'overdueDaysMax'
      | 'loansMax'
      | 'sameLoansMax'
      | 'topUpAfterPercent',
    label: string,
    hint: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      optional
      inputMode="numeric"
      value={values[field]}
      onChange={(text) => set({ [field]: text })}
      error={shown[field]}
    />
  )
  const errorOf = (field: string) =>
    shown[field] ?? Object.entries(shown).find(([name]) => name.startsWith(`${field}.`))?.[1]
  return (
    <>
      <Checkbox
        label="For goods of the society’s list: it is as much as they cost"
        checked={values.forGoods}
        onChange={(forGoods) => set({ forGoods })}
      />
      <TextField
        label="Savings multiple"
        hint="2 means: with ₦100,000 saved, at most ₦200,000; 0.25 a quarter of the savings"
        inputMode="decimal"
        value={values.savingsMultiple}
        onChange={(savingsMultiple) => set({ savingsMultiple })}
        error={shown['savingsMultiple']}
      />
      <Select
        label="A multiple of"
        value={values.limitOn}
        options={optionsOf(limitBases, limitBasisLabels)}
        onChange={(limitOn) => limitOn && set({ limitOn })}
        error={shown['limitOn']}
      />
      <Fold
        title="More by years of membership"
        note="Another multiple from a number of years on"
        open={values.yearSteps.length > 0}
      >
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
        <Checkbox
          label="All deductions of a month stay within a third of the net salary"
          checked={values.thirdOfSalary}
          onChange={(thirdOfSalary) => set({ thirdOfSalary })}
        />
        {number(
          'overdueDaysMax',
          'Days that an instalment may be overdue',
          'Of any loan of the member. Empty: as many as it likes',
        )}
        <Checkbox
          label="Members who still owe a written-off loan may borrow"
          checked={values.writtenOffMayBorrow}
          onChange={(writtenOffMayBorrow) => set({ writtenOffMayBorrow })}
        />
        {number('loansMax', 'Loans at once', 'Of any kind, this one included. Empty: as many as the savings allow')}
        {number('sameLoansMax', 'Loans of this kind at once', 'Empty: as many as the savings allow')}
        {number(
          'topUpAfterPercent',
          'A new loan may settle this one, once so much is repaid, in percent',
          'Empty: never. 0: from the first day',
        )}
      </Fold>
      <Fold title="Security" note="Guarantors and pledged savings">
        {number('guarantorsRequired', 'Guarantors', 'Empty: as the settings say')}
        {number(
          'guarantorCoverPercent',
          "Guarantors' savings in percent of the loan",
          '100: their pledged savings cover all of it. Empty: their word alone',
        )}
        <Checkbox
          label="Guarantors owe no loan themselves"
          checked={values.guarantorsUnindebted}
          onChange={(guarantorsUnindebted) => set({ guarantorsUnindebted })}
        />
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
