import * as z from 'zod/mini'
import { keyDays, keyStatuses } from './rules/api-key.ts'
import { keyScopes } from '#core/key-scope.ts'
import type { ApiKeyId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, requiredText } from '#core/contract/fields.ts'

const scopes = z
  .array(z.enum(keyScopes, `Use one of ${keyScopes.join(', ')}`), 'Send a list of what the key may do')
  .check(z.minLength(1, 'Choose what the key may do'), z.maxLength(keyScopes.length, 'Name each scope once'))

export const apiKey = z.object({
  id: id<ApiKeyId>(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  status: z.enum(keyStatuses),
  /** The administrator who made it; null on the cooperative's shared login. */
  madeBy: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: z.nullable(instant),
  lastAddress: z.nullable(z.string()),
  revokedAt: z.nullable(instant),
})

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/cooperatives/api-keys',
  summary: 'The API keys of the cooperative that are live or ended less than a year ago, newest first.',
  access: 'integration.manage',
  query: listQuery([], {}),
  kind: 'list',
  reply: apiKey,
})

export const makeApiKey = endpoint({
  method: 'POST',
  path: '/cooperatives/api-keys',
  summary: 'Makes an API key. The reply shows it once; only its hash is stored.',
  access: 'integration.manage',
  says: ['settings', 'Made an API key'],
  changes: ['cooperatives/api-keys'],
  stepUp: true,
  body: z.strictObject({
    name: requiredText('Give the key a name', 60),
    scopes,
    /** After which it ends; 90 when left out. */
    days: z.optional(z.literal(keyDays, `Use one of ${keyDays.join(', ')}`)),
  }),
  reply: z.extend(apiKey, { key: z.string() }),
  status: 201,
  message: 'API key made',
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/cooperatives/api-keys/:keyId/revoke',
  summary: 'Ends an API key at once, for good.',
  access: 'integration.manage',
  says: ['settings', 'Revoked an API key'],
  changes: ['cooperatives/api-keys'],
  params: z.object({ keyId: id<ApiKeyId>() }),
  reply: apiKey,
  message: 'API key revoked',
})
