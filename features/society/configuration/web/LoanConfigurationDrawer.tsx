import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createLoanConfiguration,
  getConfiguration,
  updateLoanConfiguration,
} from '#features/society/configuration/contract.ts'
import { hundredths, millionths } from '#core/percent.ts'
import { type LoanPreset, societyPresets } from '#features/society/configuration/rules/society-presets.ts'
import { type InstalmentUnit, instalmentUnits } from '#features/loans/loans/rules/due-dates.ts'
import { interestMethodLabels, interestMethods, type InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { repaidEveryLabels } from '#features/loans/loans/rules/repaid-every.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { plainSchedule } from '#features/loans/loans/rules/schedule-terms.ts'
import { Fold } from '#ui/Fold.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form, fieldsOf } from '#ui/Form.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { chargesFrom, type ChargeValues, chargeValuesOf, LoanChargeFields } from './LoanChargeFields.tsx'
import { LoanExample } from './LoanExample.tsx'
import { LoanScheduleFields, scheduleFrom, type ScheduleValues, scheduleValuesOf } from './LoanScheduleFields.tsx'
import { LoanRuleFields, rulesFrom, type RuleValues, ruleValuesOf } from './LoanRuleFields.tsx'
import type { LoanConfiguration } from './api.ts'

type Values = {
  name: string
  interestMethod: InterestMethod
  repaidEvery: InstalmentUnit
  annualRatePercent: string
  instalmentsMax: string
  savingsMultiple: string
} & RuleValues &
  ChargeValues &
  ScheduleValues
type Terms = Omit<LoanConfiguration, 'id' | 'isDefault' | 'retired'>

/** The form of a loan product, new or known. */
export function LoanConfigurationDrawer({
  loan,
  onClose,
}: {
  loan: LoanConfiguration | undefined
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>(() => valuesOf(loan))
  const [example, setExample] = useState('')
  const settings = useQuery({ ...query(getConfiguration, {}), enabled: !loan })
  const presets = settings.data ? societyPresets[settings.data.societyKind].loans : []
  const [tries, setTries] = useState(0)
  const create = useAction(createLoanConfiguration)
  const update = useAction(updateLoanConfiguration)
  const action = loan ? update : create
  const { terms, problems } = termsOf(values)
  const refused = fieldErrors(action.error)
  const shown = { ...refused, ...(tries > 0 ? problems : {}) }
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (action.error) action.reset()
  }
  function submit() {
    setTries(tries + 1)
    if (Object.keys(problems).length > 0) return
    const onSuccess = () => {
      toast.success(loan ? `${terms.name} changed` : `${terms.name} added`)
      onClose()
    }
    if (loan) update.mutate({ id: loan.id, ...terms }, { onSuccess })
    else create.mutate(terms, { onSuccess })
  }
  const field = fieldsOf(values, set, shown)
  return (
    <Drawer
      open
      wide
      onClose={onClose}
      title={loan ? `Edit ${loan.name}` : 'Add loan'}
      {...(loan
        ? { description: 'The change holds for new applications. Loans that were asked for keep their terms.' }
        : {})}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="loan-configuration" busy={action.isPending}>
          {loan ? 'Save changes' : 'Add loan'}
        </CancelOr>
      }
    >
      <div className="loan-product">
        <Form
          id="loan-configuration"
          className="stack"
          onSubmit={submit}
          problems={tries > 0 && Object.keys(problems).length > 0 ? tries : action.error}
        >
          {action.error && Object.keys(refused).length === 0 && (
            <RefusedBanner error={action.error} title="This was not saved" />
          )}
          {presets.length > 0 && (
            <Select
              label="Start from"
              hint="What such societies usually offer; change what you like"
              value={example}
              placeholder="Nothing"
              options={presets.map(({ name }) => ({ value: name, label: name }))}
              onChange={(name) => {
                setExample(name)
                set(valuesOf(presetOf(presets.find((each) => each.name === name))))
              }}
            />
          )}
          <TextField
            label="Name"
            maxLength={60}
            placeholder="School fees"
            {...field('name')}

            data-autofocus
          />
          <Select
            label="Interest"
            value={values.interestMethod}
            options={optionsOf(interestMethods, interestMethodLabels)}
            onChange={(method) => method && set({ interestMethod: method })}
            error={shown['interestMethod']}
            {...(values.interestMethod === 'murabaha' && {
              hint: 'The margin is income of a trade, which is not exempt from tax (Nigeria Tax Act 2025, section 163). Ask your accountant.',
            })}
          />
          <TextField
            label="Yearly rate in percent"
            hint="For a whole year: 12 is 1 % a month"
            inputMode="decimal"
            {...field('annualRatePercent')}
          />
          <Select
            label="Repaid"
            hint="A weekly loan has 52 instalments in a year"
            value={values.repaidEvery}
            options={optionsOf(instalmentUnits, repaidEveryLabels)}
            onChange={(repaidEvery) => repaidEvery && set({ repaidEvery })}
            error={shown['repaidEvery']}
          />
          <TextField label="Instalments at most" inputMode="numeric" {...field('instalmentsMax')} />
          <LoanRuleFields values={values} shown={shown} set={set} />
          <LoanChargeFields values={values} method={values.interestMethod} shown={shown} set={set} />
          <Fold title="Advanced" note="How instalments are worked out" open={isAdvanced(loan)}>
            <LoanScheduleFields values={values} product={values} shown={shown} set={set} />
          </Fold>
        </Form>
        <LoanExample product={terms} isReadable={isReadable(problems)} />
      </div>
    </Drawer>
  )
}

