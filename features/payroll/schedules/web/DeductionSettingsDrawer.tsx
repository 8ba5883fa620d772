import { useQuery } from '@tanstack/react-query'
import { updateDeductionSettings, getDeductionSettings } from '#features/payroll/schedules/contract.ts'
import { ArrowDown, ArrowUp } from 'lucide'
import { componentNames } from '#features/payroll/employers/rules/component.ts'
import { query } from '#ui/api/query.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { IconButton } from '#ui/Button.tsx'
import { Loading } from '#ui/LoadProblem.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import './DeductionSettingsDrawer.css'
import {
  creditMoments,
  type LevyCode,
  levyCodes,
  missedSavingsChoices,
} from '#features/payroll/schedules/rules/words.ts'
import type { Component } from '#features/payroll/employers/rules/words.ts'

const f = fieldsFor<typeof updateDeductionSettings>()

const moments = { deduction: 'When the employer has deducted', remittance: 'When the employer has paid' } as const
const lateLoans = [
  { value: 'one', label: 'One a month, missed ones at the end' },
  { value: 'all', label: 'All that is late, at once' },
] as const
const missedSavingsNames = {
  none: 'Not deducted again',
  one: 'One more month’s savings each month',
  all: 'All that was missed, at once',
} as const
const levyNames: Record<LevyCode, string> = {
  '3230': 'Education fund',
  '3240': 'Welfare fund',
  '3250': 'Building fund',
  '4910': 'Sundry income',
}

/** How deductions are shared and credited, by the bye-laws. */
export function DeductionSettingsDrawer({ onClose }: { onClose: () => void }) {
  const rules = useQuery(query(getDeductionSettings, {}))
  return (
    <ActionForm
      endpoint={updateDeductionSettings}
      held={rules.data}
      instead={!rules.data && <Loading of={rules} failed="Failed to load the rules" lines={5} />}
      title="Rules of deductions"
      description="By your bye-laws. What was sent or posted stays as it is."
      button="Save rules"
      failed="This was not saved"
      says="Rules saved"
      onClose={onClose}
    >
      <f.Any name="allocationOrder">{({ value, onChange }) => <Order order={value} onChange={onChange} />}</f.Any>
      <f.Choice name="creditOn" label="Members are credited" options={optionsOf(creditMoments, moments)} />
      <f.Any name="arrears">
        {({ value, onChange, ...field }) => (
          <Select
            label="Missed loan instalments"
            value={value ? 'all' : 'one'}
            options={lateLoans}
            onChange={(next) => onChange(next === 'all')}
            {...field}
          />
        )}
      </f.Any>
      <f.Choice
        name="missedSavings"
        label="Missed savings"
        options={optionsOf(missedSavingsChoices, missedSavingsNames)}
      />
      <f.Money name="levy" label="Levy a month" hint="Asked of each member on a schedule; ₦0 for none" />
      <f.Choice name="levyCode" label="The levy goes to" options={optionsOf(levyCodes, levyNames)} />
    </ActionForm>
  )
}

/** The parts of a deduction in the order in which money is used for them. */
function Order({ order, onChange }: { order: readonly Component[]; onChange: (order: readonly Component[]) => void }) {
  const move = (place: number, by: number) => {
    const next = [...order]
    const [component] = next.splice(place, 1)
    if (component) next.splice(place + by, 0, component)
    onChange(next)
  }
  return (
    <fieldset>
      <legend>A part payment is used for</legend>
      <ol className="allocation-order">
        {order.map((component, place) => (
          <li key={component}>
            <span>
              {place + 1}. {componentNames[component]}
            </span>
            <IconButton
              icon={ArrowUp}
              label={`${componentNames[component]} earlier`}
              disabled={place === 0}
              onClick={() => move(place, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={`${componentNames[component]} later`}
              disabled={place === order.length - 1}
              onClick={() => move(place, 1)}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
