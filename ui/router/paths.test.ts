import { describe, expect, test } from 'vitest'
import { hrefOf, registerPaths, matchPath, searchText } from './paths.ts'

registerPaths(['/login', '/coop/member/$memberId'])

describe('paths', () => {
  test('parameters are written into the address and read back', () => {
    const href = hrefOf({
      to: '/coop/member/$memberId',
      params: { memberId: 'a/b ọ' },
      search: { tab: 'loans', page: 2, q: '' },
    })
    expect(href).toBe('/coop/member/a%2Fb%20%E1%BB%8D?tab=loans&page=2')
    expect(matchPath(href.split('?')[0] ?? '')).toEqual({
      path: '/coop/member/$memberId',
      params: { memberId: 'a/b ọ' },
    })
  })

  test.each(['/', '/coop/nowhere', '/coop/member', '/coop/member/%E0%A4%A', '/login/more'])(
    '%s is no path of the app',
    (address) => {
      expect(matchPath(address)).toBeUndefined()
    },
  )

  test('a phone stays text in the search', () => {
    expect(searchText({ identifier: '2348031234567', none: undefined })).toBe('?identifier=2348031234567')
  })
})
