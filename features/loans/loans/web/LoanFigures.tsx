import { sumKobo } from '#core/money.ts'
import { FigureCard } from '#ui/FigureCard.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import type { LoanDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** How a loan that was paid out is today. */
export function LoanFigures({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const { paid, overdue, inArrears, next, outstanding, fromSalary, takenOver } = loan
  const charges = sumKobo([paid.fees, paid.penalties])
  const late = loan.schedule.find(({ owed }) => owed > 0n)
  return (
    <section className="figures figures--lines" aria-label={strings.loanFigures}>
      <FigureCard
        label={strings.principalOutstanding}
        value={<MoneyText amount={outstanding} />}
        note={
          takenOver
            ? fill(strings.ofLentOn, { lent: moneyText(loan.lent), beganOn: dayText(takenOver.beganOn) })
            : fill(strings.ofPaidOut, { disbursed: moneyText(loan.disbursed) })
        }
      />
      <FigureCard
        label={strings.overdue}
        value={<MoneyText amount={overdue} />}
        {...(inArrears ? { tone: 'danger' as const } : {})}
        note={overdue > 0n && late ? fill(strings.sinceDueOn, { dueOn: dayText(late.dueOn) }) : strings.nothingIsLate}
      />
      <FigureCard
        label={strings.nextInstalment}
        value={next ? <MoneyText amount={next.amount} /> : '–'}
        note={
          next
            ? fill(strings.dueOnFromSalary, {
                on: dayText(next.on),
                fromSalary: fromSalary
                  ? `. ${officer ? strings.willBeDeductedFromSalary : strings.willComeFromYourSalary}`
                  : '',
              })
            : loan.status === 'completed'
              ? strings.fullyRepaid
              : strings.noneToCome
        }
      />
      <FigureCard
        label={takenOver ? fill(strings.paidSince, { asOf: dayText(takenOver.asOf) }) : strings.paidSoFar}
        value={<MoneyText amount={sumKobo([paid.principal, paid.interest, paid.fees, paid.penalties])} />}
        note={fill(charges > 0n ? strings.principalInterestCharges : strings.principalInterest, {
          principal: moneyText(paid.principal),
          interest: moneyText(paid.interest),
          charges: moneyText(charges),
        })}
      />
    </section>
  )
}
