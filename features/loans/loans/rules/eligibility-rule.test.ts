import { expect, test } from 'vitest'
import { eligibilityRuleLabels, eligibilityRules } from './eligibility-rule.ts'

test('a member can tell every rule from the others by its name', () => {
  const labels = eligibilityRules.map((rule) => eligibilityRuleLabels[rule])
  expect(labels.filter((label) => !/^[A-Z][a-z ]{9,40}$/.test(label))).toEqual([])
  expect(new Set(labels).size).toBe(13)
})
