import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import type { LoanId } from '#core/ids.ts'
import { kobo, sumKobo } from '#core/money.ts'
import { Link } from '#ui/router/Link.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
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
            value: fillElements(
              amount !== null && on !== null
                ? strings.settledOn
                : outstanding > 0n
                  ? strings.ofItsPrincipalLeftWhat
                  : strings.whichWasRepaidOtherwise,
              {
                loan: (
                  <ToLoan loanId={loanId} officer={officer}>
                    {fill(strings.loanConfigLoanOf, { loanConfig, principal: moneyText(principal) })}
                  </ToLoan>
                ),
                amount: amount !== null && moneyText(amount),
                on: on && dayText(on),
                outstanding: moneyText(outstanding),
              },
            ),
          })),
          {
            label: strings.paidOutBesideIt,
            value: settled > 0n && <MoneyText amount={kobo(disbursed - interestDeducted - settled)} />,
          },
          {
            label: isWaiting ? strings.by : strings.settledBy,
            value:
              settledBy &&
              fillElements(isWaiting ? strings.instalmentsGoOnUntilIt : '{loan}', {
                loan: (
                  <ToLoan loanId={settledBy.loanId} officer={officer}>
                    {fill(strings.loanConfigLoanOf, {
                      loanConfig: settledBy.loanConfig,
                      principal: moneyText(settledBy.principal),
                    })}
                  </ToLoan>
                ),
                status: loanStatusLabels[settledBy.status].toLowerCase(),
              }),
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
