import { useQuery } from '@tanstack/react-query'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { sentence } from '#ui/api/api-error.ts'
import { moneyText } from '#ui/format.ts'
import type { LoanDetail } from './api.ts'
import { settlementQuery } from './running-api.ts'

/** What of the money that is about to be paid out settles old loans on that day, and what is left of it. */
export function TopUpSum({ loan, amount, day }: { loan: LoanDetail; amount: Kobo; day: Day }) {
  const { data: settlement, error } = useQuery(
    settlementQuery(
      loan.settles.filter(({ outstanding }) => outstanding > 0n).map(({ loanId }) => loanId),
      day,
    ),
  )
  if (error) return <> {sentence(error)}</>
  if (settlement === undefined) return <> Calculating what settles the old loan…</>
  if (settlement === 0n) return null
  const names = [...new Set(loan.settles.map(({ loanConfig }) => loanConfig))].join(' and ')
  return settlement > amount ? (
    <>
      {' '}
      Settling the {names} loan takes <strong className="number">{moneyText(settlement)}</strong> that day, more than
      this. Pay out that much or more.
    </>
  ) : (
    <>
      {' '}
      <strong className="number">{moneyText(settlement)}</strong> of it settles the {names} loan, and{' '}
      <strong className="number">{moneyText(kobo(amount - settlement))}</strong> is left to be paid out.
    </>
  )
}
