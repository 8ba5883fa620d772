import type { AccountClass } from './account.ts'
import { type Kobo, negate, sumKobo, zeroKobo } from '#domain/money.ts'

/** What has been posted to an account, both sides. */
export type AccountTotals = { code: string; name: string; class: AccountClass; debits: Kobo; credits: Kobo }

export type TrialBalanceLine = { code: string; name: string; class: AccountClass; debit: Kobo; credit: Kobo }

/** Each account's balance on the side where it stands; an account that stands at zero is left out. */
export function trialBalance(accounts: readonly AccountTotals[]): {
  lines: TrialBalanceLine[]
  totals: { debit: Kobo; credit: Kobo }
  balanced: boolean
} {
  const lines = accounts.flatMap(({ code, name, class: accountClass, debits, credits }) => {
    const net = (debits - credits) as Kobo
    if (net === 0n) return []
    return [{ code, name, class: accountClass, debit: net > 0n ? net : zeroKobo, credit: net < 0n ? negate(net) : zeroKobo }]
  })
  const totals = { debit: sumKobo(lines.map((line) => line.debit)), credit: sumKobo(lines.map((line) => line.credit)) }
  return { lines, totals, balanced: totals.debit === totals.credit }
}
