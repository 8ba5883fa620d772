import type { MemberId } from '#core/ids.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

/**
 * Where a member's dividend goes: shares are bought and loans repaid from the savings, where the rest stays; what is for the
 * bank is on an account of the member until it is paid.
 */
export const dividendDestinations = ['savings', 'shares', 'loan', 'bank'] as const
export type DividendDestination = (typeof dividendDestinations)[number]

export const dividendDestinationNames: Record<DividendDestination, string> = labelled({
  savings: strings.savings,
  shares: strings.shares,
  loan: strings.loanRepayment,
  bank: strings.bankAccount,
})

/** What a society says about it. */
export type DividendSettings = { paidTo: DividendDestination; membersChoose: boolean }

export const usualDividendSettings: DividendSettings = { paidTo: 'savings', membersChoose: false }

/** Where the society pays, or the member's own choice where members choose. */
export function destinationOf(
  { paidTo, membersChoose }: DividendSettings,
  chosen: DividendDestination | undefined,
): DividendDestination {
  return membersChoose ? (chosen ?? paidTo) : paidTo
}

/** What goes to each destination, in their order; those to which nothing goes are left out. */
export function totalsByDestination(
  lines: readonly { memberId: MemberId; paidTo: DividendDestination; net: Kobo }[],
): { paidTo: DividendDestination; members: number; net: Kobo }[] {
  return dividendDestinations.flatMap((paidTo) => {
    const those = lines.filter((line) => line.paidTo === paidTo)
    return those.length === 0 ? [] : [{ paidTo, members: those.length, net: sumKobo(those.map(({ net }) => net)) }]
  })
}
