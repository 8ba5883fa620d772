import { queryOptions } from '@tanstack/react-query'
import { getExpenseApproval } from '#contract/expenses.ts'
import { call } from '#web/api/call.ts'

export function expenseApprovalQuery() {
  return queryOptions({ queryKey: ['transactions', 'expense-approval'], queryFn: ({ signal }) => call(getExpenseApproval, {}, { signal }) })
}
