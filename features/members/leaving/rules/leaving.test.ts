import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { LoanId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import {
  type ClearanceFacts,
  clearanceOf,
  leavingShort,
  leavingSums,
  noticeDaysLeft,
  noticeEnd,
  statusAfter,
  whyNotSettle,
} from './leaving.ts'

const day = (text: string) => text as Day
const loanId = 'a0000000-0000-0000-0000-000000000001' as LoanId
const amounts = fc.array(
  fc.bigInt({ min: 1n, max: 10n ** 12n }).map((amount) => ({ amount: kobo(amount) })),
  { maxLength: 6 },
)

const facts = (given: Partial<ClearanceFacts> = {}): ClearanceFacts => ({
  reason: 'resignation',
  noticeDaysLeft: 0,
  noticeEndsOn: undefined,
  office: undefined,
  nominees: 0,
  net: kobo(100),
  loans: [],
  applications: [],
  lost: [],
  guarantees: [],
  goods: [],
  holds: [],
  deposits: [],
  deductions: [],
  waiting: [],
  vote: null,
  election: null,
  ...given,
})
const open = (given: Partial<ClearanceFacts>) => clearanceOf(facts(given)).filter(({ isClear }) => !isClear)

describe('a settlement', () => {
  test('what is paid, what is set off and the fee are what was held, to the kobo; or it says what is missing', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 10n ** 10n }), (accounts, loans, fee) => {
        const { held, setOff, net, missing } = leavingSums(accounts, loans, kobo(fee))
        expect(net + setOff + fee - missing).toBe(held)
        expect(net >= 0n && missing >= 0n && (net === 0n || missing === 0n)).toBe(true)
      }),
    )
  })

  test('is refused while a row is open, with how many there are and the first of them', () => {
    const rows = clearanceOf(
      facts({
        holds: [{ account: 'Ordinary savings', amount: kobo(5_000_00), reason: 'Court order' }],
        applications: [{ loanId, name: 'Regular', status: 'submitted', principal: kobo(100_00) }],
      }),
    )
    expect(whyNotSettle(rows, leavingSums([], [], kobo(0)))).toMatchObject({
      code: 'leaving_not_clear',
      detail: { count: 2, first: 'Regular loan of ₦100.00 waits for a decision. Reject it.' },
    })
  })

  test('waits while they may still vote or be elected, but not of the dead', () => {
    const given = { vote: 'Buy land', election: 'Elections' }
    expect(open(given).map(({ kind, text }) => [kind, text])).toEqual([
      ['votes', 'Is on the roll of “Buy land”. Wait until it is closed.'],
      ['votes', 'Is a candidate in Elections. Wait for its result.'],
    ])
    expect(open({ ...given, reason: 'death', nominees: 1 })).toEqual([])
  })

  test('is refused for what is missing, and only once the list is clear', () => {
    const sums = leavingSums([{ amount: kobo(50_00) }], [{ amount: kobo(70_00) }], kobo(5_00))
    expect(whyNotSettle(clearanceOf(facts()), sums)).toMatchObject({
      code: leavingShort,
      detail: { held: '₦50.00', owed: '₦75.00', missing: '₦25.00' },
    })
    expect(
      whyNotSettle(clearanceOf(facts()), leavingSums([{ amount: kobo(75_00) }], [{ amount: kobo(70_00) }], kobo(5_00))),
    ).toBeUndefined()
  })
})

describe('the notice', () => {
  test('of a resignation runs for so many months to the day; an expulsion and a death have none', () => {
    expect(noticeEnd('resignation', day('2026-01-31'), 1)).toBe('2026-02-28')
    expect(noticeEnd('resignation', day('2026-01-31'), 0)).toBeUndefined()
    expect(noticeEnd('expulsion', day('2026-01-31'), 3)).toBeUndefined()
    expect(noticeEnd('death', day('2026-01-31'), 3)).toBeUndefined()
  })

  test('counts down to its last day, on which it is over', () => {
    expect(noticeDaysLeft(day('2026-02-28'), false, day('2026-02-25'))).toBe(3)
    expect(noticeDaysLeft(day('2026-02-28'), false, day('2026-02-28'))).toBe(0)
    expect(noticeDaysLeft(day('2026-02-28'), true, day('2026-02-01'))).toBe(0)
    expect(noticeDaysLeft(undefined, false, day('2026-02-01'))).toBe(0)
  })
})

