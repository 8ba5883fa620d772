import { useState } from 'react'
import { headingsRead } from '#features/accounting/reconciliation/rules/correcting.ts'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import type { Asked, Reconciliation, StatementRead } from './api.ts'

type Chosen = ReturnType<typeof headingsRead>
type Field = keyof Chosen

const fields: { field: Field; label: string; hint: string; mayLack: boolean }[] = [
  { field: 'on', label: 'Date', hint: 'The day on which the money moved', mayLack: false },
  { field: 'narration', label: 'Narration', hint: 'What the bank says about it', mayLack: false },
  { field: 'paidIn', label: 'Money in', hint: 'Also called credit', mayLack: true },
  { field: 'paidOut', label: 'Money out', hint: 'Also called debit', mayLack: true },
  {
    field: 'amount',
    label: 'Amount in one column',
    hint: 'Where one column has both, with a minus for money out',
    mayLack: true,
  },
  { field: 'side', label: 'DR or CR', hint: 'Where a column of its own says it of the amount', mayLack: true },
  { field: 'balance', label: 'Balance', hint: 'After each line', mayLack: false },
]

/** Which column of the bank's file is what; remembered for the account once the statement is added. */
export function StatementColumns({
  account,
  read,
  isOrderSaid,
  onUse,
  onClose,
}: {
  account: Reconciliation
  read: StatementRead
  isOrderSaid: boolean
  onUse: (columns: NonNullable<Asked['columns']>) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(headingsRead(read.columns))
  // Dates of which no one has spoken stay a question.
  const [dayOrder, setDayOrder] = useState(isOrderSaid ? read.dayOrder : undefined)
  const [tried, setTried] = useState(0)
  const headings = [...new Set(read.columns.map(({ heading }) => heading))]
  const problems = problemsOf(chosen)
  const shown = tried > 0 ? problems : {}
  function submit() {
    setTried(tried + 1)
    if (Object.keys(problems).length === 0) onUse({ ...chosen, ...(dayOrder && { dayOrder }) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Which column is what?"
      description={`Remembered for ${account.name} once you have added the statement.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="statement-columns">
          Use these columns
        </CancelOr>
      }
    >
      <Form id="statement-columns" className="stack" onSubmit={submit} problems={tried > 0 && tried}>
        {fields.map(({ field, label, hint, mayLack }) => (
          <Select
            key={field}
            label={label}
            hint={hint}
            value={chosen[field] ?? ''}
            options={[
              { value: '', label: mayLack ? 'No such column' : 'Choose a column' },
              ...headings.map((heading) => ({ value: heading, label: heading })),
            ]}
            onChange={(value) => setChosen({ ...chosen, [field]: value || (mayLack ? null : '') })}
            error={shown[field]}
          />
        ))}
        <Select
          label="Dates"
          hint="How this bank writes them"
          value={dayOrder ?? read.dayOrder}
          options={[
            { value: 'day', label: 'Day first: 31/03/2026' },
            { value: 'month', label: 'Month first: 03/31/2026' },
          ]}
          onChange={(value) => setDayOrder(value === 'month' ? 'month' : 'day')}
        />
      </Form>
    </Dialog>
  )
}

function problemsOf(chosen: Chosen): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const { field, mayLack } of fields) {
    const twin = chosen[field] && fields.find((other) => other.field !== field && chosen[other.field] === chosen[field])
    if (!mayLack && !chosen[field]) problems[field] = 'Choose a column'
    else if (twin) problems[field] = `“${chosen[field]}” is chosen for ${twin.label} too`
  }
  if (chosen.amount === null && (chosen.paidIn === null || chosen.paidOut === null))
    problems.amount ??= 'Choose money in and money out, or the amount in one column'
  return problems
}
