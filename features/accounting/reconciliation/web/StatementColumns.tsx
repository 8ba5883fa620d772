import { useState } from 'react'
import { saveStatementHeadings, type readStatementHeadings } from '#features/accounting/reconciliation/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import type { Reconciliation } from './api.ts'

type Read = Replied<typeof readStatementHeadings>
type Field = Exclude<keyof Read['found'], 'dayOrder'>

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

/** Which column of the bank's file is what, said once for all statements of the account. */
export function StatementColumns({
  account,
  read,
  onKept,
  onClose,
}: {
  account: Reconciliation
  read: Read
  onKept: () => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(read.found)
  const [tried, setTried] = useState(0)
  const keep = useAction(saveStatementHeadings)
  const problems = problemsOf(chosen)
  const shown = tried > 0 ? { ...fieldErrors(keep.error), ...problems } : {}
  function submit() {
    setTried(tried + 1)
    const { on, narration, balance } = chosen
    if (on === null || narration === null || balance === null || Object.keys(problems).length > 0) return
    keep.mutate({ accountId: account.accountId, ...chosen, on, narration, balance }, { onSuccess: onKept })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Which column is what?"
      description={`Said once for ${account.name}: the next statements are read by it.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="statement-columns" busy={keep.isPending}>
          Keep and read the statement
        </CancelOr>
      }
    >
      <Form
        id="statement-columns"
        className="stack"
        onSubmit={submit}
        problems={tried > 0 && Object.keys(problems).length > 0 ? tried : keep.error}
      >
        {keep.error && Object.keys(fieldErrors(keep.error)).length === 0 && (
          <RefusedBanner error={keep.error} title="The columns were not kept" />
        )}
        {fields.map(({ field, label, hint, mayLack }) => (
          <Select
            key={field}
            label={label}
            hint={hint}
            value={chosen[field] ?? ''}
            options={[
              { value: '', label: mayLack ? 'No such column' : 'Choose a column' },
              ...read.headings.map((heading) => ({ value: heading, label: heading })),
            ]}
            onChange={(value) => setChosen({ ...chosen, [field]: value || null })}
            error={shown[field]}
          />
        ))}
        <Select
          label="Dates"
          hint="How this bank writes them"
          value={chosen.dayOrder}
          options={[
            { value: 'day', label: 'Day first: 31/03/2026' },
            { value: 'month', label: 'Month first: 03/31/2026' },
          ]}
          onChange={(value) => setChosen({ ...chosen, dayOrder: value === 'month' ? 'month' : 'day' })}
        />
      </Form>
    </Dialog>
  )
}

function problemsOf(chosen: Read['found']): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const { field, mayLack } of fields) {
    const twin =
      chosen[field] !== null && fields.find((other) => other.field !== field && chosen[other.field] === chosen[field])
    if (!mayLack && chosen[field] === null) problems[field] = 'Choose a column'
    else if (twin) problems[field] = `“${chosen[field]}” is chosen for ${twin.label} too`
  }
  if (chosen.amount === null && (chosen.paidIn === null || chosen.paidOut === null))
    problems.amount ??= 'Choose money in and money out, or the amount in one column'
  return problems
}
