import { Undo2 } from 'lucide'
import { reversePenaltyWaiver } from '#contract/lending/penalties.ts'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { moneyText } from '#web/ui/format.ts'
import type { LoanDetail } from './api.ts'

type Waiver = LoanDetail['waivers'][number]

/** The penalties of a loan that were let go, by whom and why; one that was taken back stays in sight. */
export function PenaltyWaivers({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const [undone, setUndone] = useState<Waiver>()
  const isOpen = loan.status === 'active' || loan.status === 'completed'
  const columns: Column<Waiver>[] = [
    { key: 'on', header: 'Waived on', card: 'title', cell: ({ on }) => <DateText on={on} /> },
    {
      key: 'why',
      header: 'Why',
      cell: ({ reason, by, reversal }) => (
        <span className="muted">
          {reversal ? `Taken back by ${reversal.by}: ${reversal.reason}` : `by ${by}: ${reason}`}
        </span>
      ),
    },
    {
      key: 'amount',
      header: 'Penalty',
      align: 'end',
      card: 'corner',
      cell: ({ amount, status }) =>
        status === 'reversed' ? <s>{<MoneyText amount={amount} />}</s> : <MoneyText amount={amount} />,
    },
  ]
  if (officer && isOpen)
    columns.push({
      key: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        row.status === 'posted' ? (
          <Button needs="loan.decide" icon={Undo2} onClick={() => setUndone(row)}>
            Take back
          </Button>
        ) : null,
    })
  return (
    <>
      <Table caption="Waived penalties" columns={columns} rows={loan.waivers} rowKey={({ id }) => id} />
      {undone && <TakeBack loan={loan} waiver={undone} onClose={() => setUndone(undefined)} />}
    </>
  )
}

function TakeBack({ loan, waiver, onClose }: { loan: LoanDetail; waiver: Waiver; onClose: () => void }) {
  return (
    <ReasonDialog
      endpoint={reversePenaltyWaiver}
      input={{ loanId: loan.id, waiverId: waiver.id }}
      title="Take this waiver back?"
      description={`${moneyText(waiver.amount)} of penalty is owed again, and ${loan.memberName} is told why.`}
      button="Take back"
      waits={loan.reversalsWaitFrom !== null && waiver.amount >= loan.reversalsWaitFrom}
      failed="The waiver was not taken back"
      done="Waiver taken back"
      onClose={onClose}
    />
  )
}
