import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { type AgreedTerms, delayOf, settlingInWords, termsInWords } from './agreement.ts'
import { chargedPlan } from './charged-plan.ts'
import { chargesInWords, type LoanCharges } from './product-charges.ts'
import { planOf } from './running-loan.ts'
import { plainSchedule } from './schedule-terms.ts'

const terms: AgreedTerms = {
  goods: [],
  principal: kobo(120_000_00),
  instalments: 12,
  schedule: plainSchedule,
  withSavings: null,
  repaidEvery: 'month',
  interestMethod: 'flat',
  annualRatePercent: 12,
  nominalYearlyRatePercent: 21.457,
  effectiveAnnualRate: 23.712,
  delay: { interest: kobo(0), penalties: kobo(0) },
  regularInstalment: kobo(11_200_00),
  firstDueOn: '2026-02-05' as Day,
  lastDueOn: '2027-01-05' as Day,
  interest: kobo(14_400_00),
  fees: kobo(0),
  interestDeducted: kobo(0),
  feesDeducted: kobo(0),
  charges: { fees: [], penalty: null },
  total: kobo(134_400_00),
}

test('says what is lent, when and what it costs, in figures and in words', () => {
  const words = termsInWords(terms).join(' ')
  expect(words).toContain('The society lends ₦120,000.00 (one hundred and twenty thousand naira).')
  expect(words).toContain('12 monthly instalments. The regular instalment is ₦11,200.00')
  expect(words).toContain('The first is due on 05 Feb 2026, the last on 05 Jan 2027.')
  expect(words).toContain(
    'Interest is 12 % a year. How it is charged: flat, on the first principal. Together it comes to ₦14,400.00.',
  )
  expect(words).toContain('costs 21.457 % a year')
  expect(words).toContain('No fee is charged.')
})

test('a loan without interest speaks of none, and one taken off at the start says how much', () => {
  expect(termsInWords({ ...terms, annualRatePercent: 0 }).join(' ')).not.toMatch(/% a year/)
  expect(termsInWords({ ...terms, interestMethod: 'murabaha' }).join(' ')).toContain(
    "The society's fixed margin is 12 % of the price a year, ₦14,400.00 together.",
  )
  expect(termsInWords({ ...terms, interestMethod: 'upfront', interestDeducted: kobo(14_400_00) }).join(' ')).toContain(
    '₦14,400.00 is taken off as interest',
  )
  expect(termsInWords({ ...terms, instalments: 1, total: kobo(121_200_00) }).join(' ')).toContain(
    'repaid in one sum of ₦121,200.00 on 05 Feb 2026',
  )
})

test('a loan that is repaid in one sum says so whatever its length, and the terms of its instalments in their own rhythm', () => {
  const bullet = termsInWords({ ...terms, schedule: { ...plainSchedule, repayment: 'bullet' } })
  expect(bullet[1]).toBe('The loan is repaid in one sum of ₦134,400.00 on 05 Feb 2026.')
  expect(bullet[2]).toBe('Principal and interest are paid in one sum at the end.')
  const counted = { ...terms, schedule: { ...plainSchedule, dayCount: 'actual/365' } as const }
  expect(termsInWords(counted)[2]).toBe('Days before a first whole month bear no interest.')
  expect(termsInWords({ ...counted, repaidEvery: 'week' })[2]).toBe(
    'Days before a first whole period bear no interest.',
  )
})

test('own savings that have to stay are counted in a sentence of their own', () => {
  const words = termsInWords({ ...terms, withSavings: { savings: kobo(30_000_00), effectiveAnnualRate: 41.2 } })
  expect(words[4]).toBe(
    "Counting ₦30,000.00 of the borrower's own savings, which stay until the loan is repaid, it costs 41.2 % a year with interest on interest.",
  )
})

