import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers while the process lives.',
  access: 'public',
  reply: z.object({ status: z.literal('ok'), version: z.string(), uptimeSeconds: z.number() }),
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Whether requests can be served: database, migrations, disk.',
  access: 'public',
  reply: z.object({ status: z.literal('ready'), database: z.literal('ok'), migrations: z.number(), diskFreePercent: z.number() }),
})
