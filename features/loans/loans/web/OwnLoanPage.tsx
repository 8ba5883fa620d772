import { useQuery } from '@tanstack/react-query'
import { getLoan } from '#features/loans/loans/contract.ts'
import { Suspense, lazy, useState } from 'react'
import type { LoanId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { useParams } from '#ui/router/place.ts'
import { Button } from '#ui/Button.tsx'
import { LoanRecord } from './LoanRecord.tsx'
import * as strings from './strings.ts'

const PayOffEarly = lazy(async () => ({ default: (await import('./PayOffEarly.tsx')).PayOffEarly }))
const WithdrawLoan = lazy(async () => ({ default: (await import('./WithdrawLoan.tsx')).WithdrawLoan }))

/** A member's own loan: what is left, what comes next, and what became of each payment. */
export function OwnLoanPage() {
  const { loanId = '' } = useParams()
  const asked = useQuery(query(getLoan, { loanId: loanId as LoanId }))
  const loan = asked.data
  const mayWithdraw = loan && (loan.status === 'submitted' || (loan.status === 'approved' && loan.disbursed === 0n))
  const [doing, setDoing] = useState<'withdraw' | 'pay-off'>()
  const close = () => setDoing(undefined)
  return (
    <LoanRecord
      asked={asked}
      actions={
        mayWithdraw ? (
          <Button onClick={() => setDoing('withdraw')}>{strings.withdraw}</Button>
        ) : (
          loan?.status === 'active' && (
            <Button look="primary" onClick={() => setDoing('pay-off')}>
              {strings.payOffEarly}
            </Button>
          )
        )
      }
    >
      <Suspense>
        {loan && doing === 'withdraw' && <WithdrawLoan loan={loan} onClose={close} />}
        {loan && doing === 'pay-off' && <PayOffEarly loan={loan} onClose={close} />}
      </Suspense>
    </LoanRecord>
  )
}
