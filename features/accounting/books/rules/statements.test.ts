import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId } from '#core/ids.ts'
import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { closingEntry } from './closing.ts'
import { balanceSheet, incomeStatement } from './statements.ts'
import { type AccountSums, closingSides, trialBalance } from './trial-balance.ts'
import { chartOfAccounts } from './chart.ts'

type Journal = { debit: number; credit: number; amount: bigint; isBefore: boolean }

const chart = chartOfAccounts.filter(({ isControl }) => !isControl)
const account = fc.nat(chart.length - 1)
const journal: fc.Arbitrary<Journal> = fc
  .record({
    debit: account,
    credit: account,
    amount: fc.bigInt({ min: 1n, max: 100_000_000_000_000n }),
    isBefore: fc.boolean(),
  })
  .filter(({ debit, credit }) => debit !== credit)

function sumsOf(journals: readonly Journal[]): AccountSums[] {
  return chart.map(({ code, name, class: accountClass }, index) => {
    const side = (which: 'debit' | 'credit', isBefore: boolean) =>
      sumKobo(
        journals
          .filter((each) => each[which] === index && each.isBefore === isBefore)
          .map(({ amount }) => amount as Kobo),
      )
    const sides = (isBefore: boolean) => ({ debits: side('debit', isBefore), credits: side('credit', isBefore) })
    return {
      accountId: code as AccountId,
      code,
      name,
      class: accountClass,
      opening: sides(true),
      movement: sides(false),
    }
  })
}

describe('whatever was posted', () => {
  test('opening and movement come to the closing of each account, and debits are credits', () => {
    fc.assert(
      fc.property(fc.array(journal, { maxLength: 60 }), (journals) => {
        const { lines, totals, balanced } = trialBalance(sumsOf(journals))
        for (const { opening, movement, debit, credit } of lines)
          expect(opening.debit - opening.credit + movement.debit - movement.credit).toBe(debit - credit)
        expect(balanced).toBe(true)
        expect(totals.movement.debit).toBe(
          sumKobo(journals.filter(({ isBefore }) => !isBefore).map(({ amount }) => amount as Kobo)),
        )
      }),
    )
  })

  test('assets are liabilities and funds, and the surplus is what the funds gained', () => {
    fc.assert(
      fc.property(fc.array(journal, { maxLength: 60 }), (journals) => {
        const sums = sumsOf(journals)
        const sheet = balanceSheet(sums)
        expect(sheet.balanced).toBe(true)
        const before = balanceSheet(
          sums.map((each) => ({ ...each, movement: { debits: zeroKobo, credits: zeroKobo } })),
        )
        const paidIn = sumKobo(
          sums
            .filter((each) => each.class === 'equity')
            .map(({ movement }) => (movement.credits - movement.debits) as Kobo),
        )
        expect(incomeStatement(sums).totals.surplus).toBe(sheet.totals.funds - before.totals.funds - paidIn)
        expect(sheet.surplus.ofThisYear).toBe(incomeStatement(sums).totals.surplus)
      }),
    )
  })

  test('closing leaves income and expenses at zero and every total of the balance sheet as it was', () => {
    fc.assert(
      fc.property(fc.array(journal, { maxLength: 60 }), (journals) => {
        const sums = sumsOf(journals)
        const given = { id: 'e' as EntryId, closingId: 'c', on: '2026-12-31' as Day, surplusId: '3310' as AccountId }
        const closing = closingEntry(sums, given)
        const index = (id: string) => chart.findIndex(({ code }) => code === id)
        const posted =
          closing?.entry.postings.map(({ debit, credit, amount }) => ({
            debit: index(debit),
            credit: index(credit),
            amount,
            isBefore: false,
          })) ?? []
        const after = sumsOf([...journals, ...posted])
        for (const each of after.filter((one) => one.class === 'income' || one.class === 'expense')) {
          const { debits, credits } = closingSides(each)
          expect(debits).toBe(credits)
        }
        expect(balanceSheet(after).totals).toEqual(balanceSheet(sums).totals)
        const undistributed = (of: AccountSums[]) =>
          balanceSheet(of).funds.find(({ code }) => code === '3310')?.amount ?? 0n
        expect(undistributed(after) - undistributed(sums)).toBe(closing?.surplus ?? 0n)
        expect(closingEntry(after, given)).toBeUndefined()
      }),
    )
  })
})
