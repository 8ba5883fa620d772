import type { Replied } from '#contract/endpoint.ts'
import type { getExpenseApproval as contract } from '#contract/expenses.ts'
import { waitsFrom } from '#domain/transactions/approvals.ts'
import type { Tx } from '#server/db/tx.ts'
import { findApprovalRules } from '#server/features/transactions/queries.ts'

export async function getExpenseApproval(tx: Tx): Promise<Replied<typeof contract>> {
  return { waitsFrom: waitsFrom((await findApprovalRules(tx)).withdrawal) ?? null }
}
