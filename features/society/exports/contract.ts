import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { instant } from '#core/contract/fields.ts'
import { exportStatuses } from './rules/export.ts'

const societyExport = z.object({
  status: z.enum(exportStatuses),
  /** Parts written so far, of `steps`. */
  progress: z.number(),
  steps: z.number(),
  /** Of the ZIP; null until it is ready. */
  bytes: z.nullable(z.number()),
  failure: z.nullable(z.string()),
  requestedBy: z.string(),
  createdAt: instant,
  readyAt: z.nullable(instant),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/cooperatives/export',
  summary: 'The last export of everything that is stored of the cooperative; null where there is none.',
  access: 'cooperative.export',
  reply: z.nullable(societyExport),
})

export const askForExport = endpoint({
  method: 'POST',
  path: '/cooperatives/export',
  summary:
    'Starts an export: every row and file of the cooperative as one ZIP, without passwords and keys. It takes the place of an earlier one.',
  access: 'cooperative.export',
  says: ['files', "Asked for an export of all of the cooperative's records"],
  changes: ['cooperatives/export'],
  stepUp: true,
  reply: societyExport,
  status: 201,
  message: 'The export is being made',
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/cooperatives/export/file',
  summary: 'The ZIP of the last export.',
  access: 'cooperative.export',
  says: ['files', "Downloaded the export of all of the cooperative's records"],
  stepUp: true,
  kind: 'file',
  reply: z.null(),
})
