import { loanStatusLabels } from '#domain/lending/loans/loan.ts'
import type { LoanId } from '#domain/ids.ts'
import { kobo, sumKobo } from '#domain/money.ts'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { dayText, moneyText } from '#web/ui/format.ts'
import type { LoanDetail } from './api.ts'

/** The loans that this one settles, and the one that settles it, each a step away. */
export function TopUpNote({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const { settles, settledBy, disbursed, interestDeducted } = loan
  const settled = sumKobo(settles.map(({ amount }) => amount ?? kobo(0)))
  const isWaiting = settledBy?.status === 'submitted' || settledBy?.status === 'approved'
  return (
    <Card
      title={
        settles.length > 0
          ? 'Settles a running loan'
          : isWaiting
            ? 'To be settled by a new loan'
            : 'Settled by a new loan'
      }
    >
      <Facts
        items={[
          ...settles.map(({ loanId, loanConfig, principal, on, amount, outstanding }, index) => ({
            label: settles.length > 1 ? `Settles loan ${index + 1}` : 'Settles',
            value: (
              <>
                <ToLoan loanId={loanId} officer={officer}>{`${loanConfig} loan of ${moneyText(principal)}`}</ToLoan>
                {amount !== null && on !== null
                  ? `: ${moneyText(amount)} on ${dayText(on)}`
                  : outstanding > 0n
                    ? `, ${moneyText(outstanding)} of its principal left. What settles it is calculated on the day of payment.`
                    : ', which was repaid otherwise.'}
              </>
            ),
          })),
          {
            label: 'Paid out beside it',
            value: settled > 0n && <MoneyText amount={kobo(disbursed - interestDeducted - settled)} />,
          },
          {
            label: isWaiting ? 'By' : 'Settled by',
            value: settledBy && (
              <>
                <ToLoan
                  loanId={settledBy.loanId}
                  officer={officer}
                >{`${settledBy.loanConfig} loan of ${moneyText(settledBy.principal)}`}</ToLoan>
                {isWaiting
                  ? `, ${loanStatusLabels[settledBy.status].toLowerCase()}. Instalments go on until it is paid out.`
                  : ''}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

function ToLoan({ loanId, officer, children }: { loanId: LoanId; officer: boolean; children: string }) {
  return (
    <Link to={officer ? '/coop/loan-management/$loanId' : '/member/loans/$loanId'} params={{ loanId }}>
      {children}
    </Link>
  )
}
