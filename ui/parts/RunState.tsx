import { Link } from '#ui/router/Link.tsx'
import { TransactionTag, type transactionStatusLabels } from '#ui/parts/TransactionTag.tsx'

/** How far what was posted for many members has come; one that waits leads to where it is approved. */
export function RunState({ status }: { status: keyof typeof transactionStatusLabels }) {
  if (status !== 'pending') return <TransactionTag status={status} />
  return (
    <Link to="/coop/financial-operations/transactions" search={{ tab: 'approvals' }}>
      Waits for approval
    </Link>
  )
}
