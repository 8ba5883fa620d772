import * as z from 'zod/mini'
import { accountClasses } from '#domain/ledger/account.ts'
import { endpoint } from './endpoint.ts'
import { day, naira } from './fields.ts'

export const listReports = endpoint({
  method: 'GET',
  path: '/financial/reports',
  summary: 'The reports that this cooperative can run.',
  access: 'books.read',
  reply: z.array(z.object({ name: z.string(), title: z.string(), formats: z.array(z.string()) })),
})

export const getTrialBalance = endpoint({
  method: 'GET',
  path: '/financial/reports/trial-balance',
  summary: 'Every account with what stands on its debit and credit side at the end of a day; the totals agree.',
  access: 'books.read',
  query: z.object({ asOf: z.optional(day) }),
  reply: z.object({
    asOf: day,
    accounts: z.array(
      z.object({ code: z.string(), name: z.string(), class: z.enum(accountClasses), debit: naira, credit: naira }),
    ),
    totals: z.object({ debit: naira, credit: naira }),
    balanced: z.boolean(),
  }),
})
