import { Undo2 } from 'lucide'
import { reversePenaltyWaiver } from '#features/loans/penalties/contract.ts'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Waiver = LoanDetail['waivers'][number]

/** The penalties of a loan that were let go, by whom and why; one that was taken back stays in sight. */
export function PenaltyWaivers({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const [undone, setUndone] = useState<Waiver>()
  const isOpen = loan.status === 'active' || loan.status === 'completed'
  const columns: Column<Waiver>[] = [
    { key: 'on', header: strings.waivedOn, card: 'title', cell: ({ on }) => <DateText on={on} /> },
    {
      key: 'why',
      header: strings.why,
      cell: ({ reason, by, reversal }) => (
        <span className="muted">
          {reversal
            ? fill(strings.takenBackBy, { by: reversal.by, reason: reversal.reason })
            : fill(strings.byByReason, { by, reason })}
        </span>
      ),
    },
    {
      key: 'amount',
      header: strings.penalty,
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
            {strings.takeBack}
          </Button>
        ) : null,
    })
  return (
    <>
      <Table caption={strings.waivedPenalties} columns={columns} rows={loan.waivers} rowKey={({ id }) => id} />
      {undone && <TakeBack loan={loan} waiver={undone} onClose={() => setUndone(undefined)} />}
    </>
  )
}

function TakeBack({ loan, waiver, onClose }: { loan: LoanDetail; waiver: Waiver; onClose: () => void }) {
  return (
    <ReasonDialog
      endpoint={reversePenaltyWaiver}
      input={{ loanId: loan.id, waiverId: waiver.id }}
      title={strings.takeThisWaiverBack}
      description={fill(strings.ofPenaltyIsOwedAgain, {
        amount: moneyText(waiver.amount),
        memberName: loan.memberName,
      })}
      button={strings.takeBack}
      waits={loan.reversalsWaitFrom !== null && waiver.amount >= loan.reversalsWaitFrom}
      failed={strings.theWaiverWasNotTaken}
      done={strings.waiverTakenBack}
      onClose={onClose}
    />
  )
}
