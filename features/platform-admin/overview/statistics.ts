import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, instant, naira } from '#core/contract/fields.ts'

export const getStatistics = endpoint({
  method: 'GET',
  path: '/cooperatives/statistics',
  summary:
    "The platform's figures for the super administrator, the own cooperative's for an officer; the other half is null.",
  access: 'statistics.read',
  reply: z.object({
    platform: z.nullable(
      z.object({
        total: z.number(),
        pending: z.number(),
        active: z.number(),
        suspended: z.number(),
        rejected: z.number(),
        members: z.number(),
        savings: naira,
        transactionsThisMonth: z.number(),
        amountThisMonth: naira,
        trialsRunning: z.number(),
        trialsEnded: z.number(),
        openMessages: z.number(),
        /** Newly registered in each of the last 12 months, oldest first. */
        months: z.array(z.object({ month: day, registered: z.number() })),
        /** When the oldest of the sums of money was made; null where there is none yet. */
        summedAt: z.nullable(instant),
      }),
    ),
    cooperative: z.nullable(
      z.object({
        members: z.object({ total: z.number(), active: z.number(), joinedThisMonth: z.number() }),
        savings: naira,
        shares: naira,
        cashAndBank: naira,
        thisMonth: z.object({ expected: naira, paid: naira, outstanding: naira, membersBehind: z.number() }),
        /** The last 12 months, oldest first. */
        months: z.array(z.object({ month: day, expected: naira, paid: naira })),
        /** What a new cooperative does first, each with whether it is done. */
        firstSteps: z.object({
          rules: z.boolean(),
          members: z.boolean(),
          openingBalances: z.boolean(),
          bank: z.boolean(),
          employers: z.boolean(),
          receipt: z.boolean(),
          secondOfficer: z.boolean(),
        }),
      }),
    ),
  }),
})
