import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { type Charge, chargeOn, type Penalty } from './charge.ts'
import type { LoanPlan } from './loan-plan.ts'
import type { Fee, LoanCharges, PenaltyRule } from './product-charges.ts'
import { type Fraction, fractionOfPercent } from '#core/rounding.ts'
import { scheduleOf } from './schedule.ts'

/** The plan of a loan of this principal with what its product charges. */
export function chargedPlan(plan: LoanPlan, principal: Kobo, { fees, penalty }: LoanCharges): LoanPlan {
  const atOnce = fees.filter(({ when }) => when === 'disbursement')
  const each = fees.filter(({ when }) => when === 'instalment')
  if (fees.length === 0 && !penalty) return plan
  return {
    ...plan,
    feesTakenOff: takenOff(plan, principal, atOnce),
    instalmentFee: { sum: each.map(chargeOf) },
    penalty: penalty ? penaltyOf(penalty) : undefined,
  }
}

/** Calculated on the whole loan as agreed, as if all of it were paid out on its first day. */
function takenOff(plan: LoanPlan, principal: Kobo, fees: readonly Fee[]): Kobo {
  const isOfInterest = fees.some(({ of }) => of === 'interest')
  const { instalments, deducted } = isOfInterest
    ? scheduleOf(plan, { disbursements: [{ on: plan.startOn, amount: principal }], repayments: [] })
    : { instalments: [], deducted: kobo(0) }
  const interest = kobo(sumKobo(instalments.map((line) => line.interest)) + deducted)
  return chargeOn({ sum: fees.map(chargeOf) }, { principal, interest }, plan.rounding)
}

function chargeOf(fee: Fee): Charge {
  return fee.of === 'fixed'
    ? { fixed: fee.naira }
    : { part: partOf(fee.percent), of: fee.of === 'amount' ? 'principal' : 'interest' }
}

function penaltyOf({ graceDays, repeats, cap, ...sum }: PenaltyRule): Penalty {
  return {
    graceDays,
    isMonthly: repeats === 'monthly',
    charge: sum.of === 'fixed' ? { fixed: sum.naira } : { part: partOf(sum.percent), of: sum.of },
    cap: cap
      ? cap.of === 'fixed'
        ? { fixed: cap.naira }
        : { part: partOf(cap.percent), of: 'instalment' }
      : undefined,
  }
}

function partOf(percent: number): Fraction {
  const part = fractionOfPercent(percent)
  if (!part) throw new Error(`${percent} is no percentage that a charge may have`)
  return part
}
