import { noTolerance } from './arrears.ts'
import type { LoanCharges } from './product-charges.ts'
import { plainSchedule } from './schedule-terms.ts'
import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { EntryId, LoanId, LoanMovementId } from '#core/ids.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { loanOnDay, type OwedLine, overdueOf } from './loan-on-day.ts'

const day = (text: string) => text as Day
const naira = (amount: number) => kobo(BigInt(amount) * 100n)
const [first, second] = ['1', '2'] as unknown as [LoanId, LoanId]

const keepsNothing = { rules: { tolerance: noTolerance, curedAfter: 3 }, brought: 0 }

describe('what of a member’s late instalments is overdue', () => {
  const line = (loanId: LoanId, number: number, dueOn: string, owed: number): OwedLine => ({
    loanId,
    number,
    dueOn: day(dueOn),
    owed: naira(owed),
  })
  const late = [
    line(second, 1, '2026-02-28', 300),
    line(first, 2, '2026-02-28', 100),
    line(first, 1, '2026-01-31', 100),
  ]
  const told = (deducted: Kobo) =>
    [...overdueOf(late, deducted)].map(([loanId, { overdue, since }]) => [loanId, overdue, since])

  test('is all of them, since the oldest of each loan', () => {
    expect(told(zeroKobo)).toEqual([
      [first, naira(200), '2026-01-31'],
      [second, naira(300), '2026-02-28'],
    ])
  })

  test('is less by what an employer deducted and has not paid over, the oldest first', () => {
    expect(told(naira(40))).toEqual([
      [first, naira(160), '2026-01-31'],
      [second, naira(300), '2026-02-28'],
    ])
    expect(told(naira(150))).toEqual([
      [first, naira(50), '2026-02-28'],
      [second, naira(300), '2026-02-28'],
    ])
    expect(told(naira(450))).toEqual([[second, naira(50), '2026-02-28']])
    expect(told(naira(500))).toEqual([])
  })
})

