import { useState } from 'react'
import { addFiling, removeFiling, updateFiling } from '#features/governance/filings/contract.ts'
import { isDay } from '#core/calendar.ts'
import { filingKindNames, filingKinds, monthsMax, remindDaysMax } from '#features/governance/filings/rules/filing.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import type { Filing } from './api.ts'

const isWhole = (text: string, max: number) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= max

/** Adds a day to the calendar, or changes one that is still to be done. */
export function FilingDrawer({ filing, onClose }: { filing: Filing | undefined; onClose: () => void }) {
  const [values, setValues] = useState({
    kind: filing?.kind ?? 'annual_return',
    name: filing?.name ?? '',
    authority: filing?.authority ?? '',
    dueOn: filing?.dueOn ?? '',
    everyMonths: filing ? String(filing.everyMonths ?? '') : '12',
    remindDays: String(filing?.remindDays ?? 30),
    note: filing?.note ?? '',
  })
  const [tries, setTries] = useState(0)
  const add = useAction(addFiling)
  const change = useAction(updateFiling)
  const { error, isPending } = filing ? change : add
  const remove = useAction(removeFiling, {
    onSuccess: () => {
      toast.success('Removed from the calendar')
      onClose()
    },
    onError: (thrown) => toast.error(sentence(thrown)),
  })
  const set = (changes: Partial<typeof values>) => {
    setValues({ ...values, ...changes })
    if (error) (filing ? change : add).reset()
  }
  const months = values.everyMonths.trim()
  const problems: Record<string, string> = {
    ...(values.name.trim() === '' && { name: 'Say what is to be done' }),
    ...(!isDay(values.dueOn) && { dueOn: 'Enter the day' }),
    ...(months !== '' &&
      !(isWhole(months, monthsMax) && Number(months) > 0) && { everyMonths: `Enter 1 to ${monthsMax}, or nothing` }),
    ...(!isWhole(values.remindDays, remindDaysMax) && {
      remindDays: `Enter a whole number from 0 to ${remindDaysMax}`,
    }),
  }
  const isReady = Object.keys(problems).length === 0
  const refused = fieldErrors(error)
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    const { kind, name, authority, dueOn, remindDays, note } = values
    if (!isReady || !isDay(dueOn)) return
    const plan = {
      ...{ kind, name, dueOn, remindDays: Number(remindDays), everyMonths: months === '' ? null : Number(months) },
      authority: authority.trim() || null,
      note: note.trim() || null,
    }
    const onSuccess = () => {
      toast.success(filing ? 'Saved' : 'Added to the calendar')
      onClose()
    }
    if (filing) change.mutate({ id: filing.id, ...plan }, { onSuccess })
    else add.mutate(plan, { onSuccess })
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={filing ? 'Change the day' : 'Add a day'}
      actions={
        <>
          {filing && (
            <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate({ id: filing.id })}>
              Remove
            </Button>
          )}
          <CancelOr onCancel={onClose} look="primary" type="submit" form="filing" busy={isPending}>
            Save
          </CancelOr>
        </>
      }
    >
      <Form id="filing" className="stack" problems={tries > 0 && !isReady ? tries : error} onSubmit={submit}>
        {error && Object.keys(refused).length === 0 && <RefusedBanner error={error} title="It was not saved" />}
        {filing?.isPreset && (
          <Banner tone="warning" title="This day is a usual one">
            Saving says that it is right for your society.
          </Banner>
        )}
        <Select
          label="Kind"
          value={values.kind}
          options={optionsOf(filingKinds, filingKindNames)}
          onChange={(kind) => kind && set({ kind })}
        />
        <TextField
          label="What is to be done"
          maxLength={120}
          value={values.name}
          onChange={(name) => set({ name })}
          error={shown['name']}
          data-autofocus
        />
        <TextField
          label="To whom"
          optional
          maxLength={120}
          value={values.authority}
          onChange={(authority) => set({ authority })}
          error={shown['authority']}
        />
        <DateField label="Due on" value={values.dueOn} onChange={(dueOn) => set({ dueOn })} error={shown['dueOn']} />
        <div className="columns">
          <TextField
            label="Comes again after months"
            optional
            inputMode="numeric"
            maxLength={2}
            hint="12 for each year, nothing for once"
            value={values.everyMonths}
            onChange={(everyMonths) => set({ everyMonths })}
            error={shown['everyMonths']}
          />
          <TextField
            label="Tell officers so many days before"
            inputMode="numeric"
            maxLength={3}
            value={values.remindDays}
            onChange={(remindDays) => set({ remindDays })}
            error={shown['remindDays']}
          />
        </div>
        <TextAreaField
          label="Note"
          optional
          rows={3}
          maxLength={500}
          value={values.note}
          onChange={(note) => set({ note })}
          error={shown['note']}
        />
      </Form>
    </Drawer>
  )
}