describe('the clearance list', () => {
  test('says what is in order in one row each', () => {
    expect(clearanceOf(facts()).map(({ kind }) => kind)).toEqual([
      'notice',
      'loans',
      'applications',
      'guarantees',
      'holds',
      'deposits',
      'deductions',
      'waiting',
    ])
    expect(open({})).toEqual([])
  })

  test.each<[string, Partial<ClearanceFacts>, string]>([
    [
      'a notice that runs',
      { noticeDaysLeft: 1, noticeEndsOn: day('2026-02-28') },
      'The notice runs until 28 Feb 2026: 1 day more. Wait for that day, or waive the notice.',
    ],
    [
      'a death without nominees',
      { reason: 'death' },
      'No nominee is on record. Name those whom the court or the member’s papers name, with their shares.',
    ],
    [
      'a loan that is not all paid out',
      {
        loans: [
          {
            loanId,
            name: 'Regular',
            isAllPaidOut: false,
            principal: kobo(1),
            interest: kobo(0),
            fees: kobo(0),
            penalties: kobo(0),
            amount: kobo(1),
          },
        ],
      },
      'Regular loan: part of it is still to be paid out. Pay that out, or reverse what went out.',
    ],
    [
      'a loan that was lost',
      { lost: [{ loanId, name: 'Regular', owed: kobo(100) }] },
      'Regular loan was written off, and ₦1.00 of it is still owed. Take it from the savings on its page.',
    ],
    [
      'a guarantee',
      { guarantees: [{ loanId, name: 'Regular', borrower: 'Musa Bello', status: 'accepted' }] },
      'Guarantees the Regular loan of Musa Bello. Ask another guarantor in this place first.',
    ],
    [
      'goods',
      { goods: [{ loanId, name: 'Commodity' }] },
      'Goods of the Commodity loan are not handed over yet. Hand them over, or reverse the loan.',
    ],
    [
      'a fixed deposit',
      { deposits: [{ number: 'FD-00001', amount: kobo(100), maturesOn: day('2026-12-01'), hasMatured: false }] },
      'Fixed deposit FD-00001 of ₦1.00 runs until 01 Dec 2026. Break it first, or wait until it matures.',
    ],
    [
      'a fixed deposit that has matured',
      { deposits: [{ number: 'FD-00001', amount: kobo(100), maturesOn: day('2026-12-01'), hasMatured: true }] },
      'Fixed deposit FD-00001 of ₦1.00 matured on 01 Dec 2026. Pay it out first.',
    ],
    [
      'a deduction',
      { deductions: [{ employer: 'LASU', amount: kobo(100) }] },
      'LASU deducted ₦1.00 that is not on the accounts yet. Credit it first.',
    ],
    [
      'what waits',
      { waiting: [{ what: 'Withdrawal', amount: kobo(100) }] },
      'Withdrawal of ₦1.00 waits for approval. Decide about it first.',
    ],
  ])('stays open for %s', (_, given, text) => {
    expect(open(given).map((row) => row.text)).toEqual([text])
  })

  test('a death waits for no notice, and for no nominee where nothing is left', () => {
    expect(open({ reason: 'death', noticeDaysLeft: 5, noticeEndsOn: day('2026-02-28'), nominees: 2 })).toEqual([])
    expect(open({ reason: 'death', net: kobo(0) })).toEqual([])
  })

  test('a death makes a deceased member, anything else one who left', () => {
    expect([statusAfter('death'), statusAfter('resignation'), statusAfter('expulsion')]).toEqual([
      'deceased',
      'left',
      'left',
    ])
  })
})
