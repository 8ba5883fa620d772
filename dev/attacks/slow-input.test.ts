import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { routes } from '#app/server/app.ts'
import { type Asking, sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, type TestCooperative, type TestMember } from '#dev/testing/builders.ts'
import { atSize } from '#dev/testing/size.ts'

describe('text that is made to take long', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let member: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    member = await buildMember(app, cooperative)
  })
  afterAll(() => app.stop())

  /** As long as a body of 100 KiB allows. */
  const bytes = 95_000
  const emails = {
    'many dots': `a@${'.'.repeat(bytes)}@`,
    'many at signs': `${'a'.repeat(bytes / 2)}${'@'.repeat(bytes / 2)}`,
  }
  /** Marks in the wrong order, each of which composing puts in its place. */
  const marks = `a${'\u0301'.repeat(bytes / 4)}${'\u0323'.repeat(bytes / 4)}`
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hours', message: 'When do you open?' }

  const endings: [
    what: string,
    method: string,
    path: () => string,
    body: (text: string) => object,
    texts: readonly string[],
    isOfficer: boolean,
  ][] = [
    [
      'a stranger’s message, its email',
      'POST',
      () => '/contact-messages',
      (email) => ({ ...message, email }),
      Object.values(emails),
      false,
    ],
    [
      'a stranger’s message, its words',
      'POST',
      () => '/contact-messages',
      (text) => ({ ...message, message: text }),
      [marks],
      false,
    ],
    [
      'a stranger’s login',
      'POST',
      () => '/cooperatives/login',
      (identifier) => ({ identifier, password: 'password' }),
      [marks],
      false,
    ],
    [
      'an officer’s list of members',
      'POST',
      () => '/cooperatives/members',
      (email) => ({ member: [{ firstName: 'Ada', lastName: 'Obi', phone: '+2348030000001', email }] }),
      Object.values(emails),
      true,
    ],
    [
      'an officer’s member',
      'PUT',
      () => `/cooperatives/members/${member.id}`,
      (email) => ({ email }),
      Object.values(emails),
      true,
    ],
    ['an officer’s profile', 'PUT', () => '/cooperatives/profile', (email) => ({ email }), Object.values(emails), true],
    ['an officer’s address', 'PUT', () => '/cooperatives/profile', (address) => ({ address }), [marks], true],
  ]

  test.each(endings)(
    '%s is refused in the time that its length takes, and others are served meanwhile',
    async (_, method, path, body, texts, isOfficer) => {
      const took = async (text: string) => {
        const asking: Asking = { body: body(text), ...(isOfficer && { token: cooperative.token }) }
        const started = performance.now()
        const [reply, health] = await Promise.all([app.call(method, path(), asking), app.call('GET', '/api/health')])
        expect([reply.status, health.status]).toEqual([422, 200])
        return performance.now() - started
      }
      const tries = Array.from({ length: atSize(2, 5) })
      const best = async (text: string) => {
        const times: number[] = []
        for (const _try of tries) times.push(await took(text))
        return Math.min(...times)
      }
      // A text of the same length that costs nothing but its reading. What backtracks takes seconds here, and the square of its length.
      const plain = await best('x'.repeat(bytes))
      for (const text of texts) expect(await best(text)).toBeLessThan(10 * plain + 500)
    },
  )

  // ASVS V1.3.3, V2.2.1
  test('every text and every list of a request has a greatest length, and a text is refused by it before anything else looks at it', () => {
    const loose = routes.flatMap(({ endpoint }) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        looseIn(endpoint[part], `${endpoint.method} ${endpoint.path} ${part}`),
      ),
    )
    expect(loose).toEqual([])
  })
})

type Definition = {
  type: string
  checks?: readonly z.core.$ZodCheck[]
  shape?: Record<string, z.core.$ZodType>
  options?: readonly z.core.$ZodType[]
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
}

/** The places of texts and lists without a greatest length. */
function looseIn(schema: z.core.$ZodType | undefined, place: string): string[] {
  if (!schema) return []
  const {
    type,
    checks = [],
    shape = {},
    options = [],
    innerType,
    element,
    in: wire,
  } = schema._zod.def as unknown as Definition
  const limits = checks.map(
    ({ _zod: { def } }) =>
      (def.check === 'max_length' && (type === 'array' || def.abort === true)) ||
      (def.check === 'length_equals' && type === 'array'),
  )
  const isLoose = (type === 'string' && limits[0] !== true) || (type === 'array' && !limits.includes(true))
  return [
    ...(isLoose ? [place] : []),
    ...Object.entries(shape).flatMap(([name, field]) => looseIn(field, `${place}.${name}`)),
    ...[...options, innerType, element, wire].flatMap((inner) => looseIn(inner, place)),
  ]
}
