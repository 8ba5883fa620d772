import { useQuery } from '@tanstack/react-query'
import { getSettlementQuote } from '#features/loans/loans/loan-money.ts'
import type { Day } from '#core/calendar.ts'
import { query } from '#ui/api/query.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { QuoteFacts } from './QuoteFacts.tsx'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What a member pays to end their loan today or on the next due date, and how they pay it. */
export function PayOffEarly({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const { id, next, fromSalary } = loan
  const isLater = next !== null && next.on > todayInLagos()
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.payOffEarly}
      description={fill(strings.whatEndsYourLoanThe, { loanConfig: loan.loanConfig })}
      actions={
        <Button look="primary" onClick={onClose}>
          {strings.close}
        </Button>
      }
    >
      <div className="stack">
        <OnDay
          title={fill(strings.todayTodayInLagos, { todayInLagos: dayText(todayInLagos()) })}
          loanId={id}
          until="today"
        />
        {isLater && (
          <OnDay
            title={fill(strings.onTheNext, {
              fromSalary: fromSalary ? strings.payDay : strings.dueDate,
              on: dayText(next.on),
            })}
            loanId={id}
            on={next.on}
            until={dayText(next.on)}
          />
        )}
        <section>
          <h3>{strings.howToPay}</h3>
          <p>{strings.payTheWholeSumOn}</p>
          {fromSalary && <p>{strings.yourInstalmentsAreDeductedFrom}</p>}
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
        <LoadProblem title={strings.failedToLoadThePayoff} of={quote} />
      ) : quote.data ? (
        <QuoteFacts quote={quote.data} until={until} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </section>
  )
}
