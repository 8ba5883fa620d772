import { useState } from 'react'
import { updateLoanConfiguration, createLoanConfiguration } from '#contract/society/configuration.ts'
import { hundredths } from '#domain/percent.ts'
import { type InstalmentUnit, instalmentUnits } from '#domain/lending/loans/due-dates.ts'
import { interestMethodLabels, interestMethods, type InterestMethod } from '#domain/lending/loans/loan.ts'
import { repaidEveryLabels } from '#domain/lending/loans/repaid-every.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Drawer, CancelOr } from '#web/ui/Dialog.tsx'
import { Form, fieldsOf } from '#web/ui/Form.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { chargesFrom, type ChargeValues, chargeValuesOf, LoanChargeFields } from './LoanChargeFields.tsx'
import { LoanRuleFields, rulesFrom, type RuleValues, ruleValuesOf } from './LoanRuleFields.tsx'
import { type LoanConfiguration } from './api.ts'

type Values = {
  name: string
  interestMethod: InterestMethod
  repaidEvery: InstalmentUnit
  annualRatePercent: string
  instalmentsMax: string
  savingsMultiple: string
} & RuleValues &
  ChargeValues
type Terms = Omit<LoanConfiguration, 'id' | 'isDefault' | 'retired'>

/** The form of a loan product, new or known. */
export function LoanConfigurationDrawer({
  loan,
  onClose,
}: {
  loan: LoanConfiguration | undefined
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>(() => ({
    name: loan?.name ?? '',
    interestMethod: loan?.interestMethod ?? 'equal_instalment',
    repaidEvery: loan?.repaidEvery ?? 'month',
    annualRatePercent: loan ? String(loan.annualRatePercent) : '',
    instalmentsMax: loan ? String(loan.instalmentsMax) : '',
    savingsMultiple: loan ? String(loan.savingsMultiple) : '',
    ...ruleValuesOf(loan),
    ...chargeValuesOf(loan),
  }))
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
      <Form
        id="loan-configuration"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : action.error}
      >
        {action.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={action.error} title="This was not saved" />
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
        <LoanChargeFields values={values} method={values.interestMethod} shown={shown} set={set} />
        <LoanRuleFields values={values} shown={shown} set={set} />
      </Form>
    </Drawer>
  )
}

function termsOf(values: Values): { terms: Terms; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const number = (field: 'annualRatePercent' | 'instalmentsMax' | 'savingsMultiple') => {
    const text = values[field].trim().replace(',', '.')
    const value = Number(text)
    if (text === '' || hundredths(value) === undefined) problems[field] = 'Enter a number with at most two decimals'
    return value
  }
  const name = values.name.trim()
  if (name === '') problems['name'] = 'Name the loan configuration'
  const ruled = rulesFrom(values)
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
  }
  return { terms, problems: { ...problems, ...ruled.problems, ...charged.problems } }
}
