import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { LoanDetail } from './api.ts'
import { useWithdrawLoan } from './guarantors-api.ts'

/** Takes back an application that nobody has decided about. */
export function WithdrawLoan({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const withdraw = useWithdrawLoan()
  const take = () =>
    withdraw.mutate({ loanId: loan.id }, {
      onSuccess: () => {
        toast.success('Application withdrawn')
        onClose()
      },
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Withdraw this application?"
      description="Your guarantors are told, and nothing of their savings stands for it any more. You can apply again."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={withdraw.isPending} onClick={take}>{`Withdraw ${moneyText(loan.principal)}`}</Button>
        </>
      }
    >
      {withdraw.error && (
        <Banner tone="danger" title="The application was not withdrawn">
          {sentence(withdraw.error)}
        </Banner>
      )}
    </Dialog>
  )
}
