import type { ReactNode } from 'react'
import type { Day } from '#core/calendar.ts'
import { Link } from '#ui/router/Link.tsx'

/** The way from a figure to the entries behind it. */
export function AccountLink({
  accountId,
  days,
  children,
}: {
  accountId: string
  days: { from?: Day | undefined; to?: Day | undefined } | undefined
  children: ReactNode
}) {
  return (
    <Link
      className="report__link"
      to="/coop/financial-operations/reports/$report"
      params={{ report: 'general-ledger' }}
      search={{ accountId, from: days?.from, to: days?.to }}
    >
      {children}
    </Link>
  )
}
