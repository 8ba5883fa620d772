import { useQuery } from '@tanstack/react-query'
import { Banknote, CircleCheck } from 'lucide'
import { Suspense, lazy } from 'react'
import type { LoanId } from '#domain/ids.ts'
import { Button } from '#web/ui/Button.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { useParams } from '#web/router/place.ts'
import { LoanRecord } from './LoanRecord.tsx'
import { type LoanDetail, loanQueries } from './api.ts'

const LoanDialogs = lazy(async () => ({ default: (await import('./LoanDialogs.tsx')).LoanDialogs }))

/** One loan: where it stands, its schedule, every payment, and what an officer can do about it now. */
export function LoanPage() {
  const { loanId = '' } = useParams()
  const asked = useQuery(loanQueries.one(loanId as LoanId))
  const { filter, set } = useListSearch()
  const loan = asked.data
  const doing = filter('do')
  const close = () => set({ do: undefined, movement: undefined })
  const movement = loan?.movements.find(({ id }) => id === filter('movement'))
  return (
    <LoanRecord
      asked={asked}
      officer
      actions={loan && <Actions loan={loan} onDo={(what) => set({ do: what })} />}
      onReverse={({ id }) => set({ do: 'reverse', movement: id })}
    >
      {loan && doing !== '' && (
        <Suspense>
          <LoanDialogs loan={loan} doing={doing} movement={movement} onClose={close} />
        </Suspense>
      )}
    </LoanRecord>
  )
}

function Actions({ loan, onDo }: { loan: LoanDetail; onDo: (what: 'disburse' | 'repay' | 'recover' | 'settle') => void }) {
  const isOpen = loan.status === 'approved' || loan.status === 'active'
  const mayPayOut = isOpen && loan.disbursed < loan.principal
  return (
    <>
      {loan.status === 'active' && loan.overdue > 0n && <Button onClick={() => onDo('recover')}>Recover</Button>}
      {loan.status === 'active' && (
        <Button icon={CircleCheck} onClick={() => onDo('settle')}>
          Settle today
        </Button>
      )}
      {mayPayOut && (
        <Button look={loan.status === 'approved' ? 'primary' : undefined} icon={Banknote} onClick={() => onDo('disburse')}>
          Pay out
        </Button>
      )}
      {loan.status === 'active' && (
        <Button look="primary" icon={Banknote} onClick={() => onDo('repay')}>
          Record repayment
        </Button>
      )}
    </>
  )
}
