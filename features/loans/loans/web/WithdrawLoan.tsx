import { withdrawLoan } from '#features/loans/guarantees/loan-guarantors.ts'
import { useAction } from '#ui/api/use-action.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Takes back an application, also one that is approved, before anything is paid out. */
export function WithdrawLoan({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const withdraw = useAction(withdrawLoan)
  const isApproved = loan.status === 'approved'
  const take = () =>
    withdraw.mutate(
      { loanId: loan.id },
      toastThen(isApproved ? strings.loanWithdrawn : strings.applicationWithdrawn, onClose),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={isApproved ? strings.withdrawThisLoan : strings.withdrawThisApplication}
      description={[
        isApproved && strings.itIsApprovedAndWill,
        loan.guarantors.length > 0 && strings.yourGuarantorsAreToldAnd,
        strings.youCanApplyAgain,
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>{strings.keepIt}</Button>
          <Button look="danger" busy={withdraw.isPending} onClick={take}>
            {fill(strings.withdrawPrincipal, { principal: moneyText(loan.principal) })}
          </Button>
        </>
      }
    >
      {withdraw.error && (
        <RefusedBanner
          error={withdraw.error}
          title={isApproved ? strings.theLoanWasNotWithdrawn : strings.theApplicationWasNotWithdrawn}
        />
      )}
    </Dialog>
  )
}
