import { labelled } from '#core/words.ts'
import { agreedStatuses } from '#features/loans/loans/rules/agreed-statuses.ts'
import { interestMethodLabels } from '#features/loans/loans/rules/loan.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { kobo } from '#core/money.ts'
import { Link } from '#ui/router/Link.tsx'
import { AgreementButton } from '#ui/parts/AgreementButton.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { dayText, instantText } from '#ui/format.ts'
import { InWords } from './InWords.tsx'
import { LoanPapers } from './LoanPapers.tsx'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const decisionLabels = labelled({
  approved: strings.approved,
  rejected: strings.rejected,
  withdrawn: strings.withdrawn,
})

/** The terms, who decided what about them, and the papers that came with them. */
export function LoanAgreed({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  return (
    <>
      <Card title={strings.whatWasAgreed}>
        <div className="stack">
          <Facts
            items={[
              {
                label: strings.fromTheOldBooks,
                value: loan.takenOver && (
                  <>
                    {fillElements(strings.asAtLentOn, {
                      asOf: dayText(loan.takenOver.asOf),
                      originalPrincipal: <MoneyText amount={loan.takenOver.originalPrincipal} />,
                      beganOn: dayText(loan.takenOver.beganOn),
                    })}
                  </>
                ),
              },
              { label: strings.instalments, value: instalmentsInWords(loan.instalments, loan.repaidEvery) },
              {
                label: loan.rescheduledOn ? strings.regularInstalmentNow : strings.regularInstalment,
                value: loan.regularInstalment !== null && <MoneyText amount={loan.regularInstalment} />,
              },
              { label: strings.yearlyRate, value: <span className="number">{`${loan.annualRatePercent} %`}</span> },
              { label: strings.interest, value: interestMethodLabels[loan.interestMethod] ?? loan.interestMethod },
              {
                label: strings.annualPercentageRate,
                value: loan.yearlyCost && <span className="number">{`${loan.yearlyCost.apr} %`}</span>,
              },
              {
                label: strings.effectiveYearlyRate,
                value: loan.yearlyCost && <span className="number">{`${loan.yearlyCost.effectiveAnnualRate} %`}</span>,
              },
              {
                label: strings.countingOwnSavingsThatStay,
                value: typeof loan.yearlyCost?.withSavings === 'number' && (
                  <span className="number">{`${loan.yearlyCost.withSavings} %`}</span>
                ),
              },
              {
                label: strings.takenOffAtTheStart,
                value: loan.interestDeducted > kobo(0) && <MoneyText amount={loan.interestDeducted} />,
              },
              {
                label: strings.feesTakenOff,
                value: loan.feesDeducted > kobo(0) && <MoneyText amount={loan.feesDeducted} />,
              },
              {
                label: strings.wantedFrom,
                value: loan.disbursed === 0n && loan.startOn && <DateText on={loan.startOn} />,
              },
              { label: strings.purpose, value: loan.purpose },
              { label: strings.collateral, value: loan.collateral },
              {
                label: strings.netSalaryStated,
                value: loan.netSalary !== null && <MoneyText amount={loan.netSalary} />,
              },
              {
                label: strings.ownSavingsThatStay,
                value: loan.ownPledge > kobo(0) && <MoneyText amount={loan.ownPledge} />,
              },
              {
                label: strings.approvals,
                value:
                  loan.approvals.asked > 0 &&
                  fill(loan.approvals.given.length > 0 ? strings.neededGivenBy : strings.needed, {
                    asked: loan.approvals.asked,
                    given: loan.approvals.given.map(({ by }) => by).join(', '),
                  }),
              },
              {
                label: strings.appliedOn,
                value: loan.takenOver
                  ? fill(strings.lentOnEnteredBy, {
                      beganOn: dayText(loan.takenOver.beganOn),
                      recordedBy: loan.recordedBy,
                    })
                  : fill(strings.enteredBy, {
                      submittedAt: instantText(loan.submittedAt),
                      recordedBy: loan.recordedBy,
                    }),
              },
              ...loan.decisions.flatMap(({ decision, by, at, reason }) => [
                { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
                { label: strings.reason, value: reason },
              ]),
              ...loan.minutes.map((minute) => ({
                label: strings.minutes,
                value: <MinuteText minute={minute} officer={officer} />,
              })),
            ]}
          />
          <InWords sentences={[...loan.scheduleInWords, ...loan.charges.fees, loan.charges.penalty]} />
          {agreedStatuses.includes(loan.status) && (
            <p>
              <AgreementButton loanId={loan.id} />
            </p>
          )}
        </div>
      </Card>
      <LoanPapers loan={loan} />
    </>
  )
}

/** A committee's meeting is closed to the borrower, who reads its name only. */
function MinuteText({
  minute: { meetingId, meeting, metOn, minute, by },
  officer,
}: {
  minute: LoanDetail['minutes'][number]
  officer: boolean
}) {
  const words = meeting && metOn ? `${meeting}, ${dayText(metOn)}` : ''
  return (
    <>
      {officer && meetingId ? (
        <Link to="/coop/governance/$meetingId" params={{ meetingId }}>
          {words}
        </Link>
      ) : (
        words
      )}
      {minute && `${words ? ', minute ' : ''}${minute}`} <span className="muted">{fill(strings.namedBy, { by })}</span>
    </>
  )
}
