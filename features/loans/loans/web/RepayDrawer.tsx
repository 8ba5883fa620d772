import { repayLoan } from '#features/loans/loans/loan-money.ts'
import { leftToRecover } from '#features/loans/loans/rules/write-off.ts'
import { repaymentWays } from '#features/loans/loans/rules/loan.ts'
import { useAction } from '#ui/api/use-action.ts'
import { optionsOf } from '#ui/Select.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { LoanMoneyDrawer } from './LoanMoneyDrawer.tsx'
import type { LoanDetail } from './api.ts'

const labels = { cash: 'Cash', bank: 'Bank', savings: 'Savings of the member' }

/** Records a repayment; what is due is filled in. */
export function RepayDrawer({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const repay = useAction(repayLoan)
  const isLost = loan.status === 'written_off'
  const due = isLost ? leftToRecover(loan) : loan.overdue > 0n ? loan.overdue : (loan.next?.amount ?? loan.outstanding)
  return (
    <LoanMoneyDrawer
      words={{
        title: 'Record repayment',
        verb: 'Record',
        date: 'Date paid',
        way: 'From',
        through: 'Paid to',
        lost: 'recorded',
      }}
      start={{ amount: due, way: 'cash' as (typeof repaymentWays)[number] }}
      ways={optionsOf(repaymentWays, labels)}
      wayField="from"
      pending={repay.isPending}
      error={repay.error}
      onReset={repay.reset}
      onClose={onClose}
      onSubmit={({ amount, on, way, paidThrough, reference }) =>
        repay.mutate(
          { loanId: loan.id, amount, on, from: way, paidThrough, reference },
          toastThen(`${moneyText(amount)} recorded`, onClose),
        )
      }
      summary={({ sum, way, on }) => (
        <>
          Record {sum} from <strong>{loan.memberName}</strong>, {way.toLowerCase()}, paid on {on}.{' '}
          {isLost
            ? 'The loan was written off, so this is income of the cooperative.'
            : 'It pays what fell due first; the rest shortens the loan.'}
        </>
      )}
    />
  )
}
