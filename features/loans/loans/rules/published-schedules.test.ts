import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, koboFromNaira, nairaNumber } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { InstalmentUnit } from './due-dates.ts'
import type { InterestMethod } from './loan.ts'
import { rateFor } from './loan-terms.ts'
import { chargesFromKept, type StoredCharges } from './product-charges.ts'
import published from './published-schedules.json' with { type: 'json' }
import { planOfLoan, runningLoan } from './running-loan.ts'
import { type StoredSchedule, scheduleFromKept, whyNotSchedule } from './schedule-terms.ts'

type Line = (string | number | null)[]
type Moved = [on: Day, amount: number]
type Case = {
  id: string
  source: string
  product: {
    interestMethod: InterestMethod
    annualRatePercent: number
    repaidEvery: InstalmentUnit
    schedule: StoredSchedule
    charges?: StoredCharges
  }
  principal: number
  startOn: Day
  firstDueOn?: Day
  instalments: number
  /** Money that is paid out later. */
  more?: Moved[]
  payments?: Moved[]
  penaltiesUntil?: Day
  lines: Line[]
}

const naira = (amount: number) => koboFromNaira(amount) as Kobo
const moved = ([on, amount]: Moved) => ({ on, amount: naira(amount) })

/** The schedule of a loan of that product, line by line as it is published. */
function worked({
  product,
  principal,
  startOn,
  instalments,
  more = [],
  payments = [],
  lines,
  ...agreed
}: Case): Line[] {
  const { interestMethod, annualRatePercent, repaidEvery } = product
  const schedule = scheduleFromKept(product.schedule)
  const terms = { interestMethod, repaidEvery, schedule }
  expect(whyNotSchedule({ ...terms, instalmentsMax: instalments }, false)).toEqual([])
  const disbursements = [[startOn, principal] as Moved, ...more].map(moved)
  const plan = planOfLoan({
    ...terms,
    annualRatePpm: rateFor({ annualRatePpm: Math.round(annualRatePercent * 10_000), rateSteps: [] }, instalments),
    instalments,
    startOn,
    firstDueOn: agreed.firstDueOn ?? null,
    principal: naira(principal),
    takenOver: null,
    restarts: [],
    charges: chargesFromKept(product.charges ?? {}),
    penaltiesUntil: agreed.penaltiesUntil ?? null,
  })
  const loan = runningLoan(plan, { disbursements, repayments: payments.map(moved) })
  if (loan instanceof Refusal) throw loan
  return loan.instalments.map(({ dueOn, principal: repaid, interest, fees, penalties }, index) => [
    lines[index]?.[0] === null ? null : dueOn,
    ...[repaid, interest, fees, penalties].map(nairaNumber),
  ])
}

/** Charges that a source has none of are not written down. */
const whole = ({ lines }: Case): Line[] => lines.map(([due = null, ...sums]) => [due, ...sums, 0, 0].slice(0, 5))

const cases = published.cases as unknown as Case[]
const sources: Record<string, { repository: string }> = published.sources
const repositoryOf = ({ source }: { source: string }) => sources[source]?.repository
const differs = published.differs as unknown as (Case & { reason: string })[]

describe('loan products give schedules that others publish, to the kobo', () => {
  test.each(cases.map((each) => [each.source, each.id, each] as const))('%s %s', (_source, _id, each) => {
    expect(worked(each)).toEqual(whole(each))
  })

  test('at least eighty of them, of at least four sources that are named', () => {
    expect(cases.length).toBeGreaterThanOrEqual(80)
    expect(new Set(cases.map(repositoryOf)).size).toBeGreaterThanOrEqual(4)
    const all = [...cases, ...differs, ...published.unsaid]
    expect(all.filter((each) => !repositoryOf(each))).toEqual([])
    expect(new Set(all.map(({ source, id }) => `${source} ${id}`)).size).toBe(all.length)
  })
})

describe('published schedules that no product gives', () => {
  test.each(differs.map((each) => [each.source, each.id, each] as const))('%s %s', (_source, _id, each) => {
    expect(worked(each)).not.toEqual(whole(each))
  })
})
