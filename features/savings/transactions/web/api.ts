import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'
import type { listPledges } from '#features/savings/pledges/contract.ts'
import type { listApprovals } from '#features/access/pending-approvals/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getTransaction, listTransactions } from '#features/savings/transactions/contract.ts'

export type Transaction = Replied<typeof listTransactions>
export type TransactionDetail = Replied<typeof getTransaction>

export type Waiting = Replied<typeof listApprovals>

/** Who asked for what waits, and whether they still work for the society. */
export const askerOf = ({ askedBy, approvals }: Waiting): string =>
  approvals.askerLeft ? fill(strings.noLongerAnOfficer, { askedBy }) : askedBy

export type Pledge = Replied<typeof listPledges>
