import { expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { topicsOf } from '#server/live/hint-of-change.ts'
import { shownBy } from '#web/app/follow-queries.ts'

const endpoints = routes.map(({ endpoint }) => endpoint)
/** The resource of an address: its parts before the first that is an identifier, two at most. */
const resourceOf = (path: string) => {
  const parts = path.slice(1).split('/')
  const first = parts.findIndex((part) => part.startsWith(':'))
  return parts.slice(0, first === -1 ? 2 : Math.min(first, 2)).join('/')
}

test('what a change was made at is asked for again on other officers’ screens', () => {
  const shown = new Set(
    endpoints
      .filter(({ method, kind }) => method === 'GET' && (kind === 'one' || kind === 'list' || kind === undefined))
      .map(({ path }) => resourceOf(path)),
  )
  const stale = endpoints
    .filter(({ method, access }) => method !== 'GET' && access !== 'public')
    .filter(({ path }) => shown.has(resourceOf(path)))
    .filter((endpoint) => {
      const topics = topicsOf(endpoint)
      const asked = topics.flatMap((topic) => (topic === 'everything' ? Object.values(shownBy).flat() : shownBy[topic]))
      return topics.length > 0 && !asked.some((address) => `${resourceOf(endpoint.path)}/`.startsWith(`${address}/`))
    })
  expect(stale.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
