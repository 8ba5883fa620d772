import type { ComponentProps } from 'react'
import { reverseTransaction } from '#features/savings/transactions/transaction-reversals.ts'
import type { TransactionId } from '#core/ids.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'

/** Asks for the reason and reverses all that was posted with a transaction. */
export function ReverseVoucher({
  transactionId,
  ...shown
}: Pick<ComponentProps<typeof ReasonDialog>, 'title' | 'description' | 'button' | 'onClose'> & {
  transactionId: TransactionId
}) {
  return (
    <ReasonDialog
      endpoint={reverseTransaction}
      input={{ transactionId, voucher: true }}
      failed="This was not reversed"
      done={({ entryNumber }) =>
        entryNumber === null ? 'The reversal waits for approval' : `Reversed by entry No. ${entryNumber}`
      }
      {...shown}
    />
  )
}
