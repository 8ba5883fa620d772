import { sendPaymentBatch } from '#features/payments/payouts/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Batch } from './api.ts'

/** Has Paystack pay a batch, or asks another officer to agree to that. */
export function SendDialog({ batch: { id, number, waiting }, onClose }: { batch: Batch; onClose: () => void }) {
  const send = useAction(sendPaymentBatch)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Send batch ${number} by Paystack?`}
      description={`${plural(waiting.payments, 'payment')} of ${moneyText(waiting.amount)} together leave your Paystack balance at once. Where there is another officer, it waits for them.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="send-batch" busy={send.isPending}>
          Send payments
        </CancelOr>
      }
    >
      <Form
        id="send-batch"
        className="stack"
        onSubmit={() => send.mutate({ batchId: id }, toastThen('Payments are being sent', onClose))}
        problems={send.error}
      >
        {send.error && <RefusedBanner error={send.error} title="The batch was not sent" />}
      </Form>
    </Dialog>
  )
}
