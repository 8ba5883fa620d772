import { useQuery } from '@tanstack/react-query'
import { listMemberLoans } from '#features/loans/loans/contract.ts'
import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Menu } from '#ui/Menu.tsx'
import { moneyText } from '#ui/format.ts'

/** Opens the repayment of a member's running loan; of several they choose which. `waiting` is shown until they are known. */
export function RepayButton({ memberId, waiting }: { memberId: MemberId; waiting: ReactNode }) {
  const { data } = useQuery(query(listMemberLoans, { memberId, status: 'active' }))
  const navigate = useNavigate()
  const loans = data?.rows ?? []
  const [only] = loans
  const whereOf = (loanId: string) =>
    ({ to: '/coop/loan-management/$loanId', params: { loanId }, search: { do: 'repay' } }) as const
  if (!data) return waiting
  if (!only) return null
  if (loans.length === 1)
    return (
      <Link className={buttonClass()} {...whereOf(only.id)}>
        Record repayment
      </Link>
    )
  return (
    <Menu
      label="Which loan is repaid"
      trigger={(props) => (
        <Button icon={ChevronDown} {...props}>
          Record repayment
        </Button>
      )}
      items={loans.map(({ id, loanConfig, outstanding }) => ({
        label: loanConfig,
        note: `${moneyText(outstanding)} outstanding`,
        onSelect: () => navigate(whereOf(id)),
      }))}
    />
  )
}
