import { useQuery } from '@tanstack/react-query'
import { getSettlementQuote } from '#contract/lending/loan-money.ts'
import type { Day } from '#domain/calendar.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { dayText, todayInLagos } from '#web/ui/format.ts'
import { QuoteFacts } from './QuoteFacts.tsx'
import type { LoanDetail } from './api.ts'

/** What a member pays to end their loan today or on the next due date, and how they pay it. */
export function PayOffEarly({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const { id, next, fromSalary } = loan
  const isLater = next !== null && next.on > todayInLagos()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Pay off early"
      description={`What ends your ${loan.loanConfig} loan. The sum depends on the day of payment.`}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack">
        <OnDay title={`Today, ${dayText(todayInLagos())}`} loanId={id} until="today" />
        {isLater && (
          <OnDay
            title={`On the next ${fromSalary ? 'pay day' : 'due date'}, ${dayText(next.on)}`}
            loanId={id}
            on={next.on}
            until={dayText(next.on)}
          />
        )}
        <section>
          <h3>How to pay</h3>
          <p>
            Pay the whole sum on that day at your society’s office or by transfer to its account, and say that it pays
            off this loan. An officer records it, and the loan then shows as fully repaid.
          </p>
          {fromSalary && (
            <p>
              Your instalments are deducted from your salary. Tell the office on the day you pay, so that your employer
              is not asked for another instalment.
            </p>
          )}
        </section>
      </div>
    </Dialog>
  )
}

function OnDay({ title, loanId, on, until }: { title: string; loanId: LoanDetail['id']; on?: Day; until: string }) {
  const quote = useQuery({ ...query(getSettlementQuote, { loanId, ...(on && { on }) }), staleTime: 0 })
  return (
    <section>
      <h3>{title}</h3>
      {quote.isError ? (
        <LoadProblem title="Failed to load the payoff amount" of={quote} />
      ) : quote.data ? (
        <QuoteFacts quote={quote.data} until={until} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </section>
  )
}
