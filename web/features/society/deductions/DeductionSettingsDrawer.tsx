import { useQuery } from '@tanstack/react-query'
import { updateDeductionSettings, getDeductionSettings } from '#contract/society/deductions.ts'
import { ArrowDown, ArrowUp } from 'lucide'
import { componentNames } from '#domain/society/deductions/component.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Drawer, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useEdits } from '#web/ui/use-edits.ts'
import './DeductionSettingsDrawer.css'
import type { DeductionSettings } from './api.ts'
import { creditMoments, type LevyCode, levyCodes, missedSavingsChoices } from '#domain/society/deductions/words.ts'

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
  const { data, error, refetch } = useQuery(query(getDeductionSettings, {}))
  if (data) return <SettingsForm settings={data} onClose={onClose} />
  return (
    <Drawer open onClose={onClose} title="Rules of deductions" actions={<Button onClick={onClose}>Cancel</Button>}>
      {error ? (
        <LoadProblem title="Failed to load the rules" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Drawer>
  )
}

function SettingsForm({ settings, onClose }: { settings: DeductionSettings; onClose: () => void }) {
  const { values, edit } = useEdits<Omit<DeductionSettings, 'levy'> & { levy: Kobo | undefined }>(settings)
  const { allocationOrder: order, creditOn, levy, levyCode, arrears, missedSavings } = values
  const update = useAction(updateDeductionSettings)
  const move = (place: number, by: number) => {
    const next = [...order]
    const [component] = next.splice(place, 1)
    if (component) next.splice(place + by, 0, component)
    edit({ allocationOrder: next })
  }
  const done = () => {
    toast.success('Rules saved')
    onClose()
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Rules of deductions"
      description="By your bye-laws. What was sent or posted stays as it is."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="deduction-settings" busy={update.isPending}>
          Save rules
        </CancelOr>
      }
    >
      <Form
        id="deduction-settings"
        className="stack"
        onSubmit={() =>
          update.mutate(
            { allocationOrder: order, creditOn, levy: levy ?? zeroKobo, levyCode, arrears, missedSavings },
            { onSuccess: done },
          )
        }
      >
        {update.error && <RefusedBanner error={update.error} title="This was not saved" />}
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
        <Select
          label="Members are credited"
          value={creditOn}
          options={optionsOf(creditMoments, moments)}
          onChange={(next) => next && edit({ creditOn: next })}
        />
        <Select
          label="Missed loan instalments"
          value={arrears ? 'all' : 'one'}
          options={lateLoans}
          onChange={(next) => edit({ arrears: next === 'all' })}
        />
        <Select
          label="Missed savings"
          value={missedSavings}
          options={optionsOf(missedSavingsChoices, missedSavingsNames)}
          onChange={(next) => next && edit({ missedSavings: next })}
        />
        <MoneyField
          label="Levy a month"
          hint="Asked of each member on a schedule; ₦0 for none"
          value={levy}
          onChange={(amount) => edit({ levy: amount })}
        />
        <Select
          label="The levy goes to"
          value={levyCode}
          options={optionsOf(levyCodes, levyNames)}
          onChange={(next) => next && edit({ levyCode: next })}
        />
      </Form>
    </Drawer>
  )
}