test('of a loan for goods it lists what they are and cost instead of speaking of money lent', () => {
  const words = termsInWords({
    ...terms,
    interestMethod: 'murabaha',
    goods: [
      { name: 'Rice', unit: 'bag of 50 kg', price: kobo(55_000_00), quantity: 2 },
      { name: 'Oil', unit: 'keg', price: kobo(10_000_00), quantity: 1 },
    ],
  })
  expect(words.slice(0, 3)).toEqual([
    'The society supplies goods that cost ₦120,000.00 (one hundred and twenty thousand naira), at the prices of the day on which they were asked for.',
    'Rice: 2 × bag of 50 kg at ₦55,000.00, ₦110,000.00.',
    'Oil: 1 × keg at ₦10,000.00, ₦10,000.00.',
  ])
})

test('of an old loan that the new one settles it says how, and once it has, how much', () => {
  const old = { loanConfig: 'Regular', principal: kobo(60_000_00), on: null, amount: null }
  expect(settlingInWords(old)).toBe(
    "The money lent first settles the borrower's Regular loan of ₦60,000.00, by what is owed of it on the day of payment; the rest is paid out.",
  )
  // Until both are known, nothing is settled.
  expect(settlingInWords({ ...old, amount: kobo(1) })).toBe(settlingInWords(old))
  expect(settlingInWords({ ...old, on: '2026-02-05' as Day })).toBe(settlingInWords(old))
  expect(settlingInWords({ ...old, on: '2026-02-05' as Day, amount: kobo(40_800_64) })).toBe(
    "₦40,800.64 of the money lent settled the borrower's Regular loan of ₦60,000.00 on 05 Feb 2026; the rest was paid out.",
  )
})

test('names each fee, what the borrower receives then, and the penalty', () => {
  expect(termsInWords(terms).join(' ')).toContain('No penalty is asked for a delay.')
  const charged = termsInWords({
    ...terms,
    feesDeducted: kobo(1_200_00),
    fees: kobo(600_00),
    charges: chargesInWords({
      fees: [
        { name: 'Processing fee', when: 'disbursement', of: 'amount', percent: 1 },
        { name: 'Book fee', when: 'instalment', of: 'fixed', naira: kobo(50_00) },
      ],
      penalty: {
        of: 'instalment',
        percent: 2,
        graceDays: 7,
        repeats: 'monthly',
        cap: { of: 'fixed', naira: kobo(1_000_00) },
      },
    }),
  }).join(' ')
  expect(charged).toContain(
    'Processing fee: 1 % of the amount, taken off when the loan is paid out. Book fee: ₦50.00 with each instalment.',
  )
  expect(charged).toContain(
    'Fees of ₦1,200.00 are taken off when the money is paid out, so the borrower receives ₦118,800.00. Fees of ₦600.00 are part of the instalments.',
  )
  expect(charged).toContain(
    'a penalty of 2 % of what is overdue of it is asked when it is not paid 7 days after its day, and again every month while it is late. For one instalment it is never more than ₦1,000.00.',
  )
  expect(charged).not.toContain('No fee is charged.')
})

test('says what a loan without interest costs by its fees, and what is left of one whose interest is taken off too', () => {
  const charges = chargesInWords({
    fees: [
      { name: 'Form', when: 'disbursement', of: 'fixed', naira: kobo(600_00) },
      { name: 'Book fee', when: 'instalment', of: 'fixed', naira: kobo(50_00) },
    ],
    penalty: null,
  })
  const words = termsInWords({
    ...terms,
    annualRatePercent: 0,
    nominalYearlyRatePercent: 2.1,
    effectiveAnnualRate: 2.2,
    feesDeducted: kobo(600_00),
    fees: kobo(600_00),
    charges,
  }).join(' ')
  expect(words).toContain(
    'The loan bears no interest. With all that is charged, the loan costs 2.1 % a year (nominal yearly rate), or 2.2 % with interest on interest (effective annual rate). Form: ',
  )
  expect(words).not.toContain('No fee is charged.')
  expect(termsInWords({ ...terms, interestDeducted: kobo(14_400_00), feesDeducted: kobo(600_00) }).join(' ')).toContain(
    'so the borrower receives ₦105,000.00.',
  )
})

