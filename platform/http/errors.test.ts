import * as z from 'zod'
import { expect, test } from 'vitest'
import { errorCodes } from 'fastify'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { routes } from '#app/server/app.ts'
import { NoPrimary } from '#platform/db/primary.ts'
import { errorReply, invalidInput, readingRequests } from './errors.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

test('no primary during a fail-over may be tried again', () => {
  const { reply, headers, bug } = errorReply(new NoPrimary('db1 is a replica now'), 'id')
  expect([reply.status, headers['retry-after'], bug]).toEqual([503, '2', false])
})

test.each(['40P01', '40001', '25P03', '53100', '55P03', '57014', '58030'])(
  'what PostgreSQL gave up with %s may be tried again',
  (code) => {
    const { reply, headers, bug } = errorReply(coded(code), 'id')
    expect([reply.status, headers['retry-after'], bug]).toEqual([503, '2', false])
  },
)

test('a disk that turned read-only is waited for, and a privilege that is missing is a bug', () => {
  const refused = (message: string) => errorReply(Object.assign(new Error(message), { code: '42501' }), 'id')
  const disk = refused('could not extend file "base/5/16384": Read-only file system')
  expect([disk.reply.status, disk.headers['retry-after'], disk.bug]).toEqual([503, '2', false])
  expect(refused('permission denied for table posting')).toMatchObject({ reply: { status: 500 }, bug: true })
})

test.each([
  'Multipart: Boundary not found',
  'Unexpected end of form',
  'Unexpected end of multipart data',
  'Part terminated early due to unexpected end of multipart data',
  'Malformed part header',
])('an upload with %s did not arrive whole', (message) => {
  expect(errorReply(new Error(message), 'id')).toMatchObject({
    reply: { status: 400, message: 'The file did not arrive whole. Send it again.' },
    bug: false,
  })
})

// ASVS V13.4.2, V15.3.6, V16.5.1
test('a field name that every object has is refused, and what no one knows stays a bug', () => {
  expect(errorReply(coded('FST_PROTO_VIOLATION'), 'id')).toMatchObject({ reply: { status: 422 }, bug: false })
  const { reply, bug } = errorReply(
    Object.assign(new Error('relation app.secret at 10.0.0.4'), { code: 'XX000' }),
    'id',
  )
  expect([reply, bug]).toEqual([
    {
      success: false,
      message: 'Something went wrong on our side. Nothing was changed. Please try again.',
      status: 500,
      data: null,
      requestId: 'id',
    },
    true,
  ])
})

test('whatever the HTTP library finds wrong with a request is refused, and no bug', () => {
  const refused = Object.entries(errorCodes)
    .map(([code, Kind]) => ({ code, error: new Kind('one', 'two', 'three') }))
    .filter(({ error }) => (error.statusCode ?? 500) < 500)
  expect(refused.length).toBeGreaterThan(10)
  for (const { code, error } of refused) {
    const { reply, bug } = errorReply(error, 'id')
    expect([code, Math.floor(reply.status / 100), bug]).toEqual([code, 4, false])
  }
})

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

/** Values that no such field takes, at every depth of it. */
function* wrongValues(shape: Shape): Generator<unknown> {
  yield* [undefined, null, true, 42, -1.5, 'x', '', [], [null], [[]], {}, { x: 1 }]
  for (const part of shape.anyOf ?? []) yield* wrongValues(part)
  if (shape.items) for (const value of wrongValues(shape.items)) yield [value]
  for (const [name, part] of Object.entries(shape.properties ?? {}))
    for (const value of wrongValues(part)) yield { [name]: value }
}

// ASVS V2.2.2
test('whatever is wrong with any field of any call is told in sentences of our own', () => {
  // As in the server, where a file of its own has loaded zod's English.
  z.config(z.locales.en())
  let told = 0
  for (const { endpoint } of routes) {
    const { method, path, params, query, body }: Endpoint = endpoint
    for (const schema of [params, query, body]) {
      if (!schema) continue
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
      for (const value of wrongValues(shape)) {
        const { error } = z.safeParse(schema, value, readingRequests)
        if (!error) continue
        for (const { field, message } of invalidInput(error.issues).errors) {
          told += 1
          expect([method, path, field, message]).toEqual([
            method,
            path,
            field,
            expect.not.stringMatching(
              /Invalid (?:input|string|option|element|key|value|union)|\b(?:expected|received) \w|Too (?:small|big)|Unrecognized|must be an? (?:string|boolean|array|int)\b|undefined/,
            ),
          ])
        }
      }
    }
  }
  expect(told).toBeGreaterThan(5000)
})
