import { Fragment } from 'react'
import { type SocietyKind, societyKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { bearsInterest } from '#features/society/configuration/rules/loan-product.ts'
import { societyPresets } from '#features/society/configuration/rules/society-presets.ts'
import { repaidEveryLabels } from '#features/loans/loans/rules/repaid-every.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ApprovalsSelect, approvalsNames } from './ApprovalsSelect.tsx'
import { societyKindNames } from './InterestFields.tsx'
import type { AmountName, Draft, LoanDraft, NumberName, TypeDraft } from './draft-api.ts'
import { kindWords, productWords, settingWords, Why } from './SetUpWords.tsx'

type StepProps = { draft: Draft; shown: Record<string, string | undefined>; set: (changes: Partial<Draft>) => void }

export function KindStep({
  kind,
  present,
  onChoose,
}: {
  kind: SocietyKind
  present: SocietyKind
  onChoose: (kind: SocietyKind) => void
}) {
  return (
    <fieldset className="set-up-choices">
      <legend>What kind of society are you?</legend>
      {societyKinds.map((each) => (
        <label key={each} className="set-up-choice">
          <input
            type="radio"
            name="society-kind"
            value={each}
            checked={each === kind}
            onChange={() => onChoose(each)}
          />
          <strong>{societyKindNames[each]}</strong>
          <span className="muted">{kindWords[each]}</span>
        </label>
      ))}
      <p className="muted">
        {kind === present
          ? 'The figures that follow are what you have now.'
          : 'The figures that follow are what such societies usually have.'}{' '}
        Set each one as your own bye-laws do; sections are those of the Nigerian Co-operative Societies Act, and your
        State's own law may number them otherwise.
      </p>
    </fieldset>
  )
}

function NumberSetting({ name, draft, shown, set }: StepProps & { name: NumberName }) {
  const { label, ...words } = settingWords[name]
  return (
    <TextField
      label={label}
      hint={<Why {...words} />}
      inputMode="decimal"
      value={draft.numbers[name]}
      onChange={(text) => set({ numbers: { ...draft.numbers, [name]: text } })}
      error={shown[name]}
    />
  )
}

function AmountSetting({ name, draft, shown, set }: StepProps & { name: AmountName }) {
  const { label, ...words } = settingWords[name]
  return (
    <MoneyField
      label={label}
      hint={<Why {...words} />}
      value={draft.amounts[name]}
      onChange={(amount) => set({ amounts: { ...draft.amounts, [name]: amount } })}
      error={shown[name]}
    />
  )
}

const noWords = { why: '', clause: '' }

export function SavingsStep(props: StepProps) {
  const { draft, shown, set } = props
  const change = (at: number, changes: Partial<TypeDraft>) =>
    set({ types: draft.types.map((each, index) => (index === at ? { ...each, ...changes } : each)) })
  return (
    <>
      <fieldset className="set-up-choices">
        <legend>What do members save on?</legend>
        {draft.types.map(({ name, on, rate }, at) => (
          <div key={name} className="set-up-choice">
            <Checkbox label={<strong>{name}</strong>} checked={on} onChange={(ticked) => change(at, { on: ticked })} />
            <p className="muted">
              <Why {...(productWords[name] ?? noWords)} />
            </p>
            {on && rate !== '' && (
              <TextField
                label={`Interest on ${name.toLowerCase()} a year, in percent`}
                inputMode="decimal"
                value={rate}
                onChange={(text) => change(at, { rate: text })}
                error={shown[`types.${at}.rate`]}
              />
            )}
          </div>
        ))}
      </fieldset>
      <AmountSetting {...props} name="contributionMin" />
      <AmountSetting {...props} name="shareParValue" />
      <NumberSetting {...props} name="sharesMin" />
      <NumberSetting {...props} name="shareCeilingPercent" />
    </>
  )
}

export function LoansStep(props: StepProps) {
  const { draft, shown, set } = props
  const change = (at: number, changes: Partial<LoanDraft>) =>
    set({ loans: draft.loans.map((each, index) => (index === at ? { ...each, ...changes } : each)) })
  const field = (at: number, name: 'rate' | 'instalments' | 'multiple', label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={draft.loans[at]?.[name] ?? ''}
      onChange={(text) => change(at, { [name]: text })}
      error={shown[`loans.${at}.${name}`]}
    />
  )
  return (
    <>
      <fieldset className="set-up-choices">
        <legend>What do members borrow?</legend>
        {draft.loans.map(({ name, on }, at) => (
          <div key={name} className="set-up-choice">
            <Checkbox label={<strong>{name}</strong>} checked={on} onChange={(ticked) => change(at, { on: ticked })} />
            <p className="muted">
              <Why
                why={`${productWords[name]?.why ?? ''}${costWords(draft, name)}`}
                clause={productWords[name]?.clause ?? ''}
              />
            </p>
            {on && (
              <div className="set-up-fields" role="group" aria-label={name}>
                {field(at, 'rate', isMargin(draft, name) ? 'Margin a year, percent' : 'Yearly rate, percent')}
                {field(at, 'instalments', instalmentsLabel(draft, name))}
                {field(at, 'multiple', 'Savings multiple')}
              </div>
            )}
          </div>
        ))}
      </fieldset>
      <NumberSetting {...props} name="savingsMultiple" />
      <NumberSetting {...props} name="waitingMonths" />
      <NumberSetting {...props} name="guarantorsRequired" />
    </>
  )
}

function costWords({ kind }: Draft, name: string): string {
  const loan = societyPresets[kind].loans.find((each) => each.name === name)
  if (!loan || !bearsInterest(loan)) return ''
  return loan.interestMethod === 'flat'
    ? ' Interest is on the whole loan until the end.'
    : ' Interest is on what is still owed.'
}

function instalmentsLabel({ kind }: Draft, name: string): string {
  const { repaidEvery = 'month' } = societyPresets[kind].loans.find((each) => each.name === name) ?? {}
  return repaidEvery === 'month'
    ? 'Instalments at most'
    : `Instalments at most, ${repaidEveryLabels[repaidEvery].toLowerCase()}`
}

function isMargin({ kind }: Draft, name: string): boolean {
  return societyPresets[kind].loans.some((loan) => loan.name === name && loan.interestMethod === 'murabaha')
}

export function RulesStep(props: StepProps) {
  const { draft, shown, set } = props
  return (
    <>
      <AmountSetting {...props} name="entranceFee" />
      <NumberSetting {...props} name="exitNoticeMonths" />
      <AmountSetting {...props} name="leavingFee" />
      {approvalsNames.map((name) => {
        const { label, ...words } = settingWords[name]
        return (
          <Fragment key={name}>
            <ApprovalsSelect
              label={label}
              hint={<Why {...words} />}
              value={draft.approvals[name]}
              onChange={(count) => set({ approvals: { ...draft.approvals, [name]: count } })}
              error={shown[name]}
            />
            {draft.approvals[name] !== 0 && <AmountSetting {...props} name={`${name}From`} />}
          </Fragment>
        )
      })}
      <p className="muted">
        As long as there is one login only, the same person records and approves, and the record says so.
      </p>
    </>
  )
}
