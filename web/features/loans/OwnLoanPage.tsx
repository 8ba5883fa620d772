import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { LoanId } from '#domain/ids.ts'
import { useParams } from '#web/router/place.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoanRecord } from './LoanRecord.tsx'
import { loanQueries } from './api.ts'

const WithdrawLoan = lazy(async () => ({ default: (await import('./WithdrawLoan.tsx')).WithdrawLoan }))

/** A member's own loan: what is left, what comes next, and what became of each payment. */
export function OwnLoanPage() {
  const { loanId = '' } = useParams()
  const asked = useQuery(loanQueries.one(loanId as LoanId))
  const [isLeaving, setLeaving] = useState(false)
  return (
    <LoanRecord asked={asked} actions={asked.data?.status === 'submitted' && <Button onClick={() => setLeaving(true)}>Withdraw</Button>}>
      <Suspense>{isLeaving && asked.data && <WithdrawLoan loan={asked.data} onClose={() => setLeaving(false)} />}</Suspense>
    </LoanRecord>
  )
}
