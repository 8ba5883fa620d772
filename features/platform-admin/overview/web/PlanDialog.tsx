import { useState } from 'react'
import { updatePlan } from '#features/platform-admin/overview/contract.ts'
import { type Day, addDays, isDay } from '#core/calendar.ts'
import { isTrialEnd, type Plan, plans, trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { todayInLagos } from '#ui/format.ts'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import { planWords } from './PlanTag.tsx'
import type { CooperativeDetail } from './api.ts'

const planOptions = optionsOf(plans, planWords)

/** Another plan, or more time for the trial: two weeks more are offered. */
export function PlanDialog({ cooperative, onClose }: { cooperative: CooperativeDetail; onClose: () => void }) {
  const today = todayInLagos()
  const [plan, setPlan] = useState<Plan>(cooperative.plan)
  const [endsOn, setEndsOn] = useState<string>(() => laterEnd(cooperative.trialEndsOn, today))
  const [reason, setReason] = useState('')
  const update = useAction(updatePlan)
  const begun = cooperative.trialEndsOn !== null || cooperative.status !== 'pending'
  const takesDay = plan === 'trial' && begun
  const problems = {
    ...(takesDay && !(isDay(endsOn) && isTrialEnd(endsOn, today))
      ? { trialEndsOn: 'Choose a day from today to a year ahead.' }
      : {}),
    ...(reason.trim() === '' ? { reason: 'Give the reason' } : {}),
  }
  const tried = useTried(update, problems)
  const { shown } = tried

  function submit() {
    update.mutate(
      {
        id: cooperative.id,
        reason: reason.trim(),
        ...(plan === cooperative.plan ? {} : { plan }),
        ...(takesDay ? { trialEndsOn: endsOn as Day } : {}),
      },
      toastThen('Plan changed', onClose),
    )
  }

  return (
    <FormDialog
      id="plan"
      tried={tried}
      title={`Plan of ${cooperative.name}`}
      description="A plan opens and closes nothing: the cooperative’s records stay readable and writable on each. It is told of the change."
      button="Change plan"
      failed="The plan was not changed"
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Plan"
        name="plan"
        value={plan}
        options={planOptions}
        onChange={(next) => next && setPlan(next)}
        error={shown['plan']}
      />
      {takesDay && (
        <DateField
          label="Last day of the trial"
          name="trialEndsOn"
          min={today}
          value={endsOn}
          onChange={setEndsOn}
          error={shown['trialEndsOn']}
        />
      )}
      {plan === 'trial' && !begun && <p className="muted">The trial begins when the cooperative is approved.</p>}
      <TextAreaField
        label="Reason"
        name="reason"
        maxLength={500}
        rows={3}
        hint="Kept in the history; the cooperative does not read it."
        value={reason}
        onChange={setReason}
        error={shown['reason']}
      />
    </FormDialog>
  )
}

function laterEnd(endsOn: Day | null, today: Day): Day {
  if (endsOn === null) return trialEndFrom(today)
  return addDays(endsOn > today ? endsOn : today, 14)
}
