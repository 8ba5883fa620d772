import { sumKobo } from '#domain/money.ts'
import { FigureCard } from '#web/ui/FigureCard.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { dayText, moneyText } from '#web/ui/format.ts'
import type { LoanDetail } from './api.ts'

/** How a loan that was paid out is today. */
export function LoanFigures({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const { paid, overdue, inArrears, next, outstanding, fromSalary } = loan
  const charges = sumKobo([paid.fees, paid.penalties])
  const late = loan.schedule.find(({ owed }) => owed > 0n)
  return (
    <section className="figures figures--lines" aria-label="Loan figures">
      <FigureCard
        label="Principal outstanding"
        value={<MoneyText amount={outstanding} />}
        note={`of ${moneyText(loan.disbursed)} paid out`}
      />
      <FigureCard
        label="Overdue"
        value={<MoneyText amount={overdue} />}
        {...(inArrears ? { tone: 'danger' as const } : {})}
        note={overdue > 0n && late ? `since ${dayText(late.dueOn)}` : 'nothing is late'}
      />
      <FigureCard
        label="Next instalment"
        value={next ? <MoneyText amount={next.amount} /> : '–'}
        note={
          next
            ? `due ${dayText(next.on)}${fromSalary ? `. ${officer ? 'Will be deducted from salary' : 'Will come from your salary'}` : ''}`
            : loan.status === 'completed'
              ? 'fully repaid'
              : 'none to come'
        }
      />
      <FigureCard
        label="Paid so far"
        value={<MoneyText amount={sumKobo([paid.principal, paid.interest, paid.fees, paid.penalties])} />}
        note={`${moneyText(paid.principal)} principal, ${moneyText(paid.interest)} interest${charges > 0n ? `, ${moneyText(charges)} fees and penalties` : ''}`}
      />
    </section>
  )
}
