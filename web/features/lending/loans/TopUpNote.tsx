import { loanStatusLabels } from '#domain/lending/loans/loan.ts'
import type { LoanId } from '#domain/ids.ts'
import { kobo, sumKobo } from '#domain/money.ts'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { dayText, moneyText } from '#web/ui/format.ts'
import type { LoanDetail } from './api.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** The loans that this one settles, and the one that settles it, each a step away. */
export function TopUpNote({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const { settles, settledBy, disbursed, interestDeducted } = loan
  const settled = sumKobo(settles.map(({ amount }) => amount ?? kobo(0)))
  const isWaiting = settledBy?.status === 'submitted' || settledBy?.status === 'approved'
  return (
    <Card
      title={
        settles.length > 0
          ? strings.settlesARunningLoan
          : isWaiting
            ? strings.toBeSettledByA
            : strings.settledByANewLoan
      }
    >
      <Facts
        items={[
          ...settles.map(({ loanId, loanConfig, principal, on, amount, outstanding }, index) => ({
            label: settles.length > 1 ? fill(strings.settlesLoan, { index: index + 1 }) : strings.settles,
            value: (
              <>
                <ToLoan loanId={loanId} officer={officer}>
                  {fill(strings.loanConfigLoanOf, { loanConfig, principal: moneyText(principal) })}
                </ToLoan>
                {amount !== null && on !== null
                  ? fill(strings.amountOnOn, { amount: moneyText(amount), on: dayText(on) })
                  : outstanding > 0n
                    ? fill(strings.ofItsPrincipalLeftWhat, { outstanding: moneyText(outstanding) })
                    : strings.whichWasRepaidOtherwise}
              </>
            ),
          })),
          {
            label: strings.paidOutBesideIt,
            value: settled > 0n && <MoneyText amount={kobo(disbursed - interestDeducted - settled)} />,
          },
          {
            label: isWaiting ? 'By' : strings.settledBy,
            value: settledBy && (
              <>
                <ToLoan loanId={settledBy.loanId} officer={officer}>
                  {fill(strings.loanConfigLoanOf, {
                    loanConfig: settledBy.loanConfig,
                    principal: moneyText(settledBy.principal),
                  })}
                </ToLoan>
                {isWaiting
                  ? fill(strings.instalmentsGoOnUntilIt, {
                      toLowerCase: loanStatusLabels[settledBy.status].toLowerCase(),
                    })
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
