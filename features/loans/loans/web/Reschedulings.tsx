import { Undo2 } from 'lucide'
import { reverseRescheduling } from '#features/loans/loans/reschedulings.ts'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { DateText } from '#ui/DateText.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { dayText } from '#ui/format.ts'
import type { LoanDetail } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

type Rescheduling = LoanDetail['reschedulings'][number]

/** The terms that a loan was given after those it was approved with; the latest can be taken back. */
export function Reschedulings({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const [undone, setUndone] = useState<Rescheduling>()
  const latest = loan.status === 'active' ? loan.reschedulings.findLast(({ status }) => status === 'posted') : undefined
  const columns: Column<Rescheduling>[] = [
    {
      key: 'on',
      header: strings.from,
      card: 'title',
      cell: ({ on, status }) => (status === 'reversed' ? <s>{<DateText on={on} />}</s> : <DateText on={on} />),
    },
    {
      key: 'terms',
      header: strings.terms,
      cell: ({ instalments, annualRatePercent, firstDueOn, reason, by, reversal }) => (
        <div>
          {fill(strings.atTheFirstOn, {
            instalments: fillCount(instalments, strings.countInstalment),
            annualRatePercent,
            firstDueOn: dayText(firstDueOn),
          })}
          <br />
          <span className="muted">
            {reversal
              ? fill(strings.takenBackBy, { by: reversal.by, reason: reversal.reason })
              : fill(strings.byByReason, { by, reason })}
          </span>
        </div>
      ),
    },
    {
      key: 'outstanding',
      header: strings.principal,
      align: 'end',
      card: 'corner',
      cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
    },
    {
      key: 'interest',
      header: strings.interestOwedByThen,
      align: 'end',
      cell: ({ interestOwed }) => <MoneyText amount={interestOwed} />,
    },
  ]
  if (officer)
    columns.push({
      key: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        row === latest ? (
          <Button needs="loan.decide" icon={Undo2} onClick={() => setUndone(row)}>
            {strings.takeBack}
          </Button>
        ) : null,
    })
  return (
    <>
      <Table caption={strings.newTerms} columns={columns} rows={loan.reschedulings} rowKey={({ id }) => id} />
      {undone && <TakeBack loan={loan} rescheduling={undone} onClose={() => setUndone(undefined)} />}
    </>
  )
}

function TakeBack({
  loan,
  rescheduling,
  onClose,
}: {
  loan: LoanDetail
  rescheduling: Rescheduling
  onClose: () => void
}) {
  return (
    <ReasonDialog
      endpoint={reverseRescheduling}
      input={{ loanId: loan.id, reschedulingId: rescheduling.id }}
      title={strings.takeTheseTermsBack}
      description={fill(strings.theLoanRunsAgainAs, { on: dayText(rescheduling.on) })}
      button={strings.takeBack}
      waits={loan.changesWait}
      failed={strings.theTermsWereNotTaken}
      done={strings.newTermsTakenBack}
      onClose={onClose}
    />
  )
}
