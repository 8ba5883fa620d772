import { useQuery } from '@tanstack/react-query'
import { updateReminders, getReminders } from '#features/loans/reminders/contract.ts'
import { remindDaysMax } from '#features/loans/loans/rules/reminder.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'
import type { Reminders } from './api.ts'

/** When borrowers are reminded of their instalments, and how. */
export function ReminderSettings() {
  const asked = useQuery(query(getReminders, {}))
  return (
    <section className="settings-section">
      <div>
        <h2>Reminders</h2>
        <p className="muted">
          Sent from seven in the morning, each once. What an employer has deducted and not yet paid over counts as paid.
        </p>
      </div>
      {asked.isError && <LoadProblem title="Failed to load the reminders" of={asked} />}
      {asked.isPending && <SkeletonLines lines={3} />}
      {asked.data && <Fields kept={asked.data} />}
    </section>
  )
}

const before = Array.from({ length: remindDaysMax + 1 }, (_, days) => ({
  value: String(days),
  label: days === 0 ? 'Not before it falls due' : `${plural(days, 'day')} before it falls due`,
}))

function Fields({ kept }: { kept: Reminders }) {
  const { values, edits, edit: set, forget } = useEdits<Reminders>(kept)
  const update = useAction(updateReminders)
  const isChanged = (Object.keys(kept) as (keyof Reminders)[]).some((field) => kept[field] !== values[field])
  function submit() {
    if (!isChanged) return
    update.mutate(edits, {
      onSuccess: () => {
        forget()
        toast.success('Reminders changed')
      },
    })
  }
  return (
    <Form className="stack" problems={update.error} onSubmit={submit}>
      <Select
        label="Remind of an instalment"
        value={String(values.remindDaysBefore)}
        options={before}
        onChange={(days) => set({ remindDaysBefore: Number(days || 0) })}
        error={fieldErrors(update.error)['remindDaysBefore']}
      />
      <Checkbox
        label="and 1, 7 and 30 days after, while something is late; at 30 days its guarantors too"
        checked={values.remindOverdue}
        onChange={(remindOverdue) => set({ remindOverdue })}
      />
      <Checkbox label="Also by SMS" checked={values.remindBySms} onChange={(remindBySms) => set({ remindBySms })} />
      <Checkbox
        label="Also by email"
        checked={values.remindByEmail}
        onChange={(remindByEmail) => set({ remindByEmail })}
      />
      {update.error && <RefusedBanner error={update.error} title="The reminders were not changed" />}
      <div className="settings-save">
        <span className="muted" aria-live="polite">
          {isChanged ? 'Changed, not saved yet.' : 'No changes.'}
        </span>
        <Button needs="configuration.update" look="primary" type="submit" busy={update.isPending} disabled={!isChanged}>
          Save reminders
        </Button>
      </div>
    </Form>
  )
}
