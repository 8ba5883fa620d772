import { useQuery } from '@tanstack/react-query'
import type { LoanId } from '#domain/ids.ts'
import { useParams } from '#web/router/place.ts'
import { LoanRecord } from './LoanRecord.tsx'
import { loanQueries } from './api.ts'

/** A member's own loan: what is left, what comes next, and what became of each payment. */
export function OwnLoanPage() {
  const { loanId = '' } = useParams()
  return <LoanRecord asked={useQuery(loanQueries.one(loanId as LoanId))} />
}
