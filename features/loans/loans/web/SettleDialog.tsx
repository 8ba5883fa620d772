import { useQuery } from '@tanstack/react-query'
import { markLoanPaid, getSettlementQuote } from '#features/loans/loans/loan-money.ts'
import { useState } from 'react'
import { repaymentWays } from '#features/loans/loans/rules/loan.ts'
import type { AccountId } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PaidThrough } from '#ui/parts/PaidThrough.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { usualAccount } from './LoanMoneyDrawer.tsx'
import { QuoteFacts } from './QuoteFacts.tsx'
import type { LoanDetail } from './api.ts'

const labels = { cash: 'Cash', bank: 'Bank', savings: 'Savings of the member' }

/** What settles the loan today, part by part, and the button that records it as paid. */
export function SettleDialog({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const quote = useQuery({ ...query(getSettlementQuote, { loanId: loan.id }), staleTime: 0 })
  const settle = useAction(markLoanPaid)
  const [from, setFrom] = useState<(typeof repaymentWays)[number]>('cash')
  const [paidThrough, setPaidThrough] = useState<AccountId>()
  const owed = quote.data
  return (
    <Dialog
      open
      onClose={onClose}
      title="Settle this loan today?"
      description={`What ${loan.memberName} pays to owe nothing any more.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={settle.isPending}
          disabled={!owed}
          onClick={() => settle.mutate({ loanId: loan.id, from, paidThrough }, toastThen('Loan fully repaid', onClose))}
        >
          {owed ? `Record ${moneyText(owed.amount)}` : 'Record'}
        </CancelOr>
      }
    >
      <div className="stack">
        {settle.error && <RefusedBanner error={settle.error} title="The loan was not settled" />}
        {quote.isError && <LoadProblem title="Failed to load what is owed" of={quote} />}
        {quote.isPending && <SkeletonLines lines={3} />}
        {owed && <QuoteFacts quote={owed} until="today" />}
        <Select
          label="From"
          value={from}
          options={optionsOf(repaymentWays, labels)}
          onChange={(value) => {
            setFrom(value as typeof from)
            setPaidThrough(undefined)
          }}
        />
        {from !== 'savings' && (
          <PaidThrough
            label="Paid to"
            value={paidThrough}
            usual={usualAccount(from)}
            onChange={setPaidThrough}
            error={fieldErrors(settle.error)['paidThrough']}
          />
        )}
      </div>
    </Dialog>
  )
}
