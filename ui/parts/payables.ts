import { useQuery } from '@tanstack/react-query'
import { listMemberLoans } from '#features/loans/loans/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { zeroKobo } from '#core/money.ts'
import { query } from '#ui/api/query.ts'
import { moneyText } from '#ui/format.ts'
import type { Payable } from './PayLines.tsx'

/** What money can be allocated to: savings, each loan that the member is repaying, and shares. */
export function usePayables(memberId: MemberId | undefined): Payable[] {
  const loans = useQuery({
    ...query(listMemberLoans, { memberId: memberId as MemberId }),
    enabled: memberId !== undefined,
  })
  return [
    {
      key: 'contribution',
      label: 'Contribution',
      hint: 'To the ordinary savings, for this month',
      amount: undefined,
      line: { kind: 'contribution' },
    },
    ...(loans.data?.rows ?? [])
      .filter(({ status }) => status === 'active')
      .map(({ id, loanConfig, outstanding, next, overdue }) => ({
        key: id,
        label: `${loanConfig} loan`,
        hint: `${moneyText(outstanding)} is outstanding`,
        amount: overdue > zeroKobo ? overdue : next?.amount,
        line: { kind: 'repayment' as const, loanId: id },
      })),
    { key: 'shares', label: 'Shares', hint: 'Whole shares', amount: undefined, line: { kind: 'shares' } },
  ]
}
