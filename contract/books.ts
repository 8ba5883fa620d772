import * as z from 'zod/mini'
import type { AccountTypeId, MemberId } from '#domain/ids.ts'
import { accountClasses } from '#domain/ledger/account.ts'
import { endpoint } from './endpoint.ts'
import { day, id, listQuery, naira } from './fields.ts'

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

export const getMemberBalances = endpoint({
  method: 'GET',
  path: '/financial/reports/member-balances',
  summary:
    'What each member holds on each account type at the end of a day, by membership number. The summary puts the sum of the members beside the control account of the books; the two agree.',
  access: 'books.read',
  query: listQuery(['membershipno', 'total'], { asOf: z.optional(day) }),
  kind: 'list',
  reply: z.object({
    memberId: id<MemberId>(),
    membershipno: z.string(),
    name: z.string(),
    /** Account types on which the member holds nothing are left out. */
    balances: z.array(z.object({ accountTypeId: id<AccountTypeId>(), amount: naira })),
    total: naira,
  }),
  /** Of all members, whatever the list is narrowed to. */
  summaryReply: z.object({
    asOf: day,
    accountTypes: z.array(
      z.object({ id: id<AccountTypeId>(), name: z.string(), controlCode: z.string(), members: naira, control: naira, agrees: z.boolean() }),
    ),
    total: naira,
  }),
})