function valuesOf(loan: Partial<LoanConfiguration> | undefined): Values {
  return {
    name: loan?.name ?? '',
    interestMethod: loan?.interestMethod ?? 'equal_instalment',
    repaidEvery: loan?.repaidEvery ?? 'month',
    annualRatePercent: loan?.annualRatePercent?.toString() ?? '',
    instalmentsMax: loan?.instalmentsMax?.toString() ?? '',
    savingsMultiple: loan?.savingsMultiple?.toString() ?? '',
    ...ruleValuesOf(loan),
    ...chargeValuesOf(loan),
    ...scheduleValuesOf(loan),
  }
}

function presetOf(preset: LoanPreset | undefined): Partial<LoanConfiguration> | undefined {
  return preset && { ...preset, approvalSteps: [...(preset.approvalSteps ?? [])] }
}

/** Whether it is told what instalments come to: the rest may still be missing. */
function isReadable(problems: Record<string, string>): boolean {
  const needed = ['annualRatePercent', 'instalmentsMax', 'rateSteps', 'fees', 'penalty']
  return !Object.keys(problems).some(
    (field) => field.startsWith('schedule.') || needed.some((name) => field.startsWith(name)),
  )
}

/** What is not as in every loan is unfolded. */
function isAdvanced(loan: LoanConfiguration | undefined): boolean {
  if (!loan) return false
  const { schedule } = loan
  const plain = Object.entries(plainSchedule) as [keyof typeof schedule, unknown][]
  return loan.rateSteps.length > 0 || plain.some(([field, value]) => schedule[field] !== value)
}

function termsOf(values: Values): { terms: Terms; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const number = (field: 'annualRatePercent' | 'instalmentsMax' | 'savingsMultiple') => {
    const text = values[field].trim().replace(',', '.')
    const value = Number(text)
    const [fits, decimals] =
      field === 'annualRatePercent' ? ([millionths, 'four'] as const) : ([hundredths, 'two'] as const)
    if (text === '' || fits(value) === undefined) problems[field] = `Enter a number with at most ${decimals} decimals`
    return value
  }
  const name = values.name.trim()
  if (name === '') problems['name'] = 'Name the loan configuration'
  const ruled = rulesFrom(values)
  const scheduled = scheduleFrom(values)
  const charged = chargesFrom(
    values.interestMethod === 'murabaha' ? { ...values, penalty: { ...values.penalty, of: 'none' } } : values,
  )
  const terms = {
    name,
    interestMethod: values.interestMethod,
    repaidEvery: values.repaidEvery,
    annualRatePercent: number('annualRatePercent'),
    instalmentsMax: number('instalmentsMax'),
    savingsMultiple: number('savingsMultiple'),
    ...ruled.rules,
    ...charged.charges,
    ...scheduled.terms,
  }
  return { terms, problems: { ...problems, ...ruled.problems, ...charged.problems, ...scheduled.problems } }
}
