import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '#app/server/app.ts'
import { places } from '#app/web/pages.ts'
import {
  badges,
  type Claim,
  comparison,
  features,
  integrations,
  questions,
  security,
  witnesses,
} from '#site/content.ts'

const claims: readonly Claim[] = [
  ...features.flatMap(({ points }) => points),
  ...questions.map(({ answer }) => answer),
  ...integrations.map(({ line }) => line),
  ...comparison.map((row) => row[3]),
  ...witnesses.map(([, line]) => line),
  ...badges,
  ...security.flatMap((part) => part.claims),
]
const endpoints = new Set(routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))

/** Whether the product has an endpoint, a page, or a test with these words in its title, which begins its line or follows what opens it. */
function isThere(proof: string): boolean {
  if (/^[A-Z]+ \//.test(proof)) return endpoints.has(proof)
  if (proof.startsWith('/')) return Object.hasOwn(places, proof)
  const [file = '', words = ''] = proof.split(/: (.*)/)
  if (words === '' || !existsSync(file)) return false
  return readFileSync(file, 'utf8')
    .split('\n')
    .some((line) => line.includes(words) && /^\s*(test|describe|\]\)\(|title:|['"`])/.test(line))
}

test('what shows a claim is looked for, so that one that shows nothing is found', () => {
  expect(
    [
      'GET /no-such-endpoint',
      '/no/such/page',
      'e2e/votes.test.ts: 40 members sing',
      'e2e/no-such.test.ts: 40 members vote secretly',
      'e2e/votes.test.ts: ',
      'e2e/votes.test.ts: import',
    ].filter(isThere),
  ).toEqual([])
  expect(
    ['GET /members', '/member/dashboard', 'e2e/votes.test.ts: 40 members vote secretly'].filter(isThere),
  ).toHaveLength(3)
})

test('everything that the public pages claim is shown by an endpoint, a page or a test, and nothing planned is there already', () => {
  expect(claims.length).toBeGreaterThan(60)
  const wrong = claims.flatMap(({ says, shownBy, isPlanned = false }) =>
    shownBy.filter((proof) => isThere(proof) === isPlanned).map((proof) => ({ says, proof })),
  )
  expect(wrong).toEqual([])
})
