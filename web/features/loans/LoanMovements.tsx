import { Undo2 } from 'lucide'
import { Suspense, lazy, useMemo } from 'react'
import { periodName } from '#domain/calendar.ts'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { LoanMovement } from './api.ts'

const kindLabels = { disbursement: 'Paid out', repayment: 'Repaid', reallocation: 'Worked out anew' }
const wayLabels = { savings: 'savings', cash: 'cash', bank: 'bank', vendor: 'vendor', deduction: 'from salary', recovery: 'recovered from savings' }

const RecoveryNote = lazy(async () => ({ default: (await import('./RecoveryNote.tsx')).RecoveryNote }))

/** Every payment of a loan, in its order, with what it was used for; one that was reversed stays in sight. */
export function LoanMovements({ movements, onReverse }: { movements: readonly LoanMovement[]; onReverse?: ((movement: LoanMovement) => void) | undefined }) {
  const columns = useMemo(() => columnsOf(onReverse), [onReverse])
  return <Table caption="Payments" columns={columns} rows={movements} rowKey={({ id }) => id} />
}

function columnsOf(onReverse: ((movement: LoanMovement) => void) | undefined): Column<LoanMovement>[] {
  const all: (Column<LoanMovement> | false)[] = [
    { key: 'date', header: 'Date', cell: ({ occurredOn }) => <DateText on={occurredOn} /> },
    {
      key: 'what',
      header: 'What',
      card: 'title',
      cell: ({ kind, way, paidThrough, schedule, recovery, reversal, recordedBy }) => (
        <>
          {kindLabels[kind]}
          {way && <span className="muted"> · {[wayLabels[way], way !== 'cash' && paidThrough].filter(Boolean).join(', ')}</span>}
          {schedule && (
            <>
              {' '}
              <Link to="/coop/financial-operations/deductions/$scheduleId" params={{ scheduleId: schedule.id }}>
                {schedule.employer}, {periodName(schedule.period)}
              </Link>
            </>
          )}
          {recovery && (
            <Suspense>
              <RecoveryNote {...recovery} />
            </Suspense>
          )}
          <br />
          <span className="muted">{reversal ? `Reversed by ${reversal.by}: ${reversal.reason}` : `by ${recordedBy}`}</span>
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'corner',
      cell: ({ amount, status, kind }) => (kind === 'reallocation' ? '–' : status === 'reversed' ? <s>{<MoneyText amount={amount} />}</s> : <MoneyText amount={amount} />),
    },
    { key: 'principal', header: 'Principal', align: 'end', cell: ({ principal, kind }) => (kind === 'disbursement' ? '–' : <MoneyText amount={principal} />) },
    { key: 'interest', header: 'Interest', align: 'end', cell: ({ interest, deducted, kind }) => (kind === 'disbursement' && deducted === 0n ? '–' : <MoneyText amount={kind === 'disbursement' ? deducted : interest} />) },
    { key: 'receipt', header: 'Receipt', cell: ({ receiptNumber }) => <span className="number">{receiptNumber}</span> },
    onReverse !== undefined && {
      key: 'actions',
      header: '',
      align: 'end',
      cell: (movement) =>
        movement.status === 'posted' && movement.kind !== 'reallocation' && movement.way !== 'deduction' ? (
          <Button icon={Undo2} onClick={() => onReverse(movement)}>
            Reverse
          </Button>
        ) : null,
    },
  ]
  return all.filter((column) => column !== false)
}
