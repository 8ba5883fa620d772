import * as z from 'zod/mini'
import { accountTypeKinds } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, AccountTypeId } from '#core/ids.ts'
import { waitingKinds } from '#features/accounting/books/rules/waiting.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, naira } from '#core/contract/fields.ts'

export const getMoneyDashboard = endpoint({
  method: 'GET',
  path: '/financial/dashboard',
  // All of it is of one moment, so that its figures agree with each other.
  snapshotSeconds: 20,
  summary:
    "The society's money today: what came in and went out by month, cash and bank accounts, savings by account type, what is late on loans, and what waits for the officer who asks.",
  access: 'books.read',
  reply: z.object({
    asOf: day,
    /** Received and paid through cash and bank accounts in each of the last 12 months, oldest first; moving money between them is neither. */
    months: z.array(z.object({ month: day, received: naira, paid: naira })),
    accounts: z.array(z.object({ accountId: id<AccountId>(), code: z.string(), name: z.string(), balance: naira })),
    cashAndBank: naira,
    /** What members have by account type, each with how many members have something on it. */
    accountTypes: z.array(
      z.object({
        accountTypeId: id<AccountTypeId>(),
        name: z.string(),
        kind: z.enum(accountTypeKinds),
        members: z.number(),
        balance: naira,
      }),
    ),
    loans: z.object({
      loans: z.number(),
      outstanding: naira,
      overdue: naira,
      overdueLoans: z.number(),
      /** The whole balance of loans of which anything is late for more than 30 days. */
      atRisk: z.object({ days: z.number(), loans: z.number(), outstanding: naira, percent: z.number() }),
    }),
    /** What this officer can do something about, the kinds with nothing left out. */
    waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number() })),
  }),
})
