import { labelled } from '#domain/words.ts'
import { useQuery } from '@tanstack/react-query'
import { getLoan } from '#contract/lending/loans.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { Check, X } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { guaranteeStatusLabels } from '#domain/lending/loans/guarantee.ts'
import { interestMethodLabels } from '#domain/lending/loans/loan.ts'
import { instalmentsInWords } from '#domain/lending/loans/repaid-every.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MemberNumber } from '#web/parts/MemberNumber.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { instantText, moneyText } from '#web/ui/format.ts'
import './LoanDrawer.css'
import { LoanTag } from './LoanTag.tsx'
import { type Loan, type LoanDetail } from './api.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./DecideDialogs.tsx')).ApproveDialog }))
const RejectDialog = lazy(async () => ({ default: (await import('./DecideDialogs.tsx')).RejectDialog }))

const decisionLabels = labelled({ approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn' })

/** One loan with everything that is known about it; an officer decides here. */
export function LoanDrawer({ loan: row, officer, onClose }: { loan: Loan; officer: boolean; onClose: () => void }) {
  const asked = useQuery(query(getLoan, { loanId: row.id }))
  const detail = asked.data
  const loan = detail ?? row
  return (
    <Drawer open onClose={onClose} title={`${loan.loanConfig} loan`}>
      <div className="stack">
        <div>
          <p className="loan-amount">
            <MoneyText amount={loan.principal} />
          </p>
          <LoanTag status={loan.status} />
        </div>
        <Facts
          items={[
            {
              label: 'Member',
              value: officer ? (
                <Link to="/coop/member/$memberId" params={{ memberId: loan.memberId }}>
                  {loan.memberName}
                </Link>
              ) : (
                loan.memberName
              ),
            },
            { label: 'Membership number', value: <span className="number">{loan.membershipno}</span> },
            { label: 'Instalments', value: instalmentsInWords(loan.instalments, loan.repaidEvery) },
            { label: 'Yearly rate', value: <span className="number">{`${loan.annualRatePercent} %`}</span> },
            { label: 'Interest', value: interestMethodLabels[loan.interestMethod] ?? loan.interestMethod },
            { label: 'Purpose', value: loan.purpose },
            { label: 'Collateral', value: detail?.collateral },
            {
              label: 'Guarantors',
              value: detail && detail.guarantors.length > 0 && <Guarantors of={detail.guarantors} />,
            },
            { label: 'Entered by', value: loan.recordedBy },
            { label: 'Applied on', value: <DateText on={loan.submittedAt} time /> },
            ...(detail?.decisions ?? []).flatMap(({ decision, by, at, reason }) => [
              { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
              { label: 'Reason', value: reason },
            ]),
          ]}
        />
        {asked.isError && <LoadProblem title="Failed to load the loan" of={asked} />}
        {loan.status === 'submitted' && !officer && <p>The officers decide about this. You read their answer here.</p>}
        {loan.status === 'approved' && <p className="muted">Approved, not paid out yet.</p>}
        <p>
          {officer ? (
            <Link to="/coop/loan-management/$loanId" params={{ loanId: loan.id }}>
              {linkWords(loan.status)}
            </Link>
          ) : (
            <Link to="/member/loans/$loanId" params={{ loanId: loan.id }}>
              {loan.status === 'submitted' || loan.status === 'rejected'
                ? 'Open the application'
                : 'Schedule and payments'}
            </Link>
          )}
        </p>
        {officer && detail?.status === 'submitted' && <Decide loan={detail} />}
      </div>
    </Drawer>
  )
}

function linkWords(status: Loan['status']): string {
  if (status === 'submitted' || status === 'rejected' || status === 'withdrawn') return 'Open the application'
  return status === 'approved' ? 'Open the loan to pay it out' : 'Schedule and payments'
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
          {`Approve ${sum}`}
        </Button>
        <Button look="danger" icon={X} onClick={() => setAsking('reject')}>
          {`Reject ${sum}`}
        </Button>
      </div>
      <Suspense>
        {asking === 'approve' && <ApproveDialog loan={loan} onClose={close} />}
        {asking === 'reject' && <RejectDialog loan={loan} onClose={close} />}
      </Suspense>
    </>
  )
}
