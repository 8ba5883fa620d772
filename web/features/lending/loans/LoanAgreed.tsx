import { labelled } from '#domain/words.ts'
import { agreedStatuses } from '#domain/lending/loans/agreed-statuses.ts'
import { interestMethodLabels } from '#domain/lending/loans/loan.ts'
import { instalmentsInWords } from '#domain/lending/loans/repaid-every.ts'
import { kobo } from '#domain/money.ts'
import { Link } from '#web/router/Link.tsx'
import { AgreementButton } from '#web/parts/AgreementButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { dayText, instantText } from '#web/ui/format.ts'
import { InWords } from './InWords.tsx'
import { LoanPapers } from './LoanPapers.tsx'
import type { LoanDetail } from './api.ts'

const decisionLabels = labelled({ approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn' })

/** The terms, who decided what about them, and the papers that came with them. */
export function LoanAgreed({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  return (
    <>
      <Card title="What was agreed">
        <div className="stack">
          <Facts
            items={[
              {
                label: 'From the old books',
                value: loan.takenOver && (
                  <>
                    as at {dayText(loan.takenOver.asOf)}; <MoneyText amount={loan.takenOver.originalPrincipal} /> lent
                    on {dayText(loan.takenOver.beganOn)}
                  </>
                ),
              },
              { label: 'Instalments', value: instalmentsInWords(loan.instalments, loan.repaidEvery) },
              {
                label: loan.rescheduledOn ? 'Regular instalment now' : 'Regular instalment',
                value: loan.regularInstalment !== null && <MoneyText amount={loan.regularInstalment} />,
              },
              { label: 'Yearly rate', value: <span className="number">{`${loan.annualRatePercent} %`}</span> },
              { label: 'Interest', value: interestMethodLabels[loan.interestMethod] ?? loan.interestMethod },
              {
                label: 'Real cost by the year',
                value: loan.yearlyCost && <span className="number">{`${loan.yearlyCost.apr} %`}</span>,
              },
              {
                label: 'With interest on interest',
                value: loan.yearlyCost && <span className="number">{`${loan.yearlyCost.effectiveAnnualRate} %`}</span>,
              },
              {
                label: 'Counting own savings that stay',
                value: typeof loan.yearlyCost?.withSavings === 'number' && (
                  <span className="number">{`${loan.yearlyCost.withSavings} %`}</span>
                ),
              },
              {
                label: 'Taken off at the start',
                value: loan.interestDeducted > kobo(0) && <MoneyText amount={loan.interestDeducted} />,
              },
              {
                label: 'Fees taken off',
                value: loan.feesDeducted > kobo(0) && <MoneyText amount={loan.feesDeducted} />,
              },
              { label: 'Wanted from', value: loan.disbursed === 0n && loan.startOn && <DateText on={loan.startOn} /> },
              { label: 'Purpose', value: loan.purpose },
              { label: 'Collateral', value: loan.collateral },
              { label: 'Net salary stated', value: loan.netSalary !== null && <MoneyText amount={loan.netSalary} /> },
              {
                label: 'Own savings that stay',
                value: loan.ownPledge > kobo(0) && <MoneyText amount={loan.ownPledge} />,
              },
              {
                label: 'Approvals',
                value:
                  loan.approvals.asked > 0 &&
                  `${loan.approvals.asked} needed${loan.approvals.given.length > 0 ? `, given by ${loan.approvals.given.map(({ by }) => by).join(', ')}` : ''}`,
              },
              { label: 'Applied on', value: `${instantText(loan.submittedAt)}, entered by ${loan.recordedBy}` },
              ...loan.decisions.flatMap(({ decision, by, at, reason }) => [
                { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
                { label: 'Reason', value: reason },
              ]),
              ...loan.minutes.map((minute) => ({
                label: 'Minutes',
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
      {minute && `${words ? ', minute ' : ''}${minute}`} <span className="muted">named by {by}</span>
    </>
  )
}
