import { describe, expect, test } from 'vitest'
import type { LoginId } from '#core/ids.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import {
  approvalsOf,
  type ApprovalRules,
  whyNotApprove,
  whyNotPayOut,
} from '#features/access/approvals/rules/approvals.ts'
import { approvalsNeeded, movementsWaitFrom } from './movement-approvals.ts'

const rule = (approvals: number | null, from = 0, officers = 1) => ({ approvals, from: kobo(from), officers })
const rules: ApprovalRules = {
  withdrawal: rule(2, 100_000),
  share: rule(1),
  journal: rule(1, 5),
  reversal: rule(0),
  writeOff: rule(1),
  leaving: rule(2, 100_000),
}

describe('approvals', () => {
  test('are asked from the amount on that the settings name, and never for money that comes in', () => {
    expect(approvalsNeeded(rules, 'withdrawal', kobo(99_999))).toBe(0)
    expect(approvalsNeeded(rules, 'withdrawal', kobo(100_000))).toBe(2)
    expect(approvalsNeeded(rules, 'share_redemption', kobo(1))).toBe(1)
    expect(approvalsNeeded(rules, 'journal', zeroKobo)).toBe(0)
    for (const type of ['deposit', 'transfer', 'share_purchase', 'charge'] as const)
      expect(approvalsNeeded(rules, type, kobo(10n ** 12n))).toBe(0)
  })

  test('of savings that go to another member are one at any amount where two officers are, and as many as a withdrawal takes', () => {
    const ruled = (approvals: number, officers: number) => ({
      ...rules,
      withdrawal: rule(approvals, 100_000, officers),
    })
    expect(approvalsNeeded(ruled(0, 2), 'member_transfer', kobo(1))).toBe(1)
    expect(approvalsNeeded(ruled(2, 3), 'member_transfer', kobo(99_999))).toBe(1)
    expect(approvalsNeeded(ruled(2, 3), 'member_transfer', kobo(100_000))).toBe(2)
    expect(approvalsNeeded(ruled(0, 1), 'member_transfer', kobo(10n ** 12n))).toBe(0)
    expect(movementsWaitFrom(ruled(0, 2)).memberTransfer).toBe(0n)
    expect(movementsWaitFrom(ruled(0, 1)).memberTransfer).toBeNull()
  })

  test('are asked by default as soon as two officers can give them; a number that was chosen holds whoever there is', () => {
    for (const officers of [0, 1, 2, 5]) {
      expect(approvalsOf(rule(null, 100, officers), kobo(100))).toBe(officers > 1 ? 1 : 0)
      expect(approvalsOf(rule(null, 100, officers), kobo(99))).toBe(0)
      for (const chosen of [0, 1, 2]) expect(approvalsOf(rule(chosen, 100, officers), kobo(100))).toBe(chosen)
    }
  })

  test('come from who may check, once each; one that is enough by now finishes it when it is given again', () => {
    const may = { mayCheck: true, isOwn: false, hasApproved: false, isComplete: false }
    expect(whyNotApprove(may)).toBeUndefined()
    expect(whyNotApprove({ ...may, mayCheck: false })?.code).toBe('maker_is_not_checker')
    expect(whyNotApprove({ ...may, mayCheck: false, isOwn: true })?.code).toBe('own_transaction')
    expect(whyNotApprove({ ...may, hasApproved: true })?.code).toBe('approved_already')
    expect(whyNotApprove({ ...may, hasApproved: true, isComplete: true })).toBeUndefined()
  })

  test('of one officer alone pay no loan out while another officer could; two officers behind it are enough', () => {
    const [ada, bayo] = ['ada', 'bayo'] as LoginId[] as [LoginId, LoginId]
    expect(whyNotPayOut(ada, { agreedBy: [ada], hasOther: true })?.code).toBe('loan_paid_out_alone')
    expect(whyNotPayOut(bayo, { agreedBy: [ada], hasOther: true })).toBeUndefined()
    expect(whyNotPayOut(ada, { agreedBy: [ada, bayo], hasOther: true })).toBeUndefined()
    expect(whyNotPayOut(ada, { agreedBy: [ada], hasOther: false })).toBeUndefined()
    expect(whyNotPayOut(ada, { agreedBy: [], hasOther: true })).toBeUndefined()
  })
})