test('says all of a loan in so many sentences and no more', () => {
  const last =
    'Paying ahead repays the principal sooner and ends the loan earlier. What falls due and is not paid is still owed, and may be recovered from the savings that are pledged below.'
  const paidBack =
    'If every instalment is paid on its day, all that is paid back comes to ₦134,400.00 (one hundred and thirty-four thousand, four hundred naira).'
  expect(termsInWords({ ...terms, annualRatePercent: 0, fees: kobo(50_000) }).slice(2)).toEqual([
    'The loan bears no interest.',
    'Fees of ₦500.00 are part of the instalments.',
    'No penalty is asked for a delay.',
    'What is not paid on its day bears no further interest.',
    paidBack,
    last,
  ])
  expect(termsInWords(terms)).toHaveLength(10)
  expect(termsInWords(terms).slice(3)).toEqual([
    'With all that is charged, the loan costs 21.457 % a year (nominal yearly rate), or 23.712 % with interest on interest (effective annual rate).',
    'No fee is charged.',
    'No penalty is asked for a delay.',
    'What is not paid on its day bears no further interest.',
    'After the last day no further interest is charged.',
    paidBack,
    last,
  ])
})

test('says what a delay costs, with a worked figure', () => {
  const lent = kobo(120_000_00)
  const start = '2026-01-05' as Day
  const agreed = (interestMethod: 'flat' | 'equal_principal', penalty: LoanCharges['penalty'] = null) =>
    chargedPlan(
      planOf({
        interestMethod,
        annualRatePpm: 120_000,
        schedule: plainSchedule,
        instalments: 12,
        repaidEvery: 'month',
        startOn: start,
        firstDueOn: undefined,
      }),
      lent,
      { fees: [], penalty },
    )
  const disbursements = [{ on: start, amount: lent }]
  // The first 10,000 of principal bears its 1 % for one month more.
  expect(delayOf(agreed('equal_principal'), disbursements)).toEqual({ interest: kobo(100_00), penalties: kobo(0) })
  expect(delayOf(agreed('flat'), disbursements)).toEqual({ interest: kobo(0), penalties: kobo(0) })
  // 2 % of the first instalment of 11,200 besides.
  const penalty = { of: 'instalment', percent: 2, graceDays: 7, repeats: 'once', cap: null } as const
  const both = delayOf(agreed('equal_principal', penalty), disbursements)
  expect(both).toEqual({ interest: kobo(100_00), penalties: kobo(224_00) })

  const words = termsInWords({ ...terms, interestMethod: 'equal_principal', delay: both }).join(' ')
  expect(words).toContain(
    'Principal that is not paid on its day goes on bearing interest at the same rate until it is paid. An example: if the first instalment is paid only with the second, the borrower owes ₦100.00 more interest and ₦224.00 in penalties.',
  )
  expect(termsInWords({ ...terms, instalments: 1 }).join(' ')).toContain(
    'After the last day no further interest is charged.',
  )
  // What one instalment would cost later can't be shown by a second one.
  expect(termsInWords({ ...terms, instalments: 1, delay: both }).join(' ')).not.toMatch(/not paid on its day/)
  expect(delayOf({ ...agreed('flat'), instalments: 1 }, disbursements)).toEqual({ interest: 0n, penalties: 0n })
  // Of level instalments too it is what the second bears more, and not what they go on to bear.
  const level = planOf({
    interestMethod: 'equal_instalment',
    annualRatePpm: 120_000,
    schedule: plainSchedule,
    instalments: 12,
    repaidEvery: 'month',
    startOn: start,
    firstDueOn: undefined,
  })
  // Of 10,661.85 the first month's 1,200 is interest; 9,461.85 bear 1 %.
  expect(delayOf(level, disbursements)).toEqual({ interest: kobo(94_62), penalties: 0n })

  const example = (delay: AgreedTerms['delay']) =>
    termsInWords({ ...terms, delay }).filter((sentence) => sentence.startsWith('An example'))
  const begins = 'An example: if the first instalment is paid only with the second, the borrower owes'
  expect(example({ interest: kobo(100_00), penalties: kobo(0) })).toEqual([`${begins} ₦100.00 more interest.`])
  expect(example({ interest: kobo(0), penalties: kobo(224_00) })).toEqual([`${begins} ₦224.00 in penalties.`])
  expect(example({ interest: kobo(0), penalties: kobo(0) })).toEqual([])
})