describe('a loan at the end of a day', () => {
  const nothing = { principal: zeroKobo, interest: zeroKobo, fees: zeroKobo, penalties: zeroKobo }
  const movement = (kind: 'disbursement' | 'repayment', amount: number, on: string, reversedOn?: string) => ({
    ...nothing,
    deducted: zeroKobo,
    feesDeducted: zeroKobo,
    id: `${kind} ${on}` as LoanMovementId,
    kind,
    status: reversedOn === undefined ? ('posted' as const) : ('reversed' as const),
    reversedOn: reversedOn === undefined ? null : day(reversedOn),
    amount: naira(amount),
    occurredOn: day(on),
    dueBy: null,
    isHeld: false,
    way: 'cash' as const,
    entryId: '' as EntryId,
    reversedBy: null,
  })
  // 3,000 over 3 at 12 % a year: 1,030, 1,020 and 1,010.
  const loan = {
    loanId: first,
    interestMethod: 'equal_principal' as const,
    annualRatePpm: 1200 * 100,
    schedule: plainSchedule,
    instalments: 3,
    repaidEvery: 'month' as const,
    startOn: day('2026-01-15'),
    firstDueOn: day('2026-02-15'),
    principal: naira(3000),
    takenOver: null,
    restarts: [],
    waivers: [],
    penaltiesUntil: null,
    movements: [
      movement('disbursement', 3000, '2026-01-15'),
      movement('repayment', 1030, '2026-02-15', '2026-03-10'),
      movement('repayment', 1030, '2026-03-20'),
    ],
  }
  const at = (on: string) => {
    const found = loanOnDay(loan, day(on), keepsNothing)
    return found && [found.outstanding, found.late.map(({ number, owed }) => [number, owed]), found.lastPaidOn]
  }

  test('is not there before its money, and has what was paid until that was reversed', () => {
    expect(at('2026-01-14')).toBeUndefined()
    expect(at('2026-02-15')).toEqual([naira(2000), [], '2026-02-15'])
    expect(at('2026-03-09')).toEqual([naira(2000), [], '2026-02-15'])
    expect(at('2026-03-10')).toEqual([naira(3000), [[1, naira(1030)]], null])
  })

  test('knows nothing of what came after', () => {
    const [outstanding, late] = at('2026-03-19') ?? []
    expect([outstanding, late]).toEqual([
      naira(3000),
      [
        [1, naira(1030)],
        [2, naira(1020)],
      ],
    ])
    expect(at('2026-03-20')?.[0]).toBe(naira(2000))
  })

  test('is late from the day after a due date, and ends with its last one', () => {
    const movements = [movement('disbursement', 3000, '2026-01-15')]
    const found = (on: string) => loanOnDay({ ...loan, movements }, day(on), keepsNothing)
    expect(found('2026-02-15')?.late).toEqual([])
    expect(found('2026-02-16')?.late).toEqual([{ loanId: first, number: 1, dueOn: '2026-02-15', owed: naira(1030) }])
    expect(found('2026-02-16')).toMatchObject({ endsOn: '2026-04-15', lastPaidOn: null, principal: naira(3000) })
  })

  test('was last paid on the latest day of a payment, in whatever order they were recorded', () => {
    const lastPaidOn = (...days: string[]) => {
      const movements = [
        movement('disbursement', 3000, '2026-01-15'),
        ...days.map((on) => movement('repayment', 10, on)),
      ]
      return loanOnDay({ ...loan, movements }, day('2026-02-28'), keepsNothing)?.lastPaidOn
    }
    expect(lastPaidOn('2026-02-03', '2026-02-20', '2026-02-11')).toBe('2026-02-20')
    expect(lastPaidOn('2026-02-20', '2026-02-03')).toBe('2026-02-20')
  })

  test('has the new terms, the penalties and what was let go of them that were known by then', () => {
    const agreed = {
      ...loan,
      movements: [movement('disbursement', 3000, '2026-01-15')],
      charges: {
        fees: [],
        penalty: { of: 'fixed', naira: naira(70), graceDays: 0, repeats: 'once', cap: null },
      } satisfies LoanCharges,
      penaltiesUntil: day('2026-03-31'),
      waivers: [{ on: day('2026-02-20'), dueOn: [day('2026-02-15')] }],
      restarts: [{ on: day('2026-04-20'), instalments: 6, firstDueOn: day('2026-05-20'), annualRatePpm: 0 }],
    }
    const late = (on: string, change: object = {}) =>
      loanOnDay({ ...agreed, ...change }, day(on), keepsNothing)?.late.map(({ owed }) => owed)
    // 1,030 with its penalty of 70, until that is let go on the 20th.
    expect(late('2026-02-18')).toEqual([naira(1100)])
    expect(late('2026-02-20')).toEqual([naira(1030)])
    expect(late('2026-02-21', { waivers: undefined })).toEqual([naira(1100)])
    expect(late('2026-02-21', { waivers: undefined, penaltiesUntil: day('2026-02-15') })).toEqual([naira(1030)])
    expect(late('2026-02-21', { waivers: undefined, penaltiesUntil: null })).toEqual([naira(1030)])
    // The second has its penalty on the first day on which it is late, not before.
    expect(late('2026-03-15', { waivers: [] })).toEqual([naira(1100)])
    expect(late('2026-03-16', { waivers: [] })).toEqual([naira(1100), naira(1090)])
    const ends = (on: string) => loanOnDay(agreed, day(on), keepsNothing)?.endsOn
    expect([ends('2026-04-19'), ends('2026-04-20')]).toEqual(['2026-04-15', '2026-10-20'])
  })

  test('is told by its number where its movements contradict its terms', () => {
    const movements = [movement('disbursement', 3000, '2026-01-15'), movement('repayment', 4000, '2026-02-15')]
    const found = () => loanOnDay({ ...loan, movements }, day('2026-02-15'), keepsNothing)
    expect(found).toThrow('The movements of loan 1 contradict its terms')
    expect(found).toThrow(expect.objectContaining({ cause: expect.objectContaining({ message: 'repaid_above_owed' }) }))
  })

  test('is not there any more once it is repaid', () => {
    const movements = [movement('disbursement', 3000, '2026-01-15'), movement('repayment', 3030, '2026-02-15')]
    expect(loanOnDay({ ...loan, movements }, day('2026-02-14'), keepsNothing)?.outstanding).toBe(naira(3000))
    expect(loanOnDay({ ...loan, movements }, day('2026-02-15'), keepsNothing)).toBeUndefined()
  })
})
