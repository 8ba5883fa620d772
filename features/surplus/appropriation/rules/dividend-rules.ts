import { withClause } from '#core/clause.ts'
import type { AccountTypeId } from '#core/ids.ts'
import { type Kobo, kobo, moneyText, subtract } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { labelled } from '#core/words.ts'
import {
  type DividendBasis,
  dividendBasisNames,
  type DividendMethod,
  dividendMethodNames,
  isForPatronage,
} from './words.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

export const dividendDepartureUnexplained = refusal(
  'dividend_departure_unexplained',
  422,
  'Your bye-laws say otherwise on {what}. Follow them, or enter the reason, at least 3 characters.',
)
export const dividendAboveCap = refusal(
  'dividend_above_cap',
  422,
  'Your bye-laws allow {percent} % of {counted}, which is {allowed}. This dividend is {pool}, {over} more. Reverse the appropriation and appropriate less, or change the bye-laws.',
)

/** What bye-laws can name as what a dividend is shared by. Amounts by name are a decision of the meeting. */
export const ruledBases = ['balance', 'interest_paid', 'purchases'] as const satisfies readonly DividendBasis[]

/** What the bye-laws say on a dividend; null where they say nothing and each run chooses. */
export type DividendRules = {
  basis: (typeof ruledBases)[number] | null
  /** With the basis `balance`, and with no other. */
  accountTypeId: AccountTypeId | null
  method: DividendMethod | null
  heldMonths: number | null
  /** The most that a dividend may come to a year, of the balances on average over the counted days: 1000 is a tenth. */
  capBasisPoints: number | null
}

/** Months before the year's end by which an amount must have been there, as it is said on screen. */
export function heldText(months: number): string {
  return months === 0 ? strings.anyTime : fillCount(months, strings.monthsBeforeTheYearEnded)
}

/** What the bye-laws can name as what a patronage refund is shared by: what members did with the society. */
export const patronageBases = ['interest_paid', 'purchases'] as const satisfies readonly DividendBasis[]

/** What the bye-laws say on a patronage refund; null where they say nothing and each run chooses. */
export type PatronageRule = { patronageBasis: (typeof patronageBases)[number] | null }

/** Where the bye-laws or the law say so; empty where that is not entered. */
export type DividendClauses = {
  basisClause: string
  methodClause: string
  heldClause: string
  capClause: string
  patronageClause: string
}

/** What of the bye-laws a line of an appropriation is held to, by the name of its account. */
export function rulesForLine(rules: DividendRules & PatronageRule, account: string): DividendRules {
  return isForPatronage(account) ? { ...rules, basis: rules.patronageBasis, accountTypeId: null } : rules
}

/** The bye-laws on the dividend in one line, each with its clause, for who approves a change of them. */
export function dividendRulesText(
  rules: DividendRules & PatronageRule & DividendClauses & { accountType: string | null },
): string {
  const { basis, accountType, method, heldMonths, capBasisPoints, patronageBasis } = rules
  const sharedBy = basis && (basis === 'balance' ? accountType : dividendBasisNames[basis].toLowerCase())
  const told: [rule: string | null, ifSilent: string, clause: string][] = [
    [sharedBy && fill(strings.sharedBy, { sharedBy }), strings.sharedAsChosenEachTime, rules.basisClause],
    [method && dividendMethodNames[method].toLowerCase(), strings.anyBalance, rules.methodClause],
    [
      heldMonths === null ? null : fill(strings.heldFor, { toLowerCase: heldText(heldMonths).toLowerCase() }),
      strings.anyTimeHeld,
      rules.heldClause,
    ],
    [
      capBasisPoints === null ? null : fill(strings.atMostAYear, { capBasisPoints: capBasisPoints / 100 }),
      strings.noCap,
      rules.capClause,
    ],
  ]
  const patronage =
    patronageBasis &&
    fill(strings.patronageRefundSharedBy, { toLowerCase: dividendBasisNames[patronageBasis].toLowerCase() })
  told.push([patronage, strings.patronageRefundSharedAsChosen, rules.patronageClause])
  const entered = told.filter(([rule, _ifSilent, clause]) => rule !== null || clause !== '')
  if (entered.length === 0) return 'none'
  return entered.map(([rule, ifSilent, clause]) => withClause(rule ?? ifSilent, clause)).join(', ')
}

/** In what a run can depart from the bye-laws. */
export const dividendDepartures = ['basis', 'method', 'heldMonths'] as const
export type DividendDeparture = (typeof dividendDepartures)[number]

export const departureNames: Record<DividendDeparture, string> = labelled({
  basis: strings.whatItIsSharedBy,
  method: strings.whichBalanceCounts,
  heldMonths: strings.howLongItMustHave,
})

export const departureReasonMin = 3
export const departureReasonMax = 200

/** That a run is not shared as the bye-laws say, with the officer's reason. */
export function departureText(reason: string): string {
  return fill(strings.notAsInTheBye, { reason })
}

/** Where a run departs from the bye-laws. Amounts by name never do: they are no dividend that is shared. */
export function departuresFrom(
  rules: DividendRules,
  terms: {
    basis: DividendBasis
    accountTypeId: AccountTypeId | null
    method: DividendMethod | null
    heldMonths: number
  },
): DividendDeparture[] {
  if (terms.basis === 'named') return []
  const sharesBalances = terms.basis === 'balance'
  const departs: Record<DividendDeparture, boolean> = {
    basis: rules.basis !== null && (rules.basis !== terms.basis || rules.accountTypeId !== terms.accountTypeId),
    method: sharesBalances && rules.method !== null && rules.method !== terms.method,
    heldMonths: sharesBalances && rules.heldMonths !== null && rules.heldMonths !== terms.heldMonths,
  }
  return dividendDepartures.filter((each) => departs[each])
}

/** Why a run can't be paid that departs from the bye-laws, or undefined when it can: with a reason. */
export function whyNotDepart(departures: readonly DividendDeparture[], reason: string): Refusal | undefined {
  if (departures.length === 0 || reason.length >= departureReasonMin) return undefined
  return dividendDepartureUnexplained({
    field: 'departure',
    what: departures.map((each) => departureNames[each]).join(', '),
  })
}

/** What a cap allows, and what it is of: the balances of those who share, on average over the counted days, both rounded down to kobo. */
export type DividendCap = { capBasisPoints: number; counted: Kobo; allowed: Kobo }

/** `basisTotal` is the balances of all who share at all counted days, added up. */
export function capOf(basisTotal: bigint, days: number, capBasisPoints: number): DividendCap {
  return {
    capBasisPoints,
    counted: kobo(basisTotal / BigInt(days)),
    allowed: kobo((basisTotal * BigInt(capBasisPoints)) / (BigInt(days) * 10_000n)),
  }
}

/** Why a pool can't be paid under the cap, or undefined when it can. */
export function whyNotWithinCap(pool: Kobo, { capBasisPoints, counted, allowed }: DividendCap): Refusal | undefined {
  if (pool <= allowed) return undefined
  return dividendAboveCap({
    field: 'accountId',
    percent: capBasisPoints / 100,
    counted: moneyText(counted),
    allowed: moneyText(allowed),
    pool: moneyText(pool),
    over: moneyText(subtract(pool, allowed)),
  })
}
