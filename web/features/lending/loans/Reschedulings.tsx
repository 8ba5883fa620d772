import { Undo2 } from 'lucide'
import { reverseRescheduling } from '#contract/lending/reschedulings.ts'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { dayText, plural } from '#web/ui/format.ts'
import type { LoanDetail } from './api.ts'

type Rescheduling = LoanDetail['reschedulings'][number]

/** The terms that a loan was given after those it was approved with; the latest can be taken back. */
export function Reschedulings({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const [undone, setUndone] = useState<Rescheduling>()
  const latest = loan.status === 'active' ? loan.reschedulings.findLast(({ status }) => status === 'posted') : undefined
  const columns: Column<Rescheduling>[] = [
    {
      key: 'on',
      header: 'From',
      card: 'title',
      cell: ({ on, status }) => (status === 'reversed' ? <s>{<DateText on={on} />}</s> : <DateText on={on} />),
    },
    {
      key: 'terms',
      header: 'Terms',
      cell: ({ instalments, annualRatePercent, firstDueOn, reason, by, reversal }) => (
        <div>
          {plural(instalments, 'instalment')} at {annualRatePercent} %, the first on {dayText(firstDueOn)}
          <br />
          <span className="muted">
            {reversal ? `Taken back by ${reversal.by}: ${reversal.reason}` : `by ${by}: ${reason}`}
          </span>
        </div>
      ),
    },
    {
      key: 'outstanding',
      header: 'Principal',
      align: 'end',
      card: 'corner',
      cell: ({ outstanding }) => <MoneyText amount={outstanding} />,
    },
    {
      key: 'interest',
      header: 'Interest owed by then',
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
            Take back
          </Button>
        ) : null,
    })
  return (
    <>
      <Table caption="New terms" columns={columns} rows={loan.reschedulings} rowKey={({ id }) => id} />
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
      title="Take these terms back?"
      description={`The loan runs again as it did before ${dayText(rescheduling.on)}. What was missed by then is overdue again.`}
      button="Take back"
      waits={loan.changesWait}
      failed="The terms were not taken back"
      done="New terms taken back"
      onClose={onClose}
    />
  )
}
