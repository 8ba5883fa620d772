import { Suspense, lazy } from 'react'
import { expenseTypes, movementTypes, type RecordedType } from '#features/savings/transactions/rules/movement-types.ts'
import { prefillFrom } from '#features/savings/transactions/rules/prefill.ts'
import { hrefOf } from '#ui/router/paths.ts'
import { go } from '#ui/router/place.ts'

const RecordMovement = lazy(async () => ({ default: (await import('./RecordMovement.tsx')).RecordMovement }))
const RecordExpense = lazy(async () => ({ default: (await import('./RecordExpense.tsx')).RecordExpense }))
const RecordJournal = lazy(async () => ({ default: (await import('./RecordJournal.tsx')).RecordJournal }))

/** The form of what is recorded, filled in with what the address says; one that a bank statement opened leads back there. */
export function RecordForm({
  type,
  parameter,
  onClose,
}: {
  type: RecordedType
  parameter: (name: string) => string
  onClose: () => void
}) {
  const prefill = prefillFrom(parameter)
  const [expense, movement] = [expenseTypes.find((each) => each === type), movementTypes.find((each) => each === type)]
  const close = () => {
    if (parameter('back') === 'reconciliation')
      void go(
        hrefOf({
          to: '/coop/financial-operations/reconciliation',
          search: { account: prefill.paidThrough, tab: 'open' },
        }),
      )
    else onClose()
  }
  return (
    <Suspense>
      {type === 'journal' && <RecordJournal onClose={close} />}
      {expense && <RecordExpense type={expense} prefill={prefill} onClose={close} />}
      {movement && <RecordMovement officer type={movement} prefill={prefill} onClose={close} />}
    </Suspense>
  )
}
