import { labelled } from '#core/words.ts'
import { Undo2 } from 'lucide'
import { Suspense, lazy, useMemo } from 'react'
import { periodName } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import type { LoanMovement } from './api.ts'
import { fill } from '#core/fill.ts'
import { RecoveryNote } from './RecoveryNote.tsx'
import * as strings from './strings.ts'

const kindLabels = labelled({
  disbursement: strings.paidOut,
  repayment: strings.repaid,
  reallocation: strings.workedOutAgain,
  write_off: strings.writtenOff,
  recovered: strings.paidAfterTheWriteOff,
})
const wayLabels = labelled({
  savings: 'savings',
  cash: 'cash',
  bank: 'bank',
  vendor: 'vendor',
  deduction: strings.fromSalary,
  recovery: strings.recoveredFromSavings,
  opening: strings.fromTheOldBooks2,
  top_up: strings.withANewLoan,
  leaving: strings.onLeaving,
  rebate: strings.rebateOfInterest,
})

/** What moved money between the society and the member. */
const withReceipt: readonly LoanMovement['kind'][] = ['disbursement', 'repayment', 'recovered']

const LoanReceipt = lazy(async () => ({ default: (await import('./LoanReceipt.tsx')).LoanReceipt }))

/** Every payment of a loan, in its order, with what it was used for; one that was reversed stays in sight. */
export function LoanMovements({
  movements,
  onReverse,
}: {
  movements: readonly LoanMovement[]
  onReverse?: ((movement: LoanMovement) => void) | undefined
}) {
  const columns = useMemo(() => columnsOf(movements, onReverse), [movements, onReverse])
  return <Table caption={strings.payments} columns={columns} rows={movements} rowKey={({ id }) => id} />
}

/** A rebate is undone with the payment that earned it. */
function isWithPayment({ way, entryNumber }: LoanMovement, movements: readonly LoanMovement[]): boolean {
  return way === 'rebate' && movements.some((other) => other.way !== 'rebate' && other.entryNumber === entryNumber)
}

function columnsOf(
  movements: readonly LoanMovement[],
  onReverse: ((movement: LoanMovement) => void) | undefined,
): Column<LoanMovement>[] {
  const has = (part: 'fees' | 'penalties') =>
    movements.some((movement) => movement[part] !== 0n || (part === 'fees' && movement.feesDeducted !== 0n))
  const all: (Column<LoanMovement> | false)[] = [
    { key: 'date', header: strings.date, card: 'bare', cell: ({ occurredOn }) => <DateText on={occurredOn} /> },
    {
      key: 'what',
      header: strings.what,
      card: 'title',
      cell: ({ kind, way, paidThrough, schedule, recovery, reversal, recordedBy }) => (
        <>
          {kindLabels[kind]}
          {way && (
            <span className="muted">
              {' '}
              · {[wayLabels[way], way !== 'cash' && paidThrough].filter(Boolean).join(', ')}
            </span>
          )}
          {schedule && (
            <>
              {' '}
              <Link to="/coop/financial-operations/deductions/$scheduleId" params={{ scheduleId: schedule.id }}>
                {schedule.employer}, {periodName(schedule.period)}
              </Link>
            </>
          )}
          {recovery && <RecoveryNote {...recovery} />}
          <br />
          <span className="muted">
            {reversal
              ? fill(strings.reversedBy, { by: reversal.by, reason: reversal.reason })
              : fill(strings.byRecordedBy, { recordedBy })}
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      header: strings.amount,
      align: 'end',
      card: 'corner',
      cell: ({ amount, status, kind }) =>
        kind === 'reallocation' ? (
          '–'
        ) : status === 'reversed' ? (
          <s>{<MoneyText amount={amount} />}</s>
        ) : (
          <MoneyText amount={amount} />
        ),
    },
    {
      key: 'principal',
      header: strings.principal,
      align: 'end',
      cell: ({ principal, kind }) =>
        kind === 'disbursement' || kind === 'write_off' || kind === 'recovered' ? (
          '–'
        ) : (
          <MoneyText amount={principal} />
        ),
    },
    {
      key: 'interest',
      header: strings.interest,
      align: 'end',
      cell: ({ interest, deducted, kind }) =>
        (kind === 'disbursement' && deducted === 0n) || kind === 'write_off' || kind === 'recovered' ? (
          '–'
        ) : (
          <MoneyText amount={kind === 'disbursement' ? deducted : interest} />
        ),
    },
    has('fees') && {
      key: 'fees',
      header: strings.fees,
      align: 'end',
      cell: ({ fees, feesDeducted }) => <MoneyText amount={kobo(fees + feesDeducted)} />,
    },
    has('penalties') && {
      key: 'penalties',
      header: strings.penalties,
      align: 'end',
      cell: ({ penalties }) => (penalties === 0n ? '–' : <MoneyText amount={penalties} />),
    },
    {
      key: 'receipt',
      header: strings.receipt,
      cell: ({ id, kind, way, receiptNumber }) =>
        withReceipt.includes(kind) && way !== 'rebate' ? (
          <Suspense fallback={<span className="number">{receiptNumber}</span>}>
            <LoanReceipt movementId={id} receiptNumber={receiptNumber} />
          </Suspense>
        ) : (
          <span className="number">{receiptNumber}</span>
        ),
    },
    onReverse !== undefined && {
      key: 'actions',
      header: '',
      align: 'end',
      cell: (movement) =>
        movement.status === 'posted' &&
        movement.kind !== 'reallocation' &&
        movement.way !== 'deduction' &&
        movement.way !== 'opening' &&
        movement.way !== 'top_up' &&
        movement.way !== 'leaving' &&
        !isWithPayment(movement, movements) ? (
          <Button needs="loan.repay" icon={Undo2} onClick={() => onReverse(movement)}>
            {strings.reverse}
          </Button>
        ) : null,
    },
  ]
  return all.filter((column) => column !== false)
}
