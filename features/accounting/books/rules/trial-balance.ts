import { greater } from '#core/bounds.ts'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, negate, sumKobo, zeroKobo } from '#core/money.ts'
import type { AccountClass } from './account.ts'

/** What was posted to an account, both sides. */
export type Sides = { debits: Kobo; credits: Kobo }

/** An account of the society with what was posted to it, and to the accounts under it, before a day and from that day on. */
export type AccountSums = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  opening: Sides
  movement: Sides
}

/** An amount on the side where it is. */
export type Standing = { debit: Kobo; credit: Kobo }

export type TrialBalanceLine = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  opening: Standing
  movement: Standing
} & Standing

export type TrialBalance = {
  lines: TrialBalanceLine[]
  totals: { opening: Standing; movement: Standing } & Standing
  balanced: boolean
}

/**
 * Each account's balance before the period, both sides of what moved in it, and its balance after it; an account that
 * was at zero and did not move is left out. It balances where the two sides of each of the three columns agree.
 */
export function trialBalance(accounts: readonly AccountSums[]): TrialBalance {
  const lines = accounts.flatMap(({ opening: before, movement: moved, ...account }) => {
    const opening = standing(before)
    const movement = { debit: moved.debits, credit: moved.credits }
    const closing = standing(closingSides({ opening: before, movement: moved }))
    const isEmpty = [opening, movement, closing].every(({ debit, credit }) => debit === 0n && credit === 0n)
    return isEmpty ? [] : [{ ...account, opening, movement, ...closing }]
  })
  const totals = {
    opening: summed(lines.map((line) => line.opening)),
    movement: summed(lines.map((line) => line.movement)),
    ...summed(lines),
  }
  return {
    lines,
    totals,
    balanced: [totals.opening, totals.movement, totals].every(({ debit, credit }) => debit === credit),
  }
}

export function closingSides({ opening, movement }: Pick<AccountSums, 'opening' | 'movement'>): Sides {
  return { debits: kobo(opening.debits + movement.debits), credits: kobo(opening.credits + movement.credits) }
}

function standing({ debits, credits }: Sides): Standing {
  const net = kobo(debits - credits)
  return { debit: greater(net, zeroKobo), credit: greater(negate(net), zeroKobo) }
}

function summed(amounts: readonly Standing[]): Standing {
  return { debit: sumKobo(amounts.map(({ debit }) => debit)), credit: sumKobo(amounts.map(({ credit }) => credit)) }
}
