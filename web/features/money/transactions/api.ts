import type { listPledges } from '#contract/money/pledges.ts'
import type { listApprovals } from '#contract/society/pending-approvals.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { getTransaction, listTransactions } from '#contract/money/transactions.ts'

export type Transaction = Replied<typeof listTransactions>
export type TransactionDetail = Replied<typeof getTransaction>

export type Waiting = Replied<typeof listApprovals>

export type Pledge = Replied<typeof listPledges>
