import * as z from 'zod'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { isEmailOrNone } from '#core/contract/email.ts'
import { instant, isIdentifier, isMoment, isNaira, pageLimitMax } from '#core/contract/fields.ts'
import { isMobile } from '#core/contract/phone.ts'
import { isDay, isPeriod } from '#core/calendar.ts'
import { isInternationalPhone } from '#core/phone.ts'

type JsonSchema = Record<string, unknown>
type Operation = Record<string, unknown>

/** OpenAPI 3.1 from the same contract that validates, so that the document can't say anything else. */
export function openApi(endpoints: readonly Endpoint[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of endpoints) {
    for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const path = url.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ajose',
      version,
      description: 'Money is naira with at most two decimals. Every path answers under /api too.',
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Error: errorSchema } },
    paths,
  }
}

function operation(endpoint: Endpoint): Operation {
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }], 'x-permission': endpoint.access }),
    ...(endpoint.needsProof && { 'x-needs-proof': true }),
    ...(endpoint.stepUp && { 'x-step-up': endpoint.stepUp }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...idempotencyKey(endpoint),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.kind === 'redirect' ? 303 : (endpoint.status ?? 200)]: reply(endpoint),
      ...(endpoint.mayWait && {
        202: {
          description: 'It waits for a second officer, who approves or rejects it at /change-requests.',
          content: { 'application/json': { schema: waitingSchema } },
        },
      }),
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describe })
  return rest
}

/** What a value looks like, by the rule that it keeps to. */
const forms = new Map<unknown, JsonSchema>([
  [isDay, { format: 'date', example: '2026-01-31' }],
  [isMoment, { format: 'date-time', example: '2026-01-31T08:30:00.000Z' }],
  [isPeriod, { pattern: String.raw`^\d{4}-\d{2}$`, example: '2026-01' }],
  [isIdentifier, { format: 'uuid', example: '0198c5a2-7d3e-7f4a-9b1c-2d3e4f5a6b7c' }],
  [isNaira, { multipleOf: 0.01, example: 25_000.5 }],
  [isInternationalPhone, { pattern: String.raw`^\+234\d{10}$`, example: '+2348031234567' }],
  [isEmailOrNone, { format: 'email', example: 'ada@example.com' }],
  [isMobile, { example: '+2348031234567' }],
])
const named: Record<string, JsonSchema> = {
  page: { type: 'integer', minimum: 1, default: 1, example: 1 },
  limit: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: 10, example: 10 },
}

