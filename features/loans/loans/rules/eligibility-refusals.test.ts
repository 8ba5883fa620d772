import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { LoanConfigurationId, MemberId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import {
  type AskedLoan,
  type Borrower,
  eligibilityFor,
  type Guarantor,
  limitOn,
  type LoanWish,
  monthlyOf,
  whyNotGuarantor,
} from './eligibility.ts'
import { type LoanTerms, plainRules } from './loan-terms.ts'
import { plainSchedule } from './schedule-terms.ts'

const today = '2026-02-28' as Day
const ada: Borrower = {
  proceeds: { savings: kobo(0), shares: kobo(0) },
  memberId: 'ada' as MemberId,
  name: 'Ada Obi',
  status: 'active',
  joinedOn: '2024-02-29' as Day,
  savings: kobo(10_000_000),
  shares: kobo(4_000_000),
  free: kobo(9_000_000),
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
  togetherPercent: 300,
}
const regular: AskedLoan = {
  id: 'regular' as LoanConfigurationId,
  name: 'Regular',
  isRetired: false,
  interestMethod: 'flat',
  annualRatePpm: 120_000,
  rateSteps: [],
  terms,
}
const musa: Guarantor = { memberId: 'musa' as MemberId, name: 'Musa Bello', status: 'active' }
const ownLoan = (instalment: number, endsOn: string | null, loanConfigId = 'regular') => ({
  loanConfigId: loanConfigId as LoanConfigurationId,
  instalment: kobo(instalment),
  endsOn: endsOn as Day | null,
})

type Given = {
  borrower?: Partial<Borrower>
  rules?: Partial<LoanTerms>
  loan?: Partial<AskedLoan>
  wish?: LoanWish
  on?: string
  guarantors?: Guarantor[]
}
const ask = ({ borrower, rules, loan, wish = {}, on = today, guarantors = [musa] }: Given = {}) =>
  eligibilityFor(
    { ...ada, ...borrower },
    { ...regular, ...loan, terms: { ...terms, ...rules } },
    wish,
    on as Day,
    guarantors,
  )
const rule = (name: string, given: Given) => ask(given).rules.find((each) => each.rule === name)
const refusals = (name: string, given: Given) =>
  rule(name, given)?.reasons.map(({ message, detail }) => ({ message, ...detail }))
const names = (given?: Given) => ask(given).rules.map((each) => each.rule)

describe('what is told of each rule', () => {
  test('only rules that this loan has, in one order', () => {
    expect(names()).toEqual(['member', 'waiting', 'arrears', 'written_off', 'limit', 'guarantors'])
    expect(names({ rules: { guarantorsRequired: 0 } })).toEqual([
      'member',
      'waiting',
      'arrears',
      'written_off',
      'limit',
    ])
    expect(
      names({
        loan: { isRetired: true },
        rules: {
          loansMax: 2,
          sameLoansMax: 1,
          ownCoverPercent: 10,
          thirdOfSalary: true,
          overdueDaysMax: null,
          writtenOffMayBorrow: true,
        },
        wish: { instalments: 3 },
      }),
    ).toEqual([
      'member',
      'offered',
      'waiting',
      'loans',
      'same_loan',
      'limit',
      'instalments',
      'own_cover',
      'salary',
      'guarantors',
    ])
  })

  test('a rule that is met has no reason and nothing that is missing', () => {
    expect(rule('member', {})).toEqual({
      rule: 'member',
      isMet: true,
      now: null,
      asked: null,
      gap: null,
      toSave: null,
      metOn: null,
      reasons: [],
    })
    expect(rule('limit', { wish: { principal: kobo(20_000_000) } })).toEqual({
      rule: 'limit',
      isMet: true,
      now: { money: 20_000_000n, count: null },
      asked: { money: 20_000_000n, count: null },
      gap: null,
      toSave: null,
      metOn: null,
      reasons: [],
    })
    expect(rule('loans', { rules: { loansMax: 2 }, borrower: { loans: [ownLoan(1, '2026-09-30')] } })).toMatchObject({
      isMet: true,
      now: { count: 1 },
      asked: { count: 1 },
      gap: null,
      metOn: null,
      reasons: [],
    })
    expect(rule('instalments', { wish: { instalments: 12 } })).toMatchObject({
      isMet: true,
      now: { count: 12 },
      asked: { count: 12 },
      gap: null,
      reasons: [],
    })
  })

  test('a refusal names its field and its figures', () => {
    expect(refusals('member', { borrower: { status: 'inactive' } })).toEqual([
      { message: 'member_not_active', field: 'memberId', name: 'Ada Obi' },
    ])
    expect(refusals('member', { borrower: { status: 'leaving' } })).toEqual([
      { message: 'member_leaving', field: 'memberId', name: 'Ada Obi' },
    ])
    const late = { overdue: kobo(150_000), overdueSince: '2026-01-28' as Day }
    // Something overdue for as long as the loan allows is met, and says for how long that is.
    expect(
      rule('arrears', { borrower: { ...late, overdueSince: today }, rules: { overdueDaysMax: 30 } }),
    ).toMatchObject({ isMet: true, now: { money: 150_000n }, asked: { count: 30 } })
    expect(refusals('arrears', { borrower: late, rules: { overdueDaysMax: 30 } })).toEqual([
      { message: 'borrower_in_arrears', field: 'memberId', name: 'Ada Obi', owed: '₦1,500.00', days: 30 },
    ])
    expect(refusals('written_off', { borrower: { lost: kobo(70_001) } })).toEqual([
      { message: 'borrower_owes_written_off', field: 'memberId', name: 'Ada Obi', owed: '₦700.01' },
    ])
    expect(refusals('offered', { loan: { isRetired: true } })).toEqual([
      { message: 'loan_configuration_not_offered', field: 'loanConfigId' },
    ])
    expect(refusals('waiting', { on: '2024-08-28' })).toEqual([
      {
        message: 'loan_too_early',
        field: 'memberId',
        name: 'Ada Obi',
        joined: '2024-02-29',
        months: 6,
        from: '2024-08-29',
      },
    ])
    const loans = [ownLoan(1, '2026-09-30')]
    expect(refusals('loans', { rules: { loansMax: 1 }, borrower: { loans } })).toEqual([
      { message: 'loans_too_many', field: 'loanConfigId', loan: 'Regular', has: 1, max: 1 },
    ])
    expect(refusals('same_loan', { rules: { sameLoansMax: 1 }, borrower: { loans } })).toEqual([
      { message: 'same_loans_too_many', field: 'loanConfigId', loan: 'Regular', has: 1, max: 1 },
    ])
    expect(refusals('limit', { wish: { principal: kobo(20_000_001) } })).toEqual([
      {
        message: 'loan_above_limit',
        field: 'principal',
        loan: 'Regular',
        max: '₦200,000.00',
        why: '2 times the savings of ₦100,000.00',
      },
    ])
    expect(refusals('instalments', { wish: { instalments: 14 } })).toEqual([
      { message: 'loan_too_many_instalments', field: 'instalments', loan: 'Regular', max: 12 },
    ])
    expect(rule('instalments', { wish: { instalments: 14 } })).toMatchObject({
      now: { count: 14 },
      asked: { count: 12 },
      gap: { count: 2 },
    })
  })
})

describe('waiting', () => {
  test('counts whole months, the last day of a short month for the day of joining', () => {
    const waited = (on: string) => rule('waiting', { on, borrower: { joinedOn: '2025-08-31' as Day } })
    expect(
      ['2025-08-31', '2025-09-29', '2025-09-30', '2026-01-30', '2026-01-31', '2026-02-28', '2027-02-28'].map(
        (on) => waited(on)?.now?.count,
      ),
    ).toEqual([0, 0, 1, 4, 5, 6, 18])
    expect(waited('2025-07-15')).toMatchObject({ now: { count: 0 }, gap: { count: 6 }, metOn: '2026-02-28' })
    expect(waited('2026-02-27')).toMatchObject({ isMet: false, gap: { count: 1 } })
  })
})

describe('loans at once', () => {
  test('say when enough of them have ended, where all that it takes have an end', () => {
    const loans = [ownLoan(1, null), ownLoan(1, '2026-09-30'), ownLoan(1, '2026-06-30', 'other')]
    const at = (loansMax: number) => rule('loans', { rules: { loansMax }, borrower: { loans } })
    expect([at(3)?.metOn, at(2)?.metOn, at(1)?.metOn]).toEqual(['2026-06-30', '2026-09-30', null])
    expect(at(2)).toMatchObject({ now: { count: 3 }, asked: { count: 1 }, gap: { count: 2 } })
    expect(rule('same_loan', { rules: { sameLoansMax: 3 }, borrower: { loans } })).toMatchObject({
      isMet: true,
      now: { count: 2 },
    })
  })
})

describe('the limit', () => {
  test('without an amount asks for any at all', () => {
    expect(rule('limit', {})).toMatchObject({ isMet: true, now: { money: 20_000_000n }, asked: null, gap: null })
    expect(rule('limit', { borrower: { savings: kobo(0) } })).toMatchObject({
      isMet: false,
      asked: null,
      gap: null,
      toSave: 1n,
      metOn: '2026-03-28',
    })
    expect(limitOn({ ...ada, savings: kobo(-500) }, terms, today).max).toBe(0n)
  })

  test('says what has to be saved to both multiples, the greater of the two', () => {
    const missing = (rules: Partial<LoanTerms>, borrower: Partial<Borrower> = {}) =>
      rule('limit', { rules, borrower, wish: { principal: kobo(25_000_001) } })?.toSave
    expect(missing({})).toBe(2_500_001n)
    // With 10,000,000 owed beside it, 35,000,001 at three times.
    expect(missing({}, { committed: kobo(10_000_000) })).toBe(2_500_001n)
    expect(missing({}, { committed: kobo(20_000_000) })).toBe(5_000_001n)
    expect(missing({ limitOn: 'savings_and_shares', savingsMultiplePercent: 150 })).toBe(2_666_668n)
    expect([missing({ savingsMultiplePercent: 0 }), missing({ togetherPercent: 0 })]).toEqual([null, null])
  })

  test('is told with its basis, its multiple and what other loans take', () => {
    const told = (rules: Partial<LoanTerms>, committed = 0) =>
      limitOn({ ...ada, committed: kobo(committed) }, { ...terms, ...rules }, today)
    expect(told({ savingsMultiplePercent: 150 })).toEqual({
      max: 15_000_000n,
      why: '1.5 times the savings of ₦100,000.00',
    })
    expect(told({ togetherPercent: 100 })).toEqual({
      max: 10_000_000n,
      why: 'all loans together may reach 1 times the savings of ₦100,000.00',
    })
    expect(told({ togetherPercent: 200 })).toEqual({ max: 20_000_000n, why: '2 times the savings of ₦100,000.00' })
    expect(told({ limitOn: 'savings_and_shares' }, 30_000_000)).toEqual({
      max: 12_000_000n,
      why: 'all loans together may reach 3 times the savings and shares of ₦140,000.00, less ₦300,000.00 of other loans',
    })
  })

  test('is reached by a month’s contribution or an anniversary, whichever comes first, within ten years', () => {
    const metOn = (principal: number, borrower: Partial<Borrower> = {}, rules: Partial<LoanTerms> = {}) =>
      rule('limit', { borrower, rules, wish: { principal: kobo(principal) } })?.metOn
    expect(metOn(22_000_000)).toBe('2026-03-28')
    expect(metOn(22_000_001)).toBe('2026-04-28')
    expect(metOn(22_000_000, { monthly: kobo(0) })).toBeNull()
    const steps = {
      yearSteps: [
        { years: 3, multiplePercent: 300 },
        { years: 2, multiplePercent: 200 },
      ],
    }
    expect(metOn(30_000_000, { monthly: kobo(0) }, steps)).toBe('2027-02-28')
    expect(metOn(30_000_000, { monthly: kobo(10_000) }, steps)).toBe('2027-02-28')
    expect(metOn(260_000_000)).toBe('2036-02-28')
    expect(metOn(260_000_001)).toBeNull()
    // Of steps that go down, the anniversary that once brought more is over.
    const down = {
      yearSteps: [
        { years: 1, multiplePercent: 300 },
        { years: 2, multiplePercent: 100 },
      ],
    }
    expect(metOn(30_000_000, { monthly: kobo(0) }, down)).toBeNull()
  })
})

describe('own cover', () => {
  const half = { ownCoverPercent: 50 }

  test('is what stays on the free savings, and comes with what is saved', () => {
    expect(rule('own_cover', { rules: half, wish: { principal: kobo(18_000_000) } })).toMatchObject({
      isMet: true,
      now: { money: 9_000_000n },
      asked: { money: 9_000_000n },
      gap: null,
      toSave: null,
      metOn: null,
    })
    expect(rule('own_cover', { rules: half, wish: { principal: kobo(22_000_001) } })).toMatchObject({
      isMet: false,
      asked: { money: 11_000_001n },
      gap: { money: 2_000_001n },
      toSave: 2_000_001n,
      metOn: '2026-05-28',
    })
    expect(refusals('own_cover', { rules: half, wish: { principal: kobo(18_000_001) } })).toEqual([
      { message: 'own_cover_missing', field: 'principal', percent: 50, needed: '₦90,000.01', free: '₦90,000.00' },
    ])
  })

  test('without an amount asks for anything free', () => {
    expect(rule('own_cover', { rules: half })).toMatchObject({ isMet: true, asked: null })
    expect(rule('own_cover', { rules: half, borrower: { free: kobo(0) } })).toMatchObject({
      isMet: false,
      asked: null,
      toSave: 1n,
      metOn: '2026-03-28',
    })
  })
})

describe('a third of the salary', () => {
  const third = { thirdOfSalary: true }
  /** 12,000,000 flat over twelve months: 1,000,000 and 120,000 a month, beside 1,000,000 saved. */
  const wish = { principal: kobo(12_000_000), instalments: 12 }

  test('takes the salary that is stated now before the one that was', () => {
    expect(refusals('salary', { rules: third, wish })).toEqual([
      { message: 'salary_missing', field: 'netSalary', loan: 'Regular' },
    ])
    expect(rule('salary', { rules: third, wish, borrower: { netSalary: kobo(6_360_000) } })).toMatchObject({
      isMet: true,
      now: { money: 2_120_000n },
      asked: { money: 2_120_000n },
      gap: null,
      metOn: null,
    })
    expect(
      rule('salary', {
        rules: third,
        wish: { ...wish, netSalary: kobo(6_359_999) },
        borrower: { netSalary: kobo(6_360_000) },
      }),
    ).toMatchObject({ isMet: false, gap: { money: 1n } })
  })

  test('says what passes it', () => {
    expect(refusals('salary', { rules: third, wish: { ...wish, netSalary: kobo(6_000_000) } })).toEqual([
      {
        message: 'salary_third_passed',
        field: 'principal',
        sum: '₦21,200.00',
        third: '₦20,000.00',
        instalment: '₦11,200.00',
      },
    ])
  })

  test('is free again when another loan has ended, not before, and never by one without an end', () => {
    const when = (...loans: ReturnType<typeof ownLoan>[]) =>
      rule('salary', { rules: third, borrower: { loans }, wish: { ...wish, netSalary: kobo(6_660_000) } })?.metOn
    expect(when(ownLoan(100_000, '2026-09-30'))).toBeNull()
    expect(when(ownLoan(50_000, '2026-06-30'), ownLoan(150_000, '2026-09-30'))).toBe('2026-09-30')
    expect(when(ownLoan(150_000, '2026-06-30'), ownLoan(50_000, '2026-09-30'))).toBe('2026-06-30')
    expect(when(ownLoan(150_000, null), ownLoan(50_000, '2026-09-30'))).toBeNull()
  })

  test('counts what is deducted already where no amount is asked for, and the longest term where no length is', () => {
    expect(rule('salary', { rules: third, wish: { netSalary: kobo(3_000_000) } })).toMatchObject({
      isMet: true,
      now: { money: 1_000_000n },
    })
    expect(
      rule('salary', { rules: third, wish: { netSalary: kobo(6_360_000), principal: kobo(12_000_000) } }),
    ).toMatchObject({ isMet: true, now: { money: 2_120_000n } })
  })

  const monthly = { instalments: 12, repaidEvery: 'month', schedule: plainSchedule } as const

  test('is calculated with the first instalment, or with all of a loan that can’t be scheduled', () => {
    expect(
      monthlyOf({ interestMethod: 'equal_principal', annualRatePpm: 120_000, ...monthly }, kobo(12_000_000), today),
    ).toBe(1_120_000n)
    expect(monthlyOf({ ...regular, ...monthly }, kobo(0), today)).toBe(0n)
    // The first of 13 months bears interest alone: 120,000; the others repay 1,000,000 besides.
    const grace = { ...monthly, instalments: 13, schedule: { ...plainSchedule, gracePrincipal: 1 } }
    expect(monthlyOf({ ...regular, ...grace }, kobo(12_000_000), today)).toBe(1_120_000n)
    // To the first due date on 25 April it is one month by rule and 26 days of thirty, with the first instalment.
    const broken = {
      ...plainSchedule,
      dayCount: '30/360',
      brokenPeriod: 'first_instalment',
      dueDay: 25,
      firstDueAfterDays: 30,
    } as const
    expect(monthlyOf({ ...regular, ...monthly, schedule: broken }, kobo(12_000_000), '2026-02-28' as Day)).toBe(
      1_000_000n + (120_000n * (30n + 25n)) / 30n,
    )
    expect(monthlyOf({ interestMethod: 'upfront', annualRatePpm: 1_000_000, ...monthly }, kobo(1200), today)).toBe(
      1200n,
    )
  })
})

describe('guarantors', () => {
  test('are only counted to while no one was asked, then each is looked at', () => {
    expect(rule('guarantors', {})).toMatchObject({ isMet: true, now: null, asked: { count: 1 }, gap: null })
    expect(rule('guarantors', { wish: { guarantorIds: [musa.memberId] } })).toMatchObject({
      isMet: true,
      now: { count: 1 },
      asked: { count: 1 },
      gap: null,
      reasons: [],
    })
    expect(
      rule('guarantors', { rules: { guarantorsRequired: 3 }, wish: { guarantorIds: [musa.memberId] } }),
    ).toMatchObject({ isMet: false, gap: { count: 2 } })
    expect(
      refusals('guarantors', {
        rules: { guarantorsRequired: 3 },
        wish: { guarantorIds: [musa.memberId, 'no one' as MemberId] },
      }),
    ).toEqual([
      { message: 'guarantor_unknown', field: 'guarantors.1' },
      { message: 'guarantors_too_few', field: 'guarantors', required: 3, given: 2 },
    ])
  })

  test('count once they have accepted, and with what they cover', () => {
    const wish = { guarantorIds: [musa.memberId] }
    const answered = (accepted: number, covered: bigint) =>
      rule('guarantors', {
        wish: { ...wish, guarantees: { required: 1, accepted, cover: kobo(500), covered: kobo(covered) } },
      })
    expect(answered(0, 0n)).toMatchObject({ isMet: false, now: { count: 0 }, gap: { count: 1 } })
    expect(answered(0, 0n)?.reasons.map(({ message }) => message)).toEqual([
      'guarantors_not_agreed',
      'guarantors_cover_too_little',
    ])
    expect(answered(1, 499n)).toMatchObject({ isMet: false, now: { count: 1 }, gap: null })
    expect(answered(1, 499n)?.reasons.map(({ message }) => message)).toEqual(['guarantors_cover_too_little'])
    expect(answered(1, 500n)).toMatchObject({ isMet: true, now: { count: 1 }, reasons: [] })
  })

  test('are other members who are active', () => {
    expect(whyNotGuarantor(ada.memberId, musa, musa.memberId, 'guarantors.0')).toBeUndefined()
    expect(whyNotGuarantor(ada.memberId, musa, ada.memberId, 'guarantors.0')).toMatchObject({
      message: 'guarantor_is_borrower',
      detail: { field: 'guarantors.0' },
    })
    expect(whyNotGuarantor(ada.memberId, undefined, musa.memberId, 'guarantors.1')).toMatchObject({
      message: 'guarantor_unknown',
      detail: { field: 'guarantors.1' },
    })
    expect(whyNotGuarantor(ada.memberId, { ...musa, status: 'inactive' }, musa.memberId, 'guarantors.2')).toMatchObject(
      { message: 'guarantor_not_active', detail: { field: 'guarantors.2', name: 'Musa Bello' } },
    )
    expect(whyNotGuarantor(ada.memberId, { ...musa, status: 'leaving' }, musa.memberId, 'guarantors.2')).toMatchObject({
      message: 'guarantor_leaving',
      detail: { field: 'guarantors.2', name: 'Musa Bello' },
    })
  })
})

describe('the most that may be borrowed now', () => {
  const most = (given: Given) => {
    const { max, why } = ask(given)
    return [max, why]
  }

  test('is nothing while a rule is closed, with that rule', () => {
    expect(most({ borrower: { status: 'inactive' } })).toEqual([0n, 'the membership is not active'])
    expect(most({ loan: { isRetired: true } })).toEqual([0n, 'this loan is no longer offered'])
    const loans = [ownLoan(1, null)]
    expect(most({ rules: { loansMax: 1 }, borrower: { loans } })).toEqual([
      0n,
      'no further loan may run beside the others',
    ])
    expect(most({ rules: { sameLoansMax: 1 }, borrower: { loans } })).toEqual([
      0n,
      'no further loan of this kind may run beside the others',
    ])
    expect(most({ on: '2024-05-01' })).toEqual([0n, 'loans begin on 2024-08-29'])
  })

  test('does not hang on the amount, the length or the guarantors that were asked for', () => {
    expect(most({ wish: { principal: kobo(99_000_000), instalments: 99, guarantorIds: [] } })).toEqual([
      20_000_000n,
      '2 times the savings of ₦100,000.00',
    ])
  })

  test('is what own savings cover, where that is less than the limit', () => {
    expect(most({ rules: { ownCoverPercent: 45 } })).toEqual([20_000_000n, '2 times the savings of ₦100,000.00'])
    expect(most({ rules: { ownCoverPercent: 50 } })).toEqual([
      18_000_000n,
      '50 % of it stays on the free savings of ₦90,000.00',
    ])
    expect(most({ rules: { ownCoverPercent: 50 }, borrower: { free: kobo(-1) } })).toEqual([
      0n,
      '50 % of it stays on the free savings of −₦0.01',
    ])
  })

  test('is in whole naira what a third of the salary bears, over at most as many months as the loan has', () => {
    const third = { thirdOfSalary: true }
    expect(most({ rules: third, borrower: { netSalary: kobo(6_360_000) } })).toEqual([
      12_000_000n,
      '₦11,200.00 a month is left of a third of the net salary',
    ])
    expect(most({ rules: third, wish: { netSalary: kobo(6_360_000), instalments: 36 } })[0]).toBe(12_000_000n)
    expect(most({ rules: third, wish: { netSalary: kobo(6_360_000), instalments: 6 } })[0]).toBeLessThan(6_400_000n)
    expect(most({ rules: third, wish: { netSalary: kobo(60_000_000) } })).toEqual([
      20_000_000n,
      '2 times the savings of ₦100,000.00',
    ])
    expect(most({ rules: third, wish: { netSalary: kobo(3_000_000) } })).toEqual([
      0n,
      '₦0.00 a month is left of a third of the net salary',
    ])
    // Where all of it fits, the kobo of the limit count too.
    expect(
      most({ rules: third, borrower: { savings: kobo(10_000_025) }, wish: { netSalary: kobo(60_000_000) } }),
    ).toEqual([20_000_050n, '2 times the savings of ₦100,000.25'])
    // Without the net pay it is what the other rules allow, and says that it may be less.
    expect(most({ rules: third })).toEqual([20_000_000n, '2 times the savings of ₦100,000.00'])
    const isUpTo = (given: Given) => ask(given).isUpTo
    expect(isUpTo({ rules: third })).toBe(true)
    expect(isUpTo({ rules: third, borrower: { savings: kobo(0) } })).toBe(false)
    expect(isUpTo({ rules: third, wish: { netSalary: kobo(3_000_000) } })).toBe(false)
  })

  test('does not hang on the salary where the loan does not ask for it', () => {
    expect(ask({})).toMatchObject({ max: 20_000_000n, isUpTo: false })
    expect(ask({ wish: { netSalary: kobo(3_000_000) } })).toMatchObject({ max: 20_000_000n, isUpTo: false })
  })
})
