import { describe, expect, test } from 'vitest'
import { hasEnded, type MemberRole } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import { rolesOn, whyNotGive } from './office.ts'

const day = (text: string) => text as Day
const today = day('2026-11-22')

describe('an office until a day', () => {
  test('is held through its last day, and is none from the next', () => {
    expect(hasEnded(day('2026-11-22'), today)).toBe(false)
    expect(hasEnded(day('2026-11-21'), today)).toBe(true)
    expect(hasEnded(null, today)).toBe(false)
    expect(rolesOn(['member', 'auditor'], day('2026-11-22'), today)).toEqual(['member', 'auditor'])
    expect(rolesOn(['member', 'auditor'], day('2026-11-21'), today)).toEqual(['member'])
  })

  test('a stray day never takes the role of a member or an admin', () => {
    expect(rolesOn(['member', 'admin'], day('2020-01-01'), today)).toEqual(['member', 'admin'])
  })

  test.each<[string, MemberRole[], string | null, string, string]>([
    ['two offices', ['member', 'treasurer', 'secretary'], null, 'one_office_only', 'roleIds'],
    ['an office beside admin', ['admin', 'auditor'], '2027-01-31', 'one_office_only', 'roleIds'],
    ['an auditor for ever', ['member', 'auditor'], null, 'office_end_missing', 'endsOn'],
    ['an office that ended yesterday', ['member', 'treasurer'], '2026-11-21', 'office_end_past', 'endsOn'],
    ['an admin with a last day', ['member', 'admin'], '2027-01-31', 'office_end_unused', 'endsOn'],
    ['a member with a last day', ['member'], '2027-01-31', 'office_end_unused', 'endsOn'],
  ])('refuses %s', (_, roles, endsOn, code, field) => {
    expect(whyNotGive(roles, endsOn as Day | null, today)).toMatchObject({ code, detail: { field } })
  })

  test('gives an office without end, to all but an auditor, and one that ends today', () => {
    expect(whyNotGive(['member', 'treasurer'], null, today)).toBeUndefined()
    expect(whyNotGive(['member', 'auditor'], today, today)).toBeUndefined()
    expect(whyNotGive(['member', 'admin'], null, today)).toBeUndefined()
  })
})
