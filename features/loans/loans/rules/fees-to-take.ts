import type { Day } from '#core/calendar.ts'
import { type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import type { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import { loanFeesAbovePrincipal } from './loan-plan.ts'
import type { LoanCharges } from './product-charges.ts'
import { type Agreed, planOf } from './running-loan.ts'

type Asked = Pick<Agreed, 'interestMethod' | 'annualRatePpm' | 'instalments' | 'repaidEvery' | 'schedule'> & {
  principal: Kobo
  charges: LoanCharges
}

/** What would be taken off if the loan were paid out on this day. */
export function feesToTake({ principal, charges, ...agreed }: Asked, startOn: Day): Kobo {
  return chargedPlan(planOf({ ...agreed, startOn, firstDueOn: undefined }), principal, charges).feesTakenOff ?? zeroKobo
}

/** Why a loan can't be asked for with these fees: they would leave nothing to pay out. */
export function whyNotFees(asked: Asked, today: Day): Refusal[] {
  const fees = feesToTake(asked, today)
  return fees > 0n && fees >= asked.principal
    ? [loanFeesAbovePrincipal({ field: 'principal', fees: moneyText(fees) })]
    : []
}
