import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonthsToDay, type Day } from '#core/calendar.ts'
import type { LoanConfigurationId, LoanId, MemberId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import type { EligibilityRule } from './eligibility-rule.ts'
import { type AskedLoan, type Borrower, eligibilityFor, limitOn, whyNotBorrow } from './eligibility.ts'
import { approvalsOfLoan, evenParts, type LoanTerms, partOf, plainRules } from './loan-terms.ts'
import type { LoanToSettle } from './top-up.ts'

const id = 'regular' as LoanConfigurationId
const other = 'emergency' as LoanConfigurationId
const borrower: Borrower = {
  proceeds: { savings: kobo(0), shares: kobo(0) },
  memberId: 'b' as MemberId,
  name: 'Ada Obi',
  status: 'active',
  joinedOn: '2025-08-31' as Day,
  savings: kobo(10_000_000),
  shares: kobo(4_000_000),
  free: kobo(10_000_000),
  monthly: kobo(1_000_000),
  committed: kobo(0),
  overdue: kobo(0),
  overdueSince: null,
  lost: kobo(0),
  loans: [],
  netSalary: null,
}
const terms: LoanTerms = {
  ...plainRules,
  instalmentsMax: 12,
  savingsMultiplePercent: 200,
  waitingMonths: 6,
  guarantorsRequired: 1,
  togetherPercent: 250,
}
const loan: AskedLoan = {
  id,
  name: 'Regular',
  isRetired: false,
  interestMethod: 'equal_principal',
  annualRatePpm: 120_000,
  rateSteps: [],
  terms,
}
const guarantors = [{ memberId: 'g' as MemberId, name: 'Musa Bello', status: 'active' as const }]
const today = '2026-02-28' as Day
const wish = { principal: kobo(20_000_000), instalments: 12, guarantorIds: ['g' as MemberId] }

type Change = {
  borrower?: Partial<Borrower>
  terms?: Partial<LoanTerms>
  loan?: Partial<AskedLoan>
  wish?: object
  on?: Day
  guarantors?: typeof guarantors | []
}
const made = (change: Change) => ({
  who: { ...borrower, ...change.borrower },
  what: { ...loan, ...change.loan, terms: { ...terms, ...change.terms } },
  asked: { ...wish, ...change.wish },
  on: change.on ?? today,
})
const codes = (change: Change = {}) => {
  const { who, what, asked, on } = made(change)
  return whyNotBorrow(who, what, asked, on, change.guarantors ?? guarantors).map(({ message }) => message)
}
const told = (rule: EligibilityRule, change: Change = {}) => {
  const { who, what, asked, on } = made(change)
  return eligibilityFor(who, what, asked, on, change.guarantors ?? guarantors).rules.find((each) => each.rule === rule)
}
const most = (change: Change = {}) => {
  const { who, what, on } = made(change)
  return eligibilityFor(who, what, (change.wish ?? {}) as object, on)
}

describe('who may borrow', () => {
  test('exactly up to each limit, and from the very day on', () => {
    expect(codes()).toEqual([])
    expect(codes({ wish: { principal: kobo(20_000_001) } })).toEqual(['loan_above_limit'])
    expect(codes({ wish: { instalments: 13 } })).toEqual(['loan_too_many_instalments'])
    // Six months after 31 August is the last day of February.
    expect(codes({ on: '2026-02-27' as Day })).toEqual(['loan_too_early'])
  })

  test('every rule that is broken is named at once', () => {
    const broken = codes({
      borrower: {
        status: 'inactive',
        savings: kobo(0),
        free: kobo(0),
        loans: [{ loanConfigId: id, instalment: kobo(1), endsOn: null }],
      },
      loan: { isRetired: true },
      terms: { guarantorsRequired: 4, loansMax: 1, sameLoansMax: 1, ownCoverPercent: 20, thirdOfSalary: true },
      wish: { instalments: 99, guarantorIds: ['b', 'x'] },
      on: '2025-09-01' as Day,
    })
    expect(broken).toEqual([
      'member_not_active',
      'loan_configuration_not_offered',
      'loan_too_early',
      'loans_too_many',
      'same_loans_too_many',
      'loan_above_limit',
      'loan_too_many_instalments',
      'own_cover_missing',
      'salary_missing',
      'guarantor_is_borrower',
      'guarantor_unknown',
      'guarantors_too_few',
    ])
  })

  test('no one borrows who is late or owes what was written off, unless the product lets them', () => {
    // Since 28 January: 31 days on the last of February.
    const late = { overdue: kobo(150_000), overdueSince: '2026-01-28' as Day }
    expect(codes({ borrower: late })).toEqual(['borrower_in_arrears'])
    expect(codes({ borrower: { lost: kobo(1) } })).toEqual(['borrower_owes_written_off'])
    expect(codes({ borrower: { ...late, lost: kobo(1) }, terms: { overdueDaysMax: 31 } })).toEqual([
      'borrower_owes_written_off',
    ])
    expect(
      codes({ borrower: { ...late, lost: kobo(1) }, terms: { overdueDaysMax: null, writtenOffMayBorrow: true } }),
    ).toEqual([])
    expect(codes({ borrower: late, on: '2026-02-27' as Day, terms: { waitingMonths: 0 } })).toEqual([])
    expect(codes({ borrower: late, on: '2026-01-29' as Day, terms: { waitingMonths: 0, overdueDaysMax: 0 } })).toEqual([
      'borrower_in_arrears',
    ])
    expect(told('arrears', { borrower: late })).toMatchObject({
      isMet: false,
      now: { money: 150_000n },
      gap: { money: 150_000n },
      metOn: null,
    })
    expect(told('arrears')).toMatchObject({ isMet: true, now: { money: 0n }, gap: null })
    expect(most({ borrower: late })).toMatchObject({ max: 0n, why: 'an instalment is overdue for too long' })
    expect(most({ borrower: { lost: kobo(1) } }).why).toBe('a loan was written off and is still owed')
  })

  test('waiting months are told with the exact day', () => {
    expect(told('waiting', { on: '2026-02-27' as Day })).toMatchObject({
      isMet: false,
      now: { count: 5 },
      asked: { count: 6 },
      gap: { count: 1 },
      metOn: '2026-02-28',
    })
    expect(told('waiting')).toMatchObject({ isMet: true, now: { count: 6 }, gap: null, metOn: null })
  })

  test('the limit says what is missing, and when the monthly contribution has brought it', () => {
    // 25,000,000 at twice the savings are 12,500,000 saved: two and a half contributions more, so three.
    expect(told('limit', { wish: { principal: kobo(25_000_000) } })).toMatchObject({
      isMet: false,
      now: { money: 20_000_000n },
      asked: { money: 25_000_000n },
      gap: { money: 5_000_000n },
      toSave: 2_500_000n,
      metOn: '2026-05-28',
    })
    expect(told('limit', { wish: { principal: kobo(25_000_000) }, borrower: { monthly: kobo(0) } })).toMatchObject({
      toSave: 2_500_000n,
      metOn: null,
    })
  })

  test('shares count where the loan says so, and years of membership bring their own multiple on their day', () => {
    expect(limitOn(borrower, { ...terms, limitOn: 'savings_and_shares' }, today)).toEqual({
      max: 28_000_000n,
      why: '2 times the savings and shares of ₦140,000.00',
    })
    const steps = { yearSteps: [{ years: 1, multiplePercent: 250 }], savingsMultiplePercent: 100 }
    expect(limitOn(borrower, { ...terms, ...steps }, today).max).toBe(10_000_000n)
    expect(limitOn(borrower, { ...terms, ...steps }, '2026-08-31' as Day)).toMatchObject({
      max: 25_000_000n,
      why: '2.5 times the savings of ₦100,000.00, by years of membership',
    })
    expect(
      told('limit', { terms: steps, borrower: { monthly: kobo(0) }, wish: { principal: kobo(25_000_000) } }),
    ).toMatchObject({ isMet: false, metOn: '2026-08-31' })
  })

  test('other loans count against what all of them together may reach', () => {
    expect(limitOn({ ...borrower, committed: kobo(15_000_000) }, terms, today)).toEqual({
      max: kobo(10_000_000),
      why: 'all loans together may reach 2.5 times the savings of ₦100,000.00, less ₦150,000.00 of other loans',
    })
    expect(limitOn({ ...borrower, committed: kobo(99_000_000) }, terms, today).max).toBe(0n)
  })

  test('so many loans at once, and the day on which one of them ends', () => {
    const loans = [
      { loanConfigId: other, instalment: kobo(1), endsOn: '2026-09-30' as Day },
      { loanConfigId: id, instalment: kobo(1), endsOn: '2026-06-30' as Day },
    ]
    expect(told('loans', { borrower: { loans }, terms: { loansMax: 2 } })).toMatchObject({
      isMet: false,
      now: { count: 2 },
      gap: { count: 1 },
      metOn: '2026-06-30',
    })
    expect(told('loans', { borrower: { loans }, terms: { loansMax: 1 } })).toMatchObject({
      isMet: false,
      gap: { count: 2 },
      metOn: '2026-09-30',
    })
    expect(told('loans', { borrower: { loans }, terms: { loansMax: 3 } })).toMatchObject({ isMet: true })
    expect(told('same_loan', { borrower: { loans }, terms: { sameLoansMax: 1 } })).toMatchObject({
      isMet: false,
      now: { count: 1 },
      metOn: '2026-06-30',
    })
    expect(most({ borrower: { loans }, terms: { loansMax: 2 } })).toMatchObject({
      max: 0n,
      why: 'no further loan may run beside the others',
    })
  })

  test('all deductions of a month stay within a third of the salary, to the kobo', () => {
    // 12 months of equal principal on 12,000,000: 1,000,000 and 120,000 of interest first, beside 1,000,000 saved.
    const asked = { principal: kobo(12_000_000) }
    expect(codes({ terms: { thirdOfSalary: true }, wish: { ...asked, netSalary: kobo(6_360_000) } })).toEqual([])
    expect(codes({ terms: { thirdOfSalary: true }, wish: { ...asked, netSalary: kobo(6_359_999) } })).toEqual([
      'salary_third_passed',
    ])
    expect(
      told('salary', { terms: { thirdOfSalary: true }, wish: { ...asked, netSalary: kobo(6_000_000) } }),
    ).toMatchObject({ now: { money: 2_120_000n }, asked: { money: 2_000_000n }, gap: { money: 120_000n } })
    const loans = [{ loanConfigId: other, instalment: kobo(500_000), endsOn: '2026-09-30' as Day }]
    expect(
      told('salary', {
        borrower: { loans },
        terms: { thirdOfSalary: true },
        wish: { ...asked, netSalary: kobo(6_360_000) },
      }),
    ).toMatchObject({ isMet: false, metOn: '2026-09-30' })
  })

  test('the most that can be borrowed is told with what binds it', () => {
    expect(most()).toMatchObject({ max: 20_000_000n, why: '2 times the savings of ₦100,000.00' })
    expect(most({ terms: { ownCoverPercent: 80 } })).toMatchObject({
      max: 12_500_000n,
      why: '80 % of it stays on the free savings of ₦100,000.00',
    })
    expect(most({ terms: { thirdOfSalary: true } })).toMatchObject({
      max: 20_000_000n,
      isUpTo: true,
      why: '2 times the savings of ₦100,000.00',
    })
    expect(most({ terms: { thirdOfSalary: true }, wish: { netSalary: kobo(6_360_000) } })).toMatchObject({
      max: 12_000_000n,
      isUpTo: false,
    })
    expect(most({ terms: { thirdOfSalary: true, ownCoverPercent: 80 } })).toMatchObject({
      max: 12_500_000n,
      isUpTo: true,
    })
    expect(most({ on: '2026-01-01' as Day })).toMatchObject({ max: 0n, why: 'loans begin on 2026-02-28' })
  })

  test('what is told as the most is never refused for its amount, and a naira more is, where a salary binds', () => {
    const amount = fc.bigInt({ min: 100_000n, max: 100_000_000n }).map(kobo)
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.integer({ min: 0, max: 100 }),
        (savings, free, monthly, netSalary, ownCoverPercent) => {
          const change = {
            borrower: { savings, free, monthly },
            terms: { thirdOfSalary: true, ownCoverPercent, guarantorsRequired: 0 },
          }
          const { max } = most({ ...change, wish: { netSalary, instalments: 12 } })
          expect(max === 0n ? [] : codes({ ...change, wish: { principal: max, netSalary, guarantorIds: [] } })).toEqual(
            [],
          )
          expect(codes({ ...change, wish: { principal: kobo(max + 100n), netSalary, guarantorIds: [] } })).not.toEqual(
            [],
          )
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 200 },
    )
  })

  test('the limit never passes a multiple of the savings, and more savings never lower it', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 14n }).map(kobo)
    const percent = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(amount, amount, percent, percent, amount, (savings, committed, own, together, further) => {
        const ask = (saved: bigint) =>
          limitOn(
            { ...borrower, savings: kobo(saved), committed },
            { ...terms, savingsMultiplePercent: own, togetherPercent: together },
            today,
          ).max
        const max = ask(savings)
        expect(max >= 0n && max * 100n <= savings * BigInt(own)).toBe(true)
        expect(max === 0n || (max + committed) * 100n <= savings * BigInt(together)).toBe(true)
        expect(ask(savings + further) >= max).toBe(true)
      }),
    )
  })

  test('on the day that is told the rule is met, and not the contribution before', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 100_000_000n }),
        fc.bigInt({ min: 1n, max: 2_000_000n }),
        (principal, monthly) => {
          const change = { borrower: { monthly: kobo(monthly) }, wish: { principal: kobo(principal) } }
          const found = told('limit', change)
          if (!found || found.isMet || !found.metOn) return
          const months =
            Array.from({ length: 120 }, (_, index) => addMonthsToDay(today, index + 1)).findIndex(
              (day) => day === found.metOn,
            ) + 1
          const after = (count: number) =>
            limitOn(
              { ...borrower, savings: kobo(borrower.savings + monthly * BigInt(count)) },
              terms,
              found.metOn as Day,
            ).max >= principal
          expect([after(months), after(months - 1)]).toEqual([true, false])
          expect(
            found.toSave && found.toSave <= monthly * BigInt(months) && found.toSave > monthly * BigInt(months - 1),
          ).toBe(true)
        },
      ),
    )
  })

  test('approvals go by amount, and parts add up to the whole', () => {
    const steps = [
      { from: kobo(0), approvals: 1 },
      { from: kobo(50_000), approvals: 2 },
    ]
    expect([0, 49_999, 50_000].map((amount) => approvalsOfLoan(steps, kobo(amount)))).toEqual([1, 1, 2])
    expect(approvalsOfLoan([], kobo(1))).toBe(1)
    expect(evenParts(kobo(100), 3)).toEqual([34n, 33n, 33n])
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 100 }),
        (amount, parts, percent) => {
          expect(evenParts(kobo(amount), parts).reduce((sum, part) => sum + part, 0n)).toBe(amount)
          expect(partOf(amount as Kobo, percent) * 100n >= amount * BigInt(percent)).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-12-31', 0, '2025-12-31'],
  ])('%s and %i months is %s', (day, months, expected) => expect(addMonthsToDay(day as Day, months)).toBe(expected))
})

