import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import type { Refusal } from '#core/refusal.ts'
import { type LoanStatus, loanStatuses } from './loan.ts'
import { type LoanToTakeBack, whyNotCancel, whyNotWithdraw } from './withdrawal.ts'

const loan = (given: Partial<LoanToTakeBack> = {}): LoanToTakeBack => ({
  status: 'approved',
  disbursed: kobo(0),
  handedOverOn: undefined,
  decidedBy: 'Unity Thrift',
  ...given,
})

describe('a loan that was not paid out', () => {
  test('is withdrawn while it waits or is approved, and cancelled once it is approved', () => {
    expect(loanStatuses.filter((status) => !whyNotWithdraw(loan({ status })))).toEqual(['submitted', 'approved'])
    expect(loanStatuses.filter((status) => !whyNotCancel(loan({ status })))).toEqual(['approved'])
    expect(whyNotCancel(loan({ status: 'submitted' }))).toMatchObject({ message: 'loan_not_decided' })
    expect(whyNotCancel(loan({ status: 'withdrawn' }))).toMatchObject({
      code: 'loan_decided',
      detail: { status: 'withdrawn', by: 'Unity Thrift' },
    })
  })

  test('was approved, whatever its loan came to since', () => {
    const outcome = (status: LoanStatus) => (whyNotWithdraw(loan({ status })) as Refusal).detail['status']
    expect(
      loanStatuses
        .filter((status) => !['submitted', 'approved', 'draft'].includes(status))
        .map((status) => [status, outcome(status)]),
    ).toEqual([
      ['rejected', 'rejected'],
      ['active', 'approved'],
      ['completed', 'approved'],
      ['written_off', 'approved'],
      ['withdrawn', 'withdrawn'],
      ['restructured', 'approved'],
    ])
  })

  test('stays from the first kobo on, or once its goods are with the borrower', () => {
    for (const whyNot of [whyNotWithdraw, whyNotCancel]) {
      expect(whyNot(loan({ status: 'active', disbursed: kobo(1) }))).toMatchObject({
        message: 'loan_paid_out',
        detail: { disbursed: '₦0.01' },
      })
      expect(whyNot(loan({ status: 'active', disbursed: kobo(1), handedOverOn: '2026-03-04' as Day }))).toMatchObject({
        message: 'loan_handed_over',
        detail: { on: '04 Mar 2026' },
      })
    }
  })
})
