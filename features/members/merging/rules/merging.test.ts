import { expect, test } from 'vitest'
import type { ClearanceRow } from '#features/members/leaving/rules/leaving.ts'
import type { Refusal } from '#core/refusal.ts'
import {
  inElectionByThis,
  inOfficeByThis,
  inVoteByThis,
  loanOfThis,
  type Merging,
  ofFormer,
  whyNotMerge,
} from './merging.ts'

const row = (kind: ClearanceRow['kind'], isClear: boolean): ClearanceRow => ({
  kind,
  isClear,
  text: kind,
  loanId: null,
})
const merging: Merging = {
  ending: {
    name: 'Musa Bello',
    status: 'active',
    isLeaving: false,
    inOffice: false,
    vote: null,
    election: null,
    loans: 0,
    clearance: [row('notice', false), row('guarantees', true)],
  },
  staying: { name: 'Musa A. Bello', status: 'active', isLeaving: false },
}

test('two records are made one where nothing is bound to the one that ends; no notice runs', () => {
  expect(whyNotMerge(merging)).toBeUndefined()
  expect(whyNotMerge({ ...merging, ending: { ...merging.ending, status: 'inactive' } })).toBeUndefined()
})

test.each<[Partial<Merging['ending']>, Refusal['code']]>([
  [{ status: 'left' }, ofFormer],
  [{ isLeaving: true }, 'member_leaving'],
  [{ inOffice: true }, inOfficeByThis],
  [{ vote: 'Budget' }, inVoteByThis],
  [{ election: 'Officers' }, inElectionByThis],
  [{ loans: 1 }, loanOfThis],
  [{ clearance: [row('guarantees', false), row('holds', false)] }, 'merge_not_clear'],
])('a record with %o stays', (changes, code) => {
  expect(whyNotMerge({ ...merging, ending: { ...merging.ending, ...changes } })?.code).toBe(code)
})

test('nothing is merged into a record that is not active or leaves', () => {
  for (const [changes, code] of [
    [{ status: 'inactive' }, 'member_not_active'],
    [{ isLeaving: true }, 'member_leaving'],
  ] as const)
    expect(whyNotMerge({ ...merging, staying: { ...merging.staying, ...changes } })?.code).toBe(code)
})
