import { describe, expect, test } from 'vitest'
import { paths } from './path-list.ts'
import { hrefOf, knowPaths, matchPath, searchText } from './paths.ts'

knowPaths(paths)

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

  test.each(paths)('%s is found, with and without a slash at its end', (path) => {
    const address = path.replaceAll(/\$\w+/g, 'x1')
    expect(matchPath(address)?.path).toBe(path)
    expect(matchPath(`${address}/`)?.path).toBe(path)
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
