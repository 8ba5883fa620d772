import { payMaturedDeposits } from '#features/savings/fixed-deposits/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'

/** One press for all deposits whose day has come. */
export function PayMaturedDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  const pay = useAction(payMaturedDeposits)
  const submit = () =>
    pay.mutate(
      {},
      toastThen(
        ({ paidOut, renewed, interest }) =>
          `${paidOut} paid out, ${renewed} renewed, ${moneyText(interest)} of interest`,
        onClose,
      ),
    )
  return (
    <ConfirmDialog
      action={pay}
      title={`Pay out or renew ${plural(waiting, 'deposit')}?`}
      description="Principal and interest go to the member's ordinary savings, or on into a new deposit from the day it matured, as each deposit says. Each is one entry of today, and the member is told."
      button={waiting === 1 ? 'Do it for this one' : `Do it for all ${waiting}`}
      failed="Nothing was paid out"
      onConfirm={submit}
      onClose={onClose}
    />
  )
}
