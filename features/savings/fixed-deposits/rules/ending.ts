import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { termsOffered } from './deposit-rates.ts'
import {
  certificateNumber,
  type DepositTerms,
  type FixedDeposit,
  planDeposit,
  type PlannedDeposit,
} from './fixed-deposit.ts'
import type { DepositStatus } from './words.ts'

/** Money that moves when a deposit ends: its principal to savings, or interest (the society's expense) to savings or onto the deposit's own account. */
export type EndingMove = { of: 'principal' | 'interest'; to: 'savings' | 'deposit'; amount: Kobo }

export type Ending = {
  status: Exclude<DepositStatus, 'open' | 'reversed'>
  interest: Kobo
  moves: EndingMove[]
  /** The deposit that goes on with the money of a matured one, on the terms of the day. */
  renewal: PlannedDeposit | null
}

type Renewable = { name: string; terms: DepositTerms }

/**
 * What becomes of a matured deposit. It is renewed from the day it matured on what its account type offers now (`offered`,
 * undefined where it offers nothing, or the member has left), for the same term where that is still offered; where that
 * takes no such sum, it is paid out.
 */
export function maturedEnding(
  deposit: FixedDeposit & { interestAtMaturity: Kobo },
  offered: Renewable | undefined,
): Ending {
  const { principal, interestAtMaturity: interest, maturesOn: openedOn, atMaturity } = deposit
  const kept = atMaturity === 'renew_all' ? kobo(principal + interest) : principal
  const renewal =
    atMaturity === 'pay_out' || !offered ? undefined : renewed(offered, { ...deposit, principal: kept, openedOn })
  if (!renewal || renewal instanceof Refusal)
    return { status: 'paid_out', interest, moves: paidOut(principal, interest), renewal: null }
  return {
    status: 'renewed',
    interest,
    moves: [{ of: 'interest', to: atMaturity === 'renew_all' ? 'deposit' : 'savings', amount: interest }],
    renewal,
  }
}

function renewed(
  offered: Renewable,
  { months, principal, openedOn }: Pick<FixedDeposit, 'months' | 'principal' | 'openedOn'>,
): PlannedDeposit | Refusal {
  const term = termsOffered(offered.terms).includes(months) ? months : offered.terms.months
  return planDeposit(offered, { months: term, principal, openedOn })
}

/** What becomes of a deposit that is broken, with what its rule leaves of the interest. */
export function brokenEnding({ principal }: FixedDeposit, interest: Kobo): Ending {
  return { status: 'broken', interest, moves: paidOut(principal, interest), renewal: null }
}

function paidOut(principal: Kobo, interest: Kobo): EndingMove[] {
  const back: EndingMove = { of: 'principal', to: 'savings', amount: principal }
  return interest > zeroKobo ? [back, { of: 'interest', to: 'savings', amount: interest }] : [back]
}

/** How a movement of an ending is called in the member's passbook. */
export function endingDescription(number: number, status: Ending['status'], of: EndingMove['of']): string {
  if (of === 'interest') return `Interest on fixed deposit ${certificateNumber(number)}`
  return `Fixed deposit ${certificateNumber(number)} ${status === 'broken' ? 'broken' : 'matured'}`
}
