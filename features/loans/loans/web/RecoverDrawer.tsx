import { labelled } from '#core/words.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { recoverLoan, previewRecovery } from '#features/loans/loans/recoveries.ts'
import type { RecoveryScope } from '#features/loans/loans/rules/recovery-source.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors, isConnectionProblem } from '#ui/api/api-error.ts'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { partFacts } from './QuoteFacts.tsx'
import { LoanChangeDrawer } from './LoanChangeDrawer.tsx'
import type { LoanDetail } from './api.ts'

type Plan = Replied<typeof previewRecovery>
type Part = Plan['parts'][number]

const scopes: { value: RecoveryScope; label: string }[] = [
  { value: 'overdue', label: 'What is overdue' },
  { value: 'balance', label: 'The whole balance' },
]
const sourceLabels = labelled({
  savings: 'Free savings of the borrower',
  own_loan: 'Pledged by the borrower',
  guarantee: 'Guarantor',
})

const columns: Column<Part>[] = [
  {
    key: 'name',
    header: 'From',
    card: 'title',
    cell: ({ name, source }) => (
      <>
        {name}
        <br />
        <span className="muted">{sourceLabels[source]}</span>
      </>
    ),
  },
  {
    key: 'available',
    header: 'Pledged for it',
    align: 'end',
    cell: ({ available }) => <MoneyText amount={available} />,
  },
  {
    key: 'amount',
    header: 'Taken',
    align: 'end',
    card: 'corner',
    cell: ({ amount }) => <strong>{<MoneyText amount={amount} />}</strong>,
  },
]

/** Takes what is late from the savings pledged for the loan, after showing from whom how much. */
export function RecoverDrawer({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const [scope, setScope] = useState<RecoveryScope>('overdue')
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const recover = useAction(recoverLoan)
  // Without an answer no one knows whether it was taken: the plan that it was stays.
  const unsure = isConnectionProblem(recover.error)
  const preview = useQuery({
    ...query(previewRecovery, { loanId: loan.id, scope }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: !unsure,
  })
  const plan = preview.isPlaceholderData ? undefined : preview.data
  const given = reason.trim()
  const reasonError = tries > 0 && given === '' ? 'Give the reason' : fieldErrors(recover.error)['reason']
  function submit() {
    setTries(tries + 1)
    if (!plan || plan.amount === 0n || given === '') return
    const parts = plan.parts
      .filter(({ amount }) => amount > 0n)
      .map(({ memberId, source, amount }) => ({ memberId, source, amount }))
    recover.mutate(
      { loanId: loan.id, scope, parts, reason: given },
      toastThen(`${moneyText(plan.amount)} recovered`, onClose),
    )
  }
  return (
    <LoanChangeDrawer
      id="recover-loan"
      title="Recover from savings"
      sentence={plan && plan.amount > 0n && <Sentence plan={plan} borrower={loan.memberName} />}
      button={{
        look: 'danger',
        disabled: !plan || plan.amount === 0n,
        children: loan.changesWait
          ? 'Send for approval'
          : plan && plan.amount > 0n
            ? `Recover ${moneyText(plan.amount)}`
            : 'Recover',
      }}
      action={recover}
      problem={{ error: recover.error, title: 'Nothing was taken', isBeside: 'reason' in fieldErrors(recover.error) }}
      focus={tries > 0 && given === '' ? tries : recover.error}
      reason={{
        hint: 'The borrower and each guarantor read it.',
        value: reason,
        onChange: setReason,
        error: reasonError,
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="Recover"
        value={scope}
        options={scopes}
        onChange={(value) => setScope(value === 'balance' ? 'balance' : 'overdue')}
        data-autofocus
      />
      {preview.isError && <LoadProblem title="Failed to load what can be recovered" of={preview} />}
      {preview.isPending && <SkeletonLines lines={5} />}
      {preview.data &&
        (preview.data.amount > 0n ? (
          <Planned plan={preview.data} />
        ) : (
          <p>Neither the borrower nor a guarantor has savings pledged for this loan now.</p>
        ))}
    </LoanChangeDrawer>
  )
}

function Planned({ plan }: { plan: Plan }) {
  return (
    <>
      <Table
        caption="From whose savings"
        columns={columns}
        rows={plan.parts}
        rowKey={({ memberId, source }) => `${memberId} ${source}`}
      />
      <Facts
        items={[
          {
            label: plan.scope === 'overdue' ? 'Overdue' : 'Settles the loan today',
            value: <MoneyText amount={plan.wanted} />,
          },
          ...partFacts(plan.uses, plan.scope === 'overdue' ? 'Interest' : 'Interest to today'),
          { label: 'Recovered now', value: <strong>{<MoneyText amount={plan.amount} />}</strong> },
          { label: 'Still missing then', value: <MoneyText amount={plan.missing} /> },
        ]}
      />
    </>
  )
}

function Sentence({ plan, borrower }: { plan: Plan; borrower: string }) {
  const guarantors = plan.parts.filter(({ source, amount }) => source === 'guarantee' && amount > 0n)
  return (
    <>
      Take <strong className="number">{moneyText(plan.amount)}</strong> today from the savings of{' '}
      {[
        ...(plan.parts.some(({ source, amount }) => source !== 'guarantee' && amount > 0n) ? [borrower] : []),
        ...guarantors.map(({ name }) => name),
      ].join(', ')}
      .{guarantors.length > 0 && ' Each guarantor is released from what they pay.'}
    </>
  )
}
