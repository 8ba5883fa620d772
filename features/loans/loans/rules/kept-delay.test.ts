import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { noTolerance } from './arrears.ts'
import { countedLateOn, keptDelay } from './kept-delay.ts'
import type { LoanPlan, Restart } from './loan-plan.ts'
import { planOf } from './running-loan.ts'
import { plainSchedule } from './schedule-terms.ts'
import { planTakenOver } from './taken-over.ts'

const start = '2026-01-01' as Day
const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
/** 6,000 without interest in six weekly instalments of 1,000; the first falls due on 8 January. */
const plan: LoanPlan = planOf({
  interestMethod: 'equal_principal',
  annualRatePpm: 0,
  schedule: plainSchedule,
  instalments: 6,
  repaidEvery: 'week',
  startOn: start,
  firstDueOn: undefined,
})
const rules = { tolerance: noTolerance, curedAfter: 3 }
const week = (number: number) => addDays(start, 7 * number)
const paid = (...repayments: [Day, number, Day?][]) => ({
  disbursements: [{ on: start, amount: naira(6000) }],
  repayments: repayments.map(([on, amount, dueBy]) => ({ on, amount: naira(amount), ...(dueBy && { dueBy }) })),
})
/** New terms in week 3, two weeks after the first instalment: six instalments of 1,000 from week 4 on. */
const restart: Restart = { on: week(3), instalments: 6, firstDueOn: week(4), annualRate: { top: 0n, bottom: 10_000n } }
const renewed = { ...plan, restarts: [restart] }
const kept = (...repayments: [Day, number, Day?][]) => keptDelay(renewed, paid(...repayments), 0, rules)

describe('what a loan keeps of a delay', () => {
  test('is by how many days it was late when it got new terms, and nothing where it was not late', () => {
    expect(kept()).toEqual({ days: 14, paidOnTime: 0 })
    expect(kept([week(1), 1000])).toEqual({ days: 7, paidOnTime: 0 })
    expect(kept([week(1), 1000], [week(2), 1000])).toEqual({ days: 0, paidOnTime: 0 })
  })

  test('ends with three instalments in a row on time, and a late one begins the count again', () => {
    expect(kept([week(4), 1000])).toEqual({ days: 14, paidOnTime: 1 })
    expect(kept([week(4), 1000], [week(5), 1000])).toEqual({ days: 14, paidOnTime: 2 })
    expect(kept([week(4), 1000], [week(5), 1000], [week(6), 1000])).toEqual({ days: 0, paidOnTime: 0 })
    const late: [Day, number][] = [
      [week(4), 1000],
      [week(5), 1000],
      [addDays(week(6), 1), 1000],
    ]
    expect(kept(...late)).toEqual({ days: 14, paidOnTime: 0 })
    expect(kept(...late, [week(7), 1000], [week(8), 1000])).toEqual({ days: 14, paidOnTime: 2 })
    expect(kept(...late, [week(7), 1000], [week(8), 1000], [week(9), 1000])).toEqual({ days: 0, paidOnTime: 0 })
  })

  test('counts an instalment that is tolerated as paid on time, and a salary that was cut in its month', () => {
    const short: [Day, number][] = [
      [week(4), 999],
      [addDays(week(5), 2), 1000],
      [week(6), 1000],
    ]
    expect(kept(...short)).toEqual({ days: 14, paidOnTime: 0 })
    const tolerance = { amount: naira(1), days: 2 }
    expect(keptDelay(renewed, paid(...short), 0, { ...rules, tolerance }).days).toBe(0)
    // The instalments of January, which the employer cut on its last day.
    const cut = '2026-01-31' as Day
    expect(keptDelay(plan, paid([cut, 2000]), 40, rules)).toEqual({ days: 40, paidOnTime: 0 })
    expect(keptDelay(plan, paid([cut, 2000, cut]), 40, rules)).toEqual({ days: 40, paidOnTime: 2 })
  })

  test('stays through further new terms, which keep the longer of the two', () => {
    const twice = { ...plan, restarts: [restart, { ...restart, on: week(7), firstDueOn: week(8) }] }
    // Late by three weeks, since week 4, at the second.
    expect(keptDelay(twice, paid(), 0, rules)).toEqual({ days: 21, paidOnTime: 0 })
    expect(keptDelay(twice, paid([week(4), 1000], [week(5), 1000], [week(6), 1000]), 0, rules).days).toBe(0)
    expect(
      keptDelay(twice, paid([week(4), 1000], [week(5), 1000], [addDays(week(6), 1), 1000], [week(7), 1000]), 0, rules),
    ).toEqual({ days: 14, paidOnTime: 0 })
  })

  test('is counted until a day, with the instalments of that day and none after it', () => {
    const until = (on: Day, ...repayments: [Day, number, Day?][]) => keptDelay(plan, paid(...repayments), 40, rules, on)
    const two: [Day, number][] = [
      [week(1), 1000],
      [week(2), 1000],
    ]
    expect(until(addDays(week(2), -1), ...two)).toEqual({ days: 40, paidOnTime: 1 })
    expect(until(week(2), ...two)).toEqual({ days: 40, paidOnTime: 2 })
    // One that is missed by then begins the count again.
    expect(until(week(2), [week(1), 1000])).toEqual({ days: 40, paidOnTime: 0 })
    // What is late on the day is no delay of former terms.
    expect(keptDelay(plan, paid(), 0, rules, week(3))).toEqual({ days: 0, paidOnTime: 0 })
    expect(keptDelay(renewed, paid(), 0, rules, addDays(week(3), -1))).toEqual({ days: 0, paidOnTime: 0 })
    expect(keptDelay(renewed, paid(), 0, rules, week(3))).toEqual({ days: 14, paidOnTime: 0 })
    // Where there is none, nothing is counted.
    expect(keptDelay(plan, paid(...two), 0, rules)).toEqual({ days: 0, paidOnTime: 0 })
  })

  test('does not end with instalments that ask for nothing, nor before any money', () => {
    const free = { ...plan, gracePrincipal: 4 }
    expect(keptDelay(free, paid(), 40, rules, week(4))).toEqual({ days: 40, paidOnTime: 0 })
    expect(keptDelay(plan, { disbursements: [], repayments: [] }, 40, rules)).toEqual({ days: 40, paidOnTime: 0 })
  })

  test('is nothing of a loan that has not come yet, though it comes with what is late', () => {
    const brought = planTakenOver(plan, naira(6000), {
      originalPrincipal: naira(7000),
      instalmentsLeft: 5,
      overdueSince: addDays(start, -31),
      overduePrincipal: naira(1000),
      interestOwed: naira(0),
    })
    const late = (on: Day) => countedLateOn(brought, paid(), 0, rules, on)
    expect([late(addDays(start, -1)), late(start)]).toEqual([0, 31])
  })

  test('is brought by the loans that a new one settled, as they were counted that day', () => {
    expect(keptDelay(plan, paid([week(1), 1000]), 40, rules)).toEqual({ days: 40, paidOnTime: 1 })
    expect(keptDelay(plan, paid([week(1), 1000], [week(2), 1000], [week(3), 1000]), 40, rules).days).toBe(0)
    expect(countedLateOn(plan, paid(), 0, rules, week(3))).toBe(14)
    expect(countedLateOn(renewed, paid([week(4), 1000]), 0, rules, week(4))).toBe(14)
    expect(countedLateOn(renewed, paid(), 0, rules, week(8))).toBe(28)
    // What happened later, new terms too, does not count yet.
    expect(countedLateOn(renewed, paid([week(4), 1000]), 0, rules, week(2))).toBe(7)
  })
})
