import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/router/Link.tsx'
import { Check, X } from 'lucide'
import { useState } from 'react'
import { guaranteeStatusLabels } from '#domain/loans/guarantee.ts'
import { interestMethodLabels } from '#domain/loans/loan.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Dialog, Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { instantText, moneyText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import './LoanDrawer.css'
import { LoanTag } from './LoanTag.tsx'
import { type Loan, type LoanDetail, loanQueries, useApproveLoan, useRejectLoan } from './api.ts'

const decisionLabels = { approved: 'Approved', rejected: 'Rejected' }

/** One loan with everything that is known about it; an officer decides here. */
export function LoanDrawer({ loan: row, officer, onClose }: { loan: Loan; officer: boolean; onClose: () => void }) {
  const asked = useQuery(loanQueries.one(row.id))
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
            { label: 'Instalments', value: <span className="number">{loan.instalments}</span> },
            { label: 'Yearly rate', value: <span className="number">{`${loan.annualRatePercent} %`}</span> },
            { label: 'Interest', value: interestMethodLabels[loan.interestMethod] },
            { label: 'Purpose', value: loan.purpose },
            { label: 'Collateral', value: detail?.collateral },
            { label: 'Guarantors', value: detail && detail.guarantors.length > 0 && <Guarantors of={detail.guarantors} /> },
            { label: 'Entered by', value: loan.recordedBy },
            { label: 'Asked for', value: <DateText on={loan.submittedAt} time /> },
            ...(detail?.decisions ?? []).flatMap(({ decision, by, at, reason }) => [
              { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
              { label: 'Reason', value: reason },
            ]),
          ]}
        />
        {asked.isError && <LoadProblem title="Failed to load the loan" error={asked.error} onRetry={() => void asked.refetch()} />}
        {loan.status === 'submitted' && !officer && <p>The officers decide about this. You read their answer here.</p>}
        {loan.status === 'approved' && <p className="muted">Approved, not paid out yet.</p>}
        <p>
            {officer ? (
              <Link to="/coop/loan-management/$loanId" params={{ loanId: loan.id }}>
                {linkWords(loan.status)}
              </Link>
            ) : (
              <Link to="/member/loans/$loanId" params={{ loanId: loan.id }}>
                {loan.status === 'submitted' || loan.status === 'rejected' ? 'Open the application' : 'Schedule and payments'}
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
          {name} <span className="muted number">{membershipno.split('/').at(-1)}</span> <span className="muted">{guaranteeStatusLabels[status].toLowerCase()}</span>
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
      {asking === 'approve' && <ApproveDialog loan={loan} onClose={close} />}
      {asking === 'reject' && <RejectDialog loan={loan} onClose={close} />}
    </>
  )
}

function ApproveDialog({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const approve = useApproveLoan()
  const sum = moneyText(loan.principal)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Approve this loan?"
      description={`${sum} for ${loan.memberName} in ${loan.instalments} instalments at ${loan.annualRatePercent} % a year. Your rules are checked once more. No money moves yet.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={approve.isPending}
            onClick={() =>
              approve.mutate({ loanId: loan.id }, {
                onSuccess: () => {
                  toast.success('Loan approved')
                  onClose()
                },
              })
            }
          >
            {`Approve ${sum}`}
          </Button>
        </>
      }
    >
      {approve.error && (
        <Banner tone="danger" title="The loan was not approved">
          {[...new Set([sentence(approve.error), ...Object.values(fieldErrors(approve.error))])].map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      )}
    </Dialog>
  )
}

function RejectDialog({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const reject = useRejectLoan()
  const error = missing ? 'Give the reason' : fieldErrors(reject.error)['reason']
  function submit() {
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') return
    reject.mutate({ loanId: loan.id, reason: given }, {
      onSuccess: () => {
        toast.success('Loan rejected')
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reject the application of ${loan.memberName}?`}
      description="The member reads the reason and can apply again."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form="loan-reason" busy={reject.isPending}>
            {`Reject ${moneyText(loan.principal)}`}
          </Button>
        </>
      }
    >
      <Form id="loan-reason" className="stack" onSubmit={submit} problems={missing || reject.error}>
        {reject.error && !error && (
          <Banner tone="danger" title="The loan was not rejected">
            {sentence(reject.error)}
          </Banner>
        )}
        <TextAreaField label="Reason" name="reason" maxLength={500} value={reason} onChange={setReason} error={error} data-autofocus />
      </Form>
    </Dialog>
  )
}