test('own savings that are to stay are told with the very month that brings their last kobo', () => {
  // Half of 200,000 stays; 80,000 is free, and 10,000 comes each month.
  const change: Change = { borrower: { free: kobo(8_000_000) }, terms: { ownCoverPercent: 50 } }
  expect(told('own_cover', change)).toMatchObject({ isMet: false, gap: { money: 2_000_000n }, metOn: '2026-04-28' })
  expect(told('own_cover', { ...change, borrower: { free: kobo(7_999_999) } })).toMatchObject({
    gap: { money: 2_000_001n },
    metOn: '2026-05-28',
  })
})

describe('a loan that is to settle another', () => {
  const running: LoanToSettle = {
    loanId: 'old' as unknown as LoanId,
    name: 'Old',
    state: 'running',
    lent: kobo(10_000_000),
    repaid: kobo(5_000_000),
    isAllPaidOut: true,
    settlement: kobo(5_000_000),
    afterPercent: 50,
    takenBy: null,
  }
  const topUp = (asked: object, change: Change = {}) =>
    told('top_up', { ...change, wish: { settles: [running], ...asked } })

  test('has to pay out more than settles it, and says how much is missing', () => {
    expect(topUp({ principal: kobo(5_000_001) })).toMatchObject({
      isMet: true,
      now: { money: 5_000_000n },
      asked: { money: 5_000_001n },
      gap: null,
    })
    expect(topUp({ principal: kobo(4_000_000) })).toMatchObject({
      isMet: false,
      asked: { money: 4_000_000n },
      gap: { money: 1_000_001n },
    })
    const fees = [{ name: 'Form', when: 'disbursement' as const, of: 'fixed' as const, naira: kobo(150_000) }]
    expect(topUp({ principal: kobo(0) }, { terms: { fees } })).toMatchObject({ isMet: false, asked: { money: 0n } })
    expect(topUp({ principal: undefined })).toEqual({
      rule: 'top_up',
      isMet: true,
      now: { money: 5_000_000n, count: null },
      asked: null,
      gap: null,
      toSave: null,
      metOn: null,
      reasons: [],
    })
  })

  test('pays out what its fees and the interest of its own length leave', () => {
    // 100,000 less a fee of 1,500; then less the interest of six months too.
    const fees = [{ name: 'Form', when: 'disbursement' as const, of: 'fixed' as const, naira: kobo(150_000) }]
    expect(topUp({ principal: kobo(10_000_000) }, { terms: { fees } })).toMatchObject({ asked: { money: 9_850_000n } })
    expect(
      topUp({ principal: kobo(10_000_000), instalments: 6 }, { terms: { fees }, loan: { interestMethod: 'upfront' } }),
    ).toMatchObject({ asked: { money: 9_250_000n } })
  })

  test('leaves nothing to borrow where the other may not be settled now', () => {
    expect(most({ wish: { settles: [{ ...running, afterPercent: null }] } })).toMatchObject({
      max: 0n,
      why: 'a loan named here may not be settled by a new one now',
    })
  })
})
