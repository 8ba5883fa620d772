import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { writeOffLoan, previewWriteOff } from '#features/loans/write-offs/contract.ts'
import type { Day } from '#core/calendar.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, isConnectionProblem } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { dayProblem } from '#ui/day-problem.ts'
import { moneyText, plural, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { LoanChangeDrawer } from './LoanChangeDrawer.tsx'
import type { LoanDetail } from './api.ts'

type Plan = Replied<typeof previewWriteOff>

const sourceWords = { savings: 'free savings', own_loan: 'pledged', guarantee: 'guarantor' }

/** Gives a loan up, after showing what bears the loss and what could still be taken instead. */
export function WriteOffDrawer({
  loan,
  onRecover,
  onClose,
}: {
  loan: LoanDetail
  onRecover: () => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [on, setOn] = useState<string>(todayInLagos())
  const [releases, setReleases] = useState(false)
  const [tries, setTries] = useState(0)
  const writeOff = useAction(writeOffLoan)
  // Without an answer no one knows whether it was written off: the plan that it was stays.
  const unsure = isConnectionProblem(writeOff.error)
  const preview = useQuery({ ...query(previewWriteOff, { loanId: loan.id }), staleTime: 0, enabled: !unsure })
  const plan = preview.data
  const refused = writeOff.error ? fieldErrors(writeOff.error) : {}
  const given = reason.trim()
  const problems = {
    ...(given === '' && { reason: 'Give the reason' }),
    ...dayProblem('on', on),
    ...(plan &&
      plan.recoverable > 0n &&
      !releases && { releasesPledges: 'Recover it first, or tick that it is let go.' }),
  }
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = plan !== undefined && plan.amount > 0n && Object.keys(problems).length === 0
  function submit() {
    setTries(tries + 1)
    if (!isReady) return
    writeOff.mutate(
      {
        loanId: loan.id,
        reason: given,
        ...(on !== todayInLagos() && { on: on as Day }),
        ...(releases && { releasesPledges: true }),
      },
      toastThen(
        ({ status }) => (status === 'written_off' ? `${moneyText(plan.amount)} written off` : 'Sent for approval'),
        onClose,
      ),
    )
  }
  return (
    <LoanChangeDrawer
      id="write-off"
      title="Write off the loan"
      sentence={plan && plan.amount > 0n && <Sentence plan={plan} borrower={loan.memberName} />}
      button={{
        look: 'danger',
        disabled: !plan || plan.amount === 0n,
        children: plan
          ? plan.approvals > 0
            ? 'Send for approval'
            : `Write off ${moneyText(plan.amount)}`
          : 'Write off',
      }}
      action={writeOff}
      problem={{
        error: writeOff.error,
        title: 'Nothing was written off',
        isBeside: ['reason', 'on', 'releasesPledges'].some((field) => field in refused),
      }}
      focus={tries > 0 && !isReady ? tries : writeOff.error}
      reason={{
        hint: 'The borrower reads it.',
        value: reason,
        onChange: setReason,
        error: shown['reason'],
        'data-autofocus': true,
      }}
      above={
        <>
          {preview.isError && <LoadProblem title="Failed to load what would be written off" of={preview} />}
          {preview.isPending && <SkeletonLines lines={5} />}
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {plan && <Planned plan={plan} />}
      {plan && plan.recoverable > 0n && (
        <>
          <Banner
            tone="warning"
            title={`${moneyText(plan.recoverable)} could still be taken`}
            actions={loan.overdue > 0n && <Button onClick={onRecover}>Recover it first</Button>}
          >
            {plan.recoverableFrom.map(({ memberId, name, source, available }) => (
              <p key={`${memberId} ${source}`}>
                {name}, {sourceWords[source]}: <MoneyText amount={available} />
              </p>
            ))}
          </Banner>
          <Checkbox
            label="Release the guarantors of this loan"
            checked={releases}
            onChange={setReleases}
            error={shown['releasesPledges']}
          />
        </>
      )}
      <DateField label="Date" max={todayInLagos()} value={on} onChange={setOn} error={shown['on']} />
    </LoanChangeDrawer>
  )
}

function Planned({ plan }: { plan: Plan }) {
  if (plan.amount === 0n) return <p>No principal is owed, so there is nothing to write off.</p>
  return (
    <Facts
      items={[
        { label: 'Principal that is owed', value: <strong>{<MoneyText amount={plan.amount} />}</strong> },
        { label: 'Borne by the provision for loan losses', value: <MoneyText amount={plan.fromProvision} /> },
        { label: 'Borne by bad debts, this year’s cost', value: <MoneyText amount={plan.toBadDebts} /> },
        {
          label: 'Unpaid interest and charges',
          value: plan.unpaidCharges > 0n && (
            <>
              <MoneyText amount={plan.unpaidCharges} /> <span className="muted">never were in the books</span>
            </>
          ),
        },
      ]}
    />
  )
}

function Sentence({ plan, borrower }: { plan: Plan; borrower: string }) {
  return (
    <>
      <strong className="number">{moneyText(plan.amount)}</strong> of the loan of <strong>{borrower}</strong> leaves the
      books.
      {plan.approvals > 0 && ` It takes ${plural(plan.approvals, 'approval')} before that.`}
    </>
  )
}
