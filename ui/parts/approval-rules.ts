import { useQuery } from '@tanstack/react-query'
import { getApprovalRules } from '#features/savings/transactions/approval-rules.ts'
import type { Kobo } from '#core/money.ts'
import { may } from '#ui/session/may.ts'
import { type Approvable, willWait } from '#features/savings/transactions/rules/movement-approvals.ts'
import { query } from '#ui/api/query.ts'

/** Whether what an officer records waits for another one, so that its button can say so; false until that is known, and without an amount. */
export function useWillWait(type: Approvable, amount: Kobo | undefined): boolean {
  const { data } = useQuery({ ...query(getApprovalRules, {}), enabled: amount !== undefined && may('approval.list') })
  return data !== undefined && amount !== undefined && willWait(data.waitsFrom, type, amount)
}
