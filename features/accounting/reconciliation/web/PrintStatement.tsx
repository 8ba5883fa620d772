import { getReconciliationPaper } from '#features/accounting/reconciliation/contract.ts'
import type { AccountId } from '#core/ids.ts'
import { PaperButton } from '#ui/PaperButton.tsx'

/** Saves the reconciliation statement, to print and sign. */
export function PrintStatement({ accountId }: { accountId: AccountId }) {
  return (
    <div className="row">
      <PaperButton endpoint={getReconciliationPaper} input={{ accountId }} fileName="reconciliation.pdf">
        Print statement
      </PaperButton>
    </div>
  )
}
