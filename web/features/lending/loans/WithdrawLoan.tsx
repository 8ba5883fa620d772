import { withdrawLoan } from '#contract/lending/loan-guarantors.ts'
import { useAction } from '#web/api/use-action.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
import type { LoanDetail } from './api.ts'

/** Takes back an application, also one that is approved, before anything is paid out. */
export function WithdrawLoan({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const withdraw = useAction(withdrawLoan)
  const isApproved = loan.status === 'approved'
  const take = () =>
    withdraw.mutate({ loanId: loan.id }, toastThen(isApproved ? 'Loan withdrawn' : 'Application withdrawn', onClose))
  return (
    <Dialog
      open
      onClose={onClose}
      title={isApproved ? 'Withdraw this loan?' : 'Withdraw this application?'}
      description={`${isApproved ? 'It is approved, and will not be paid out. ' : ''}${loan.guarantors.length > 0 ? 'Your guarantors are told, and nothing of their savings is pledged for it any more. ' : ''}You can apply again.`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            busy={withdraw.isPending}
            onClick={take}
          >{`Withdraw ${moneyText(loan.principal)}`}</Button>
        </>
      }
    >
      {withdraw.error && (
        <RefusedBanner
          error={withdraw.error}
          title={isApproved ? 'The loan was not withdrawn' : 'The application was not withdrawn'}
        />
      )}
    </Dialog>
  )
}
