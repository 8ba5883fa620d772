import { Link } from '#web/router/Link.tsx'
import { TransactionTag } from '#web/parts/TransactionTag.tsx'
import type { InterestRun } from './api.ts'

/** How far a posting of interest has come; one that waits leads to where it is approved. */
export function RunState({ status }: Pick<InterestRun, 'status'>) {
  if (status !== 'pending') return <TransactionTag status={status} />
  return (
    <Link to="/coop/financial-operations/transactions" search={{ tab: 'approvals' }}>
      Waits for approval
    </Link>
  )
}
