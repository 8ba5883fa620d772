import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, postJournals } from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'
import { chartOfAccounts } from '#features/accounting/books/rules/chart.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

const codes = chartOfAccounts.filter(({ isControl }) => !isControl).map(({ code }) => code)
/** The books of a new cooperative begin three years back; all days lie in two of its fiscal years. */
const day = fc
  .tuple(fc.integer({ min: 2024, max: 2025 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'))
const line = fc
  .tuple(fc.constantFrom(...codes), fc.constantFrom(...codes), fc.integer({ min: 1, max: 100_000_000 }))
  .filter(([debit, credit]) => debit !== credit)
type Journal = { on: string; lines: [debit: string, credit: string, kobo: number][] }

/** What the cash box and petty cash begin with, more than any run takes out of them. */
const cash: Journal[] = ['1010', '1015'].map((code) => ({ on: '2024-01-01', lines: [[code, '4910', 20_000_000_000]] }))
const journal = fc.record<Journal>({ on: day, lines: fc.array(line, { minLength: 1, maxLength: 6 }) })

/** Naira of a reply in kobo, so that the test itself never adds fractions. */
const kobo = (naira: number) => Math.round(naira * 100)

test('whatever was posted, every report agrees with itself and with the others on any day', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  await fc.assert(
    fc.asyncProperty(fc.array(journal, { minLength: 1, maxLength: 25 }), day, day, async (random, one, other) => {
      const journals = [...cash, ...random]
      const cooperative = await buildCooperative(app)
      await postJournals(
        app,
        cooperative,
        journals.map(({ on, lines }) => ({
          on,
          lines: lines.map(([debit, credit, amount]) => [debit, credit, amount / 100] as const),
        })),
      )
      const [from = '', to = ''] = [one, other].toSorted()
      const get = async (path: string) =>
        dataOf(await app.call('GET', `/financial/reports/${path}`, { token: cooperative.token }))
      const [trial, income, sheet, receipts] = await Promise.all(
        [
          `trial-balance?from=${from}&to=${to}`,
          `income-statement?from=${from}&to=${to}`,
          `balance-sheet?asOf=${to}`,
          `receipts-and-payments?from=${from}&to=${to}`,
        ].map(get),
      )

      expect([trial.balanced, sheet.balanced, receipts.balanced]).toEqual([true, true, true])
      expect(kobo(trial.totals.movement.debit)).toBe(
        journals
          .filter(({ on }) => on >= from && on <= to)
          .flatMap(({ lines }) => lines)
          .reduce((sum, [, , amount]) => sum + amount, 0),
      )
      for (const { opening, movement, debit, credit } of trial.accounts) {
        expect(kobo(opening.debit) - kobo(opening.credit) + kobo(movement.debit) - kobo(movement.credit)).toBe(
          kobo(debit) - kobo(credit),
        )
      }
      expect(kobo(sheet.totals.assets)).toBe(kobo(sheet.totals.liabilities) + kobo(sheet.totals.funds))

      // What the funds gained in the period is the surplus and what was put into them.
      const before = await get(
        `balance-sheet?asOf=${new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10)}`,
      )
      const paidIn = trial.accounts
        .filter((each: { class: string }) => each.class === 'equity')
        .reduce(
          (sum: number, { movement }: { movement: { debit: number; credit: number } }) =>
            sum + kobo(movement.credit) - kobo(movement.debit),
          0,
        )
      expect(kobo(income.totals.surplus)).toBe(kobo(sheet.totals.funds) - kobo(before.totals.funds) - paidIn)

      // The ledger of an account ends where the trial balance says, and the proof holds.
      for (const first of trial.accounts.slice(0, 3)) {
        const ledger = (
          await app.call(
            'GET',
            `/financial/reports/general-ledger?accountId=${first.accountId}&from=${from}&to=${to}`,
            { token: cooperative.token },
          )
        ).body.meta.summary
        expect(Math.abs(kobo(ledger.closing))).toBe(Math.abs(kobo(first.debit) - kobo(first.credit)))
        expect([kobo(ledger.debit), kobo(ledger.credit)]).toEqual([
          kobo(first.movement.debit),
          kobo(first.movement.credit),
        ])
      }
      expect(await get('proof')).toMatchObject({ holds: true })
    }),
    { numRuns: atSize(6, 12), seed },
  )
})
