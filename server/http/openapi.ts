import * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

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
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
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
    schema: property,
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

function requestBody({ body, upload }: Endpoint): object {
  if (upload) {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
    : {}
}

function reply(endpoint: Endpoint): object {
  if (endpoint.kind === 'file') return { description: 'The file', content: { 'application/octet-stream': {} } }
  if (endpoint.kind === 'redirect') return { description: 'Leads the browser on' }
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
