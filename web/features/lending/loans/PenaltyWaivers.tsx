import { Undo2 } from 'lucide'
import { reversePenaltyWaiver } from '#contract/lending/penalties.ts'
import { useState } from 'react'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/ActionProblem.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CancelOr } from '#web/ui/CancelOr.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
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
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const reverse = useAction(reversePenaltyWaiver)
  const waits = loan.reversalsWaitFrom !== null && waiver.amount >= loan.reversalsWaitFrom
  const error = missing ? 'Give the reason' : fieldErrors(reverse.error)['reason']
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    reverse.mutate(
      { loanId: loan.id, waiverId: waiver.id, reason: given },
      {
        onSuccess: () => {
          toast.success('Waiver taken back')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Take this waiver back?"
      description={`${moneyText(waiver.amount)} of penalty is owed again, and ${loan.memberName} is told why.`}
      actions={
        <CancelOr onCancel={onClose} look="danger" type="submit" form="take-waiver-back" busy={reverse.isPending}>
          {waits ? 'Send for approval' : 'Take back'}
        </CancelOr>
      }
    >
      <Form id="take-waiver-back" className="stack" onSubmit={submit} problems={missing || reverse.error}>
        {reverse.error && !error && <RefusedBanner error={reverse.error} title="The waiver was not taken back" />}
        <TextAreaField
          label="Reason"
          name="reason"
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={error}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
