import { PackageCheck, Undo2 } from 'lucide'
import { undoDelivery, deliverGoods } from '#features/loans/goods/deliveries.ts'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, instantText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import './LoanGoods.css'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Line = LoanDetail['goods'][number]
type Delivery = LoanDetail['deliveries'][number]

const columns: Column<Line>[] = [
  {
    key: 'name',
    header: strings.good,
    card: 'title',
    cell: ({ name, unit }) => (
      <>
        {name} <span className="muted">{unit}</span>
      </>
    ),
  },
  { key: 'quantity', header: strings.howMany, align: 'end', cell: ({ quantity }) => quantity },
  { key: 'price', header: strings.priceOfOne, align: 'end', cell: ({ price }) => <MoneyText amount={price} /> },
  {
    key: 'amount',
    header: strings.amount,
    align: 'end',
    card: 'corner',
    cell: ({ amount }) => <MoneyText amount={amount} />,
  },
]

/** What the loan pays for, at the prices of its day, and whether the borrower has it. */
export function LoanGoods({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const [doing, setDoing] = useState<'deliver' | 'undo'>()
  const standing = loan.deliveries.find(({ undone }) => !undone)
  const close = () => setDoing(undefined)
  return (
    <Card title={strings.goods} flush>
      <Table caption={strings.goods} columns={columns} rows={loan.goods} rowKey={({ goodId }) => goodId} />
      <div className="loan-goods">
        {loan.deliveries
          .filter(({ undone }) => undone)
          .map((delivery) => (
            <p key={delivery.id} className="muted">
              <s>{handedOver(delivery)}</s> {fill(strings.undoneByOn, { by: delivery.undone?.by })}{' '}
              {delivery.undone && instantText(delivery.undone.at)}: {delivery.undone?.reason}
            </p>
          ))}
        <div className="loan-goods__now">
          <p>
            {standing
              ? handedOver(standing)
              : loan.disbursed > 0n
                ? strings.paidForAndNotHanded
                : strings.theyAreHandedOverOnce}
          </p>
          {officer && standing && (
            <Button needs="loan.disburse" icon={Undo2} onClick={() => setDoing('undo')}>
              {strings.undo}
            </Button>
          )}
          {officer && !standing && loan.disbursed > 0n && (
            <Button needs="loan.disburse" look="primary" icon={PackageCheck} onClick={() => setDoing('deliver')}>
              {strings.handOverGoods}
            </Button>
          )}
        </div>
      </div>
      {doing === 'deliver' && <Deliver loan={loan} onClose={close} />}
      {doing === 'undo' && <Undo loan={loan} onClose={close} />}
    </Card>
  )
}

function handedOver({ on, receivedBy, by }: Delivery): string {
  return fill(receivedBy ? strings.handedOverTo : strings.handedOverOnRecordedBy, { on: dayText(on), receivedBy, by })
}

function Deliver({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const [on, setOn] = useState<string>(todayInLagos)
  const [receivedBy, setReceivedBy] = useState('')
  const deliver = useAction(deliverGoods)
  const refused = fieldErrors(deliver.error)
  function submit() {
    deliver.mutate(
      { loanId: loan.id, on: on as ReturnType<typeof todayInLagos>, receivedBy: receivedBy.trim() || undefined },
      toastThen(strings.goodsHandedOver, onClose),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.handOverTheGoods}
      description={fill(strings.isToldOnThePhone, { memberName: loan.memberName })}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="deliver-goods" busy={deliver.isPending}>
          {strings.handOver}
        </CancelOr>
      }
    >
      <Form id="deliver-goods" className="stack" onSubmit={submit} problems={deliver.error}>
        {deliver.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={deliver.error} title={strings.nothingWasRecorded} />
        )}
        <DateField
          label={strings.handedOverOn}
          max={todayInLagos()}
          value={on}
          onChange={setOn}
          error={refused['on']}
          data-autofocus
        />
        <TextField
          label={strings.receivedBy}
          optional
          hint={strings.whoCameForThemWhere}
          maxLength={120}
          value={receivedBy}
          onChange={setReceivedBy}
          error={refused['receivedBy']}
        />
      </Form>
    </Dialog>
  )
}

function Undo({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  return (
    <ReasonDialog
      endpoint={undoDelivery}
      input={{ loanId: loan.id }}
      title={strings.undoTheHandOver}
      description={fill(strings.forOneThatWasRecorded, { memberName: loan.memberName })}
      button={strings.undoHandOver}
      failed={strings.nothingWasUndone}
      done={strings.handOverUndone}
      onClose={onClose}
    />
  )
}
