import { getVoucher } from '#features/accounting/expenses/contract.ts'
import { PaperButton } from '#ui/PaperButton.tsx'
import type { Transaction } from './api.ts'
import * as strings from './strings.ts'

/** Saves the voucher of an expense or of other income, to print and sign. */
export function VoucherButton({ transaction: { id, type } }: { transaction: Pick<Transaction, 'id' | 'type'> }) {
  return (
    <div className="row">
      <PaperButton endpoint={getVoucher} input={{ transactionId: id }} fileName="voucher.pdf">
        {type === 'expense' ? strings.paymentVoucher : strings.receiptVoucher}
      </PaperButton>
    </div>
  )
}
