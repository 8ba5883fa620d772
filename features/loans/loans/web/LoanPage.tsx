import { useQuery } from '@tanstack/react-query'
import { getLoan } from '#features/loans/loans/contract.ts'
import { Suspense, lazy } from 'react'
import type { LoanId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { useParams } from '#ui/router/place.ts'
import { LoanRecord } from './LoanRecord.tsx'
import type { LoanMovement } from './api.ts'

const LoanActions = lazy(async () => ({ default: (await import('./LoanActions.tsx')).LoanActions }))
const LoanDialogs = lazy(async () => ({ default: (await import('./LoanDialogs.tsx')).LoanDialogs }))

/** One loan: its state, its schedule, every payment, and what an officer can do about it now. */
export function LoanPage() {
  const { loanId = '' } = useParams()
  const asked = useQuery(query(getLoan, { loanId: loanId as LoanId }))
  const { filter, set } = useListSearch()
  const loan = asked.data
  const doing = filter('do')
  const act = (what: string) => set({ do: what })
  const close = () => set({ do: undefined, movement: undefined })
  return (
    <LoanRecord
      asked={asked}
      officer
      actions={
        loan && (
          <Suspense>
            <LoanActions loan={loan} onDo={act} />
          </Suspense>
        )
      }
      {...(may('loan.repay') && { onReverse: ({ id }: LoanMovement) => set({ do: 'reverse', movement: id }) })}
    >
      {loan && doing !== '' && (
        <Suspense>
          <LoanDialogs loan={loan} doing={doing} movementId={filter('movement')} onDo={act} onClose={close} />
        </Suspense>
      )}
    </LoanRecord>
  )
}
