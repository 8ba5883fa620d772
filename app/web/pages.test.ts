import { expect, test } from 'vitest'
import { matchPath } from '#ui/router/paths.ts'
import { pageAt } from '#ui/router/place.ts'
import { places } from './pages.ts'

const paths = Object.keys(places) as (keyof typeof places)[]

test.each(paths)('%s is found, with and without a slash at its end', (path) => {
  const address = path.replaceAll(/\$\w+/g, 'x1')
  expect(matchPath(address)?.path).toBe(path)
  expect(matchPath(`${address}/`)?.path).toBe(path)
})

test('a page is in the area that its path begins with', () => {
  expect(places['/member-login'].areaName).toBe('entry')
  expect(places['/member/loans'].areaName).toBe('member')
  expect(places['/superadmin/health'].area.role).toBe('superadmin')
})

test('the router knows what a page needs', () => {
  expect(pageAt('/coop/loan-management')?.needs).toBe('loan.list')
})

test('no two pages have one place in a menu, or the same keys', () => {
  for (const area of ['coop', 'member', 'superadmin']) {
    const pages = paths.filter((path) => path.startsWith(`/${area}/`)).map((path) => pageAt(path))
    for (const said of [pages.map((page) => page?.menu?.[0]), pages.map((page) => page?.keys)]) {
      const known = said.filter((each) => each !== undefined)
      expect(known).toEqual([...new Set(known)])
    }
  }
})
