import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { type DueReminder, isReminderTime, noticesOf } from './reminder.ts'

test.each([
  ['2026-03-01T05:59:59Z', false],
  ['2026-03-01T06:00:00Z', true],
  ['2026-03-01T22:59:59Z', true],
  ['2026-03-01T23:00:00Z', false],
  ['2026-03-01T00:00:00Z', false],
])('at %s borrowers are reminded: %s', (instant, isTime) => expect(isReminderTime(new Date(instant))).toBe(isTime))

describe('what a borrower is told', () => {
  const today = '2026-03-01' as Day
  const due: DueReminder = {
    loanId: 'l1' as LoanId,
    number: 1,
    step: 0,
    memberId: 'ada' as MemberId,
    borrower: 'Ada Obi',
    loan: 'Regular',
    on: '2026-03-04' as Day,
    amount: kobo(1_050_000),
    guarantors: ['musa' as MemberId, 'ife' as MemberId],
  }
  const late: DueReminder = { ...due, step: 7, on: '2026-02-22' as Day }

  test('before an instalment, each that comes', () => {
    expect(noticesOf([due, { ...due, number: 2, loanId: 'l2' as LoanId, on: today }], today)).toEqual([
      {
        memberId: 'ada',
        type: 'info',
        message: '₦10,500.00 of your Regular loan falls due on 04 Mar 2026.',
        link: '/member/loans/l1',
      },
      {
        memberId: 'ada',
        type: 'info',
        message: '₦10,500.00 of your Regular loan falls due today.',
        link: '/member/loans/l2',
      },
    ])
  })

  test('after it, once for a loan by what is late longest, and the guarantors not yet', () => {
    expect(
      noticesOf(
        [
          { ...late, step: 1, number: 3, on: '2026-02-28' as Day },
          late,
          { ...late, step: 1, number: 4, on: '2026-02-27' as Day },
          { ...late, step: 1, loanId: 'l2' as LoanId },
        ],
        today,
      ),
    ).toEqual([
      {
        memberId: 'ada',
        type: 'warning',
        message: '₦10,500.00 of your Regular loan is overdue since 22 Feb 2026. Pay it, or talk to your officers.',
        link: '/member/loans/l1',
      },
      {
        memberId: 'ada',
        type: 'warning',
        message: '₦10,500.00 of your Regular loan is overdue since 22 Feb 2026. Pay it, or talk to your officers.',
        link: '/member/loans/l2',
      },
    ])
  })

  test('after thirty days each guarantor too, and by whom they are named', () => {
    const told = noticesOf([{ ...late, step: 30 }], today)
    const message =
      '₦10,500.00 of the Regular loan of Ada Obi, which you guarantee, is overdue since 22 Feb 2026. If it is not paid, it may be recovered from your savings.'
    expect(told.map(({ memberId }) => memberId)).toEqual(['ada', 'musa', 'ife'])
    expect(told.slice(1)).toEqual(
      ['musa', 'ife'].map((memberId) => ({ memberId, type: 'warning', message, link: '/member/guarantees' })),
    )
    expect(noticesOf([], today)).toEqual([])
  })
})
