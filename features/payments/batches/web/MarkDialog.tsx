import { recordPaymentResults } from '#features/payments/batches/contract.ts'
import { useState } from 'react'
import type { PaymentBatchId } from '#core/ids.ts'
import { sumKobo } from '#core/money.ts'
import type { Outcome } from '#features/payments/batches/rules/payment-batch.ts'
import { useAction } from '#ui/api/use-action.ts'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Item } from './api.ts'

/** Records by hand what became of the chosen payments. */
export function MarkDialog({
  batchId,
  items,
  outcome,
  onDone,
  onClose,
}: {
  batchId: PaymentBatchId
  items: readonly Item[]
  outcome: Outcome
  onDone: () => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const record = useAction(recordPaymentResults)
  const isFailed = outcome === 'failed'
  const submit = () =>
    record.mutate(
      {
        batchId,
        results: items.map(({ line }) => ({ line, outcome, ...(isFailed && reason.trim() !== '' && { reason }) })),
      },
      toastThen('Results recorded', onDone),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Mark ${plural(items.length, 'payment')} as ${outcome}?`}
      description={`${moneyText(sumKobo(items.map(({ amount }) => amount)))}.${isFailed ? ' Each is reversed, so that the money is back on the member’s account.' : ''}`}
      actions={
        <CancelOr
          onCancel={onClose}
          look={isFailed ? 'danger' : 'primary'}
          type="submit"
          form="mark-payments"
          busy={record.isPending}
        >
          Mark as {outcome}
        </CancelOr>
      }
    >
      <Form id="mark-payments" className="stack" onSubmit={submit} problems={record.error}>
        {record.error && <RefusedBanner error={record.error} title="The results were not recorded" />}
        {isFailed && (
          <TextField label="Reason" hint="As the bank gives it" maxLength={200} value={reason} onChange={setReason} />
        )}
      </Form>
    </Dialog>
  )
}
