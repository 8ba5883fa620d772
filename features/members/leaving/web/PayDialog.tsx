import { useQuery } from '@tanstack/react-query'
import { reversePayout, payPayee } from '#features/members/leaving/contract.ts'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Leaving, Payee } from './api.ts'

/** `waits` where another officer has to approve it first. */
type Props = { leaving: Leaving; payee: Payee; waits: boolean; onClose: () => void }

/** Pays what is owed of a settlement, from one of the cooperative's accounts. */
export function PayDialog({ leaving, payee, waits, onClose }: Props) {
  const [through, setThrough] = useState<AccountId>()
  const accounts = useQuery(query(listPostingAccounts, { use: 'money' }))
  const pay = useAction(payPayee)
  const chosen = through ?? accounts.data?.find(({ isDefault }) => isDefault)?.id
  const sum = moneyText(payee.amount)
  const submit = () => {
    if (!chosen) return
    pay.mutate(
      { leavingId: leaving.id, number: payee.number, paidThrough: chosen },
      toastThen(`${sum} paid to ${payee.name}`, onClose),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Pay ${payee.name}`}
      description={`${sum} was owed since the settlement. A voucher of today pays it.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          type="submit"
          form="pay-payee"
          busy={pay.isPending}
          disabled={!chosen}
        >
          {waits ? 'Send for approval' : `Pay ${sum}`}
        </CancelOr>
      }
    >
      <Form id="pay-payee" className="stack" onSubmit={submit} problems={pay.error}>
        {pay.error && <RefusedBanner error={pay.error} title="Nothing was paid" />}
        <PaidThrough label="Paid from" value={through} onChange={setThrough} />
      </Form>
    </Dialog>
  )
}

export function ReversePayout({ leaving, payee, waits, onClose }: Props) {
  const sum = moneyText(payee.amount)
  const owed =
    leaving.status === 'readmitted' ? `goes onto the savings of ${payee.name}` : `is owed to ${payee.name} again`
  return (
    <ReasonDialog
      endpoint={reversePayout}
      input={{ leavingId: leaving.id, number: payee.number }}
      title={`Reverse the payment to ${payee.name}?`}
      description={`An entry of today takes it back, both stay visible, and ${sum} ${owed}.`}
      button={`Reverse ${sum}`}
      waits={waits}
      failed="This was not reversed"
      done={`${sum} ${owed}`}
      onClose={onClose}
    />
  )
}
