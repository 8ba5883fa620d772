import { approvePaymentBatch } from '#features/payments/batches/contract.ts'
import { useState } from 'react'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Batch } from './api.ts'

/** Lets a batch go to the bank, or asks another officer to. */
export function ApproveDialog({
  batch: { id, number, total, firstPayments, accountName },
  onClose,
}: {
  batch: Batch
  onClose: () => void
}) {
  const [accountsChecked, setChecked] = useState(false)
  const approve = useAction(approvePaymentBatch)
  const refused = fieldErrors(approve.error)['accountsChecked']
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Approve batch ${number}?`}
      description={`${plural(total.payments, 'payment')} of ${moneyText(total.amount)} together, from ${accountName}. Where there is another officer, it waits for them.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="approve-batch" busy={approve.isPending}>
          Approve batch
        </CancelOr>
      }
    >
      <Form
        id="approve-batch"
        className="stack"
        onSubmit={() => approve.mutate({ batchId: id, accountsChecked }, toastThen('Payment batch approved', onClose))}
        problems={approve.error}
      >
        {approve.error && !refused && <RefusedBanner error={approve.error} title="The batch was not approved" />}
        {firstPayments > 0 && (
          <Checkbox
            label={`I checked the ${plural(firstPayments, 'account')} that ${firstPayments === 1 ? 'is' : 'are'} paid for the first time`}
            checked={accountsChecked}
            onChange={setChecked}
            error={refused}
          />
        )}
      </Form>
    </Dialog>
  )
}
