import * as z from 'zod/mini'
import { sampleMethods, sampleSizeMax } from './rules/sample.ts'
import type { EntryId } from '#core/ids.ts'
import { ofDays } from '#core/contract/report-fields.ts'
import { tableReport } from '#features/accounting/books/table-report.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, naira, optionalText, textOf } from '#core/contract/fields.ts'

const packFormats = ['xlsx', 'pdf'] as const

export const getAuditPack = endpoint({
  method: 'GET',
  path: '/financial/reports/audit-pack',
  summary:
    'What an auditor asks for of a period, the fiscal year so far when left out: statements, registers, loans, meetings with their resolutions and minutes, queries, and the proof of the books. As a file it is one workbook or one PDF.',
  access: 'audit.read',
  says: ['files', 'Downloaded the audit pack'],
  // It holds the register of members, with where they are reached.
  stepUp: { field: 'format', values: packFormats },
  query: z.object({ ...ofDays, format: z.optional(z.enum(['json', ...packFormats], 'Use json, xlsx or pdf')) }),
  formats: packFormats,
  snapshotSeconds: 60,
  reply: z.object({
    from: day,
    to: day,
    /** The years of account with entries, newest first, and whether each is closed. */
    years: z.array(z.object({ from: day, to: day, isClosed: z.boolean() })),
    parts: z.array(z.object({ title: z.string(), says: z.string() })),
  }),
})

export const auditSampleReport = tableReport({
  name: 'audit-sample',
  time: 'days',
  summary:
    'Entries of a period to test: drawn at random, each naira with the same chance (by size), or the largest ones. The same seed draws the same entries.',
  says: ['files', 'Downloaded an audit sample'],
  links: { entryId: id<EntryId>() },
  filters: {
    method: z.optional(z.enum(sampleMethods, `Use one of ${sampleMethods.join(', ')}`)),
    /** How many entries at most. */
    size: z.optional(
      textOf(
        3,
        (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= sampleSizeMax,
        `Use a number from 1 to ${sampleSizeMax}`,
      ),
    ),
    seed: optionalText(40),
  },
  facts: {
    /** What the entries were drawn from. */
    drawnFrom: z.object({ entries: z.number(), amount: naira, seed: z.string() }),
  },
  order: 'number',
  columns: {
    number: { header: 'Entry', kind: 'number', width: 10, sort: true, opens: 'entry' },
    on: { header: 'Date', kind: 'date', sort: true },
    kind: { header: 'Kind', kind: 'text', width: 18 },
    description: { header: 'Description', kind: 'text', width: 50 },
    amount: { header: 'Amount', kind: 'money', sort: true },
  },
})
