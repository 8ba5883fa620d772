import { Suspense, lazy, useState } from 'react'
import { disburseLoan } from '#features/loans/loans/loan-money.ts'
import { isDay } from '#core/calendar.ts'
import { disbursementWays, type MoneyWay } from '#features/loans/loans/rules/loan.ts'
import { kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { optionsOf } from '#ui/Select.tsx'
import { DateField } from '#ui/DateField.tsx'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { LoanMoneyDrawer } from './LoanMoneyDrawer.tsx'
import type { LoanDetail } from './api.ts'

const PayTo = lazy(async () => ({ default: (await import('#ui/parts/PayTo.tsx')).PayTo }))
const TopUpSum = lazy(async () => ({ default: (await import('./TopUpSum.tsx')).TopUpSum }))

const labels: Record<MoneyWay, string> = {
  savings: 'Savings of the member',
  cash: 'Cash',
  bank: 'Bank',
  vendor: 'Vendor, by bank',
}

/** Pays out an approved loan, whole or in parts. */
export function DisburseDrawer({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const disburse = useAction(disburseLoan)
  const [firstDueOn, setFirstDueOn] = useState('')
  const isFirst = loan.disbursed === 0n
  const left = kobo(loan.principal - loan.disbursed)
  return (
    <LoanMoneyDrawer
      words={{
        title: 'Pay out the loan',
        verb: 'Pay out',
        date: 'Date paid out',
        way: 'To',
        through: 'Paid from',
        lost: 'paid out',
      }}
      start={{ amount: left, way: 'bank' as MoneyWay }}
      ways={optionsOf(disbursementWays, labels)}
      wayField="to"
      pending={disburse.isPending}
      error={disburse.error}
      onReset={disburse.reset}
      onClose={onClose}
      onSubmit={({ amount, on, way, paidThrough, reference }) =>
        disburse.mutate(
          {
            loanId: loan.id,
            amount,
            on,
            to: way,
            paidThrough,
            reference,
            firstDueOn: isFirst && isDay(firstDueOn) ? firstDueOn : undefined,
          },
          toastThen(`${moneyText(amount)} paid out`, onClose),
        )
      }
      beside={(way) =>
        way === 'bank' && (
          <Suspense>
            <PayTo memberId={loan.memberId} />
          </Suspense>
        )
      }
      summary={({ sum, way, on, amount, day }) => (
        <>
          Pay {sum} of the {loan.loanConfig} loan to <strong>{loan.memberName}</strong>, {way.toLowerCase()}, on {on}.
          {loan.interestMethod === 'upfront' && ' Interest is taken off this sum.'}
          {loan.feesToDeduct > 0n && amount > loan.feesToDeduct && (
            <>
              {' '}
              Fees of {moneyText(loan.feesToDeduct)} are taken off
              {loan.interestMethod === 'upfront' ? (
                ' too.'
              ) : loan.settles.length > 0 ? (
                '.'
              ) : (
                <>
                  : <strong className="number">{moneyText(kobo(amount - loan.feesToDeduct))}</strong> is paid out.
                </>
              )}
            </>
          )}
          {loan.settles.length > 0 && (
            <Suspense>
              <TopUpSum loan={loan} amount={kobo(amount - loan.feesToDeduct)} day={day} />
            </Suspense>
          )}
        </>
      )}
    >
      {isFirst && (
        <DateField
          label="First instalment due"
          optional
          min={todayInLagos()}
          hint={`Left empty: ${dayText(loan.firstDueFromToday.paidOut)} for money that goes out today. For deductions from a salary, the last day of a month`}
          value={firstDueOn}
          onChange={setFirstDueOn}
          error={disburse.error ? fieldErrors(disburse.error)['firstDueOn'] : undefined}
        />
      )}
    </LoanMoneyDrawer>
  )
}
