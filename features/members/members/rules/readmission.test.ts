import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import type { Refusal } from '#core/refusal.ts'
import {
  beforeLeaving,
  type FormerMember,
  ofDeceased,
  ofErased,
  ofMember,
  owedBefore,
  settlementReversalWaits,
  whyNotReadmit,
} from './readmission.ts'

const [left, today] = ['2026-03-31', '2026-06-30'] as [Day, Day]
const former: FormerMember = {
  name: 'Ada Obi',
  status: 'left',
  leftOn: left,
  isErased: false,
  mergedInto: null,
  owed: zeroKobo,
  reversalWaits: false,
}

test('who left comes back from the day on which they left on, and not before nor in the future', () => {
  const on = (day: string) => whyNotReadmit(former, day as Day, today)?.code
  expect(['2026-03-30', '2026-03-31', '2026-06-30', '2026-07-01'].map(on)).toEqual([
    beforeLeaving,
    undefined,
    undefined,
    'dated_in_future',
  ])
})

test.each<[Partial<FormerMember>, Refusal['code']]>([
  [{ status: 'deceased' }, ofDeceased],
  [{ status: 'active', leftOn: null }, ofMember],
  [{ isErased: true }, ofErased],
  [{ mergedInto: 'GTU/00002' }, 'member_merged'],
  [{ owed: kobo(1) }, owedBefore],
  [{ reversalWaits: true }, settlementReversalWaits],
])('no one comes back who is %o', (changes, code) => {
  expect(whyNotReadmit({ ...former, ...changes }, today, today)?.code).toBe(code)
})
