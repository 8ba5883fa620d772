import { expect, test } from 'vitest'
import { errorReply } from './errors.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

test.each(['40P01', '40001', '25P03', '55P03', '57014'])(
  'what PostgreSQL gave up with %s may be tried again',
  (code) => {
    const { reply, headers, bug } = errorReply(coded(code), 'id')
    expect([reply.status, headers['retry-after'], bug]).toEqual([503, '2', false])
  },
)

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

test('a field name that every object has is refused, and what no one knows stays a bug', () => {
  expect(errorReply(coded('FST_PROTO_VIOLATION'), 'id')).toMatchObject({ reply: { status: 422 }, bug: false })
  expect(errorReply(coded('XX000'), 'id')).toMatchObject({ reply: { status: 500 }, bug: true })
})
