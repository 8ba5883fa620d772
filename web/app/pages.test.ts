import { expect, test } from 'vitest'
import { paths } from '#web/router/path-list.ts'
import { pages } from './pages.ts'

test('the pages are in the order of the paths, in which both the app and its service worker try them', () => {
  expect(Object.keys(pages)).toEqual([...paths])
})
