import { labelled } from '#core/words.ts'
import { useQuery } from '@tanstack/react-query'
import { getLoan } from '#features/loans/loans/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { Check, X } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { guaranteeStatusLabels } from '#features/loans/loans/rules/guarantee.ts'
import { interestMethodLabels } from '#features/loans/loans/rules/loan.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { instantText, moneyText } from '#ui/format.ts'
import './LoanDrawer.css'
import { LoanTag } from './LoanTag.tsx'
import type { Loan, LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./DecideDialogs.tsx')).ApproveDialog }))
const RejectDialog = lazy(async () => ({ default: (await import('./DecideDialogs.tsx')).RejectDialog }))

const decisionLabels = labelled({
  approved: strings.approved,
  rejected: strings.rejected,
  withdrawn: strings.withdrawn,
})

/** One loan with everything that is known about it; an officer decides here. */
export function LoanDrawer({ loan: row, officer, onClose }: { loan: Loan; officer: boolean; onClose: () => void }) {
  const asked = useQuery(query(getLoan, { loanId: row.id }))
  const detail = asked.data
  const loan = detail ?? row
  return (
    <Drawer open onClose={onClose} title={fill(strings.loanConfigLoan, { loanConfig: loan.loanConfig })}>
      <div className="stack">
        <div>
          <p className="loan-amount">
            <MoneyText amount={loan.principal} />
          </p>
          <LoanTag {...loan} />
        </div>
        <Facts
          items={[
            {
              label: strings.member,
              value: officer ? (
                <Link to="/coop/member/$memberId" params={{ memberId: loan.memberId }}>
                  {loan.memberName}
                </Link>
              ) : (
                loan.memberName
              ),
            },
            { label: strings.membershipNumber, value: <span className="number">{loan.membershipno}</span> },
            { label: strings.instalments, value: instalmentsInWords(loan.instalments, loan.repaidEvery) },
            { label: strings.yearlyRate, value: <span className="number">{`${loan.annualRatePercent} %`}</span> },
            { label: strings.interest, value: interestMethodLabels[loan.interestMethod] ?? loan.interestMethod },
            { label: strings.purpose, value: loan.purpose },
            { label: strings.collateral, value: detail?.collateral },
            {
              label: strings.guarantors,
              value: detail && detail.guarantors.length > 0 && <Guarantors of={detail.guarantors} />,
            },
            { label: strings.enteredBy2, value: loan.recordedBy },
            { label: strings.appliedOn, value: <DateText on={loan.submittedAt} time /> },
            ...(detail?.decisions ?? []).flatMap(({ decision, by, at, reason }) => [
              { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
              { label: strings.reason, value: reason },
            ]),
          ]}
        />
        {asked.isError && <LoadProblem title={strings.failedToLoadTheLoan} of={asked} />}
        {loan.status === 'submitted' && !officer && <p>{strings.theOfficersDecideAboutThis}</p>}
        {loan.status === 'approved' && <p className="muted">{strings.approvedNotPaidOutYet2}</p>}
        <p>
          {officer ? (
            <Link to="/coop/loan-management/$loanId" params={{ loanId: loan.id }}>
              {linkWords(loan.status)}
            </Link>
          ) : (
            <Link to="/member/loans/$loanId" params={{ loanId: loan.id }}>
              {loan.status === 'submitted' || loan.status === 'rejected'
                ? strings.openTheApplication
                : strings.scheduleAndPayments}
            </Link>
          )}
        </p>
        {officer && detail?.status === 'submitted' && <Decide loan={detail} />}
      </div>
    </Drawer>
  )
}

function linkWords(status: Loan['status']): string {
  if (status === 'submitted' || status === 'rejected' || status === 'withdrawn') return strings.openTheApplication
  return status === 'approved' ? strings.openTheLoanToPay : strings.scheduleAndPayments
}

function Guarantors({ of }: { of: LoanDetail['guarantors'] }) {
  return (
    <>
      {of.map(({ memberId, name, membershipno, status }) => (
        <span key={memberId}>
          {name} <MemberNumber membershipno={membershipno} />{' '}
          <span className="muted">{(guaranteeStatusLabels[status] ?? status).toLowerCase()}</span>
          <br />
        </span>
      ))}
    </>
  )
}

function Decide({ loan }: { loan: LoanDetail }) {
  const [asking, setAsking] = useState<'approve' | 'reject'>()
  const sum = moneyText(loan.principal)
  const close = () => setAsking(undefined)
  return (
    <>
      <div className="row">
        <Button look="primary" icon={Check} onClick={() => setAsking('approve')}>
          {fill(strings.approveSum, { sum })}
        </Button>
        <Button look="danger" icon={X} onClick={() => setAsking('reject')}>
          {fill(strings.rejectSum, { sum })}
        </Button>
      </div>
      <Suspense>
        {asking === 'approve' && <ApproveDialog loan={loan} onClose={close} />}
        {asking === 'reject' && <RejectDialog loan={loan} onClose={close} />}
      </Suspense>
    </>
  )
}