/** Adds what JSON Schema can't learn from a rule that is written as a function. */
function describe({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const checks = (zodSchema._zod.def as { checks?: readonly z.core.$ZodCheck[] }).checks ?? []
  for (const check of checks) {
    const { fn, pattern } = check._zod.def as { fn?: unknown; pattern?: RegExp }
    if (pattern?.source === z.regexes.email.source)
      Object.assign(jsonSchema, { format: 'email', example: 'ada@example.com' })
    Object.assign(jsonSchema, forms.get(fn))
  }
  if (zodSchema === instant._zod.def.in)
    Object.assign(jsonSchema, { format: 'date-time', example: '2026-01-31T08:30:00.000Z' })
}

const texts: Record<string, string> = {
  name: 'Unity Thrift',
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.com',
  identifier: 'AJO-7K2M9Q',
  password: 'secret-1',
  confirmpassword: 'secret-1',
  confirmPassword: 'secret-1',
  phoneNumber: '+2348031234567',
  accountNumber: '0123456789',
  time: '10:00',
  secretKey: 'sk_test_mysociety1',
  endpoint: 'https://push.example.com/device',
  p256dh: 'BMGYOt4rrOBqs-IJzRYx88mVeUvIqqySWyRo45xO5EXGl4veqXYCqR0ossomjSJhp98WYkK-HuKaxgkwfGY4F6c',
  auth: 'WsMhE5qZSm6oyHEpcZBBcA',
  code: '12345678',
  attendanceCode: '7K2M9Q',
  pass: 'AZ0xVJ5zcZ-8TfsZ1UdvXg.W4kq0ZTg4q3zFv8bT0dQ1mXo2mJ0w5m1F5Jx3oH2k9s',
  reference: 'Zx3kQ0bV7mJ2sT9wYc1LdA',
  reason: 'The member asked for it',
  message: 'The meeting begins at ten.',
}

/** None where the contract asks for what no example can have, such as the ticket of a login. */
function exampleFor(body: NonNullable<Endpoint['body']>, schema: JsonSchema): { example?: unknown } {
  const example = exampleOf(schema)
  return z.safeParse(body, example).success ? { example } : {}
}

/** A body that is well formed: the first choice, and the examples of what its fields are. Undefined for what has none. */
function exampleOf(schema: JsonSchema, name = ''): unknown {
  const {
    example,
    const: only,
    enum: choices,
    anyOf,
    properties,
    required = [],
    items,
    type,
    minimum,
  } = schema as {
    example?: unknown
    const?: unknown
    enum?: unknown[]
    anyOf?: JsonSchema[]
    properties?: Record<string, JsonSchema>
    required?: string[]
    items?: JsonSchema
    type?: string
    minimum?: number
  }
  if (example !== undefined) return example
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0])
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        required.includes(name) || 'multipleOf' in property ? [[name, exampleOf(property, name)]] : [],
      ),
    )
  if (items) return [exampleOf(items)]
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? Math.max(minimum ?? 1, 1) : (texts[name] ?? 'Text')
}

function parameters(schema: Endpoint['params'], place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: place === 'query' ? (named[name] ?? property) : property,
  }))
}

function idempotencyKey({ method }: Endpoint): object[] {
  if (method !== 'POST') return []
  const description = 'The same key with the same request gets the same reply, once done.'
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string', minLength: 16, maxLength: 255 },
    },
  ]
}

function requestBody({ method, body, upload }: Endpoint): object {
  if (upload) {
    const file = { type: 'string', format: 'binary' }
    const properties = { file, ...(body && { body: schemaOf(body, 'input') }) }
    const schema = { type: 'object', properties, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const schema = schemaOf(body, 'input')
  const required = method === 'PUT' || !z.safeParse(body, {}).success
  return { requestBody: { required, content: { 'application/json': { schema, ...exampleFor(body, schema) } } } }
}

function reply(endpoint: Endpoint): object {
  if (endpoint.kind === 'file') return { description: 'The file', content: { 'application/octet-stream': {} } }
  if (endpoint.kind === 'redirect') return { description: 'Leads the browser on' }
  if (endpoint.kind === 'stream')
    return { description: 'Events', content: { 'text/event-stream': { schema: schemaOf(endpoint.reply, 'input') } } }
  // Replies are encoded, so what travels is the input side of each codec.
  const row = schemaOf(endpoint.reply, 'input')
  const summary = endpoint.summaryReply && { summary: schemaOf(endpoint.summaryReply, 'input') }
  const meta = {
    type: 'object',
    properties: { page: integer, limit: integer, total: integer, totalPages: integer, ...summary },
  }
  const isList = endpoint.kind === 'list'
  const properties = {
    success: { const: true },
    message: { type: 'string' },
    data: isList ? { type: 'array', items: row } : row,
    ...(isList && { meta }),
  }
  return {
    description: endpoint.message ?? 'OK',
    content: {
      'application/json': { schema: { type: 'object', properties } },
      ...(endpoint.formats && { 'application/octet-stream': {} }),
    },
  }
}

const integer = { type: 'integer' }

const waitingSchema = {
  type: 'object',
  properties: {
    success: { const: true },
    message: { type: 'string' },
    data: { type: 'object', properties: { changeRequestId: { type: 'string', format: 'uuid' } } },
  },
}

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    status: integer,
    data: {},
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    requestId: { type: 'string' },
  },
}
