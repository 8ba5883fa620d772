import { describe, expect, test } from 'vitest'
import { chartOfAccounts } from '#features/accounting/books/rules/chart.ts'
import { lawPresets, proposedRules, typeBySocietyKind, typesOfCooperative } from './presets.ts'

describe('the bye-laws on the surplus to begin with', () => {
  test('are there for the Act, each of the 36 States and the capital, once', () => {
    expect(new Set(lawPresets.map(({ key }) => key)).size).toBe(38)
    expect(lawPresets.filter(({ name }) => name.endsWith(' State'))).toHaveLength(36)
  })

  test('say with each head that it has to be confirmed, and give no percentage that custom does not have', () => {
    for (const { heads, says } of lawPresets) {
      expect(heads.map(({ code, percent, isLeast }) => [code, percent, isLeast])).toEqual([['3210', 25, true]])
      expect(heads[0]?.clause).toContain('confirm with your Director')
      expect(says).toContain('confirm it with your Director of Co-operatives')
    }
    const figures = typesOfCooperative.flatMap(({ key, heads }) =>
      heads.flatMap(({ code, percent, isLeast, clause }) => {
        expect(clause).toContain('confirm with your bye-laws')
        expect(isLeast).toBe(false)
        return percent === null ? [] : [[key, code, percent]]
      }),
    )
    expect(figures).toEqual([['staff', '2320', 50]])
  })

  test('name accounts of the standard chart that can take a surplus', () => {
    const takers = chartOfAccounts.filter((each) => ['liability', 'equity'].includes(each.class) && !each.isControl)
    const codes = takers.map(({ code }) => code)
    for (const { heads } of [...lawPresets, ...typesOfCooperative])
      expect(heads.filter(({ code }) => !codes.includes(code))).toEqual([])
  })

  test('put the law first and the custom of the type after it, and leave the Director to the law', () => {
    expect(proposedRules('lagos', 'housing')).toMatchObject({
      heads: [{ code: '3210' }, { code: '3250' }, { code: '2320' }, { code: '3230' }],
      directorApproves: true,
      says: [expect.stringContaining('Section 24'), expect.stringContaining('building fund')],
    })
    expect(proposedRules('kano', '')).toMatchObject({ heads: [{ code: '3210' }], directorApproves: undefined })
    expect(proposedRules('', 'consumer')?.directorApproves).toBeUndefined()
    expect(proposedRules('', '')).toBeUndefined()
  })

  test('are proposed by what the society says of its kind, where that says the type', () => {
    expect(typeBySocietyKind.salary_earners).toBe('staff')
    expect(typeBySocietyKind.general).toBeUndefined()
    const keys = typesOfCooperative.map(({ key }) => key)
    for (const key of Object.values(typeBySocietyKind)) expect(keys).toContain(key)
  })
})
