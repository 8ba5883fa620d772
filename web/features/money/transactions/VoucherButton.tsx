import { getVoucher } from '#contract/money/expenses.ts'
import { PaperButton } from '#web/ui/PaperButton.tsx'
import type { Transaction } from './api.ts'

/** Saves the voucher of an expense or of other income, to print and sign. */
export function VoucherButton({ transaction: { id, type } }: { transaction: Pick<Transaction, 'id' | 'type'> }) {
  return (
    <div className="row">
      <PaperButton endpoint={getVoucher} input={{ transactionId: id }} fileName="voucher.pdf">
        {type === 'expense' ? 'Payment voucher' : 'Receipt voucher'}
      </PaperButton>
    </div>
  )
}
