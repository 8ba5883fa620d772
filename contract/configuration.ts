import * as z from 'zod/mini'
import type { AccountTypeId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { day, id, naira } from './fields.ts'

export const accountType = z.object({
  id: id<AccountTypeId>(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['savings', 'shares']),
  isDefault: z.boolean(),
})

export const listAccountTypes = endpoint({
  method: 'GET',
  path: '/financial/account-types',
  summary: 'The savings and share products that the cooperative offers.',
  access: 'configuration.read',
  reply: z.array(accountType),
})

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/financial/config',
  summary: "The cooperative's settings.",
  access: 'configuration.read',
  reply: z.object({
    fiscalYearStart: z.string(),
    shareParValue: naira,
    sharesMin: z.number(),
    shareCeilingPercent: z.number(),
    contributionMin: naira,
    entranceFee: naira,
    savingsMultiple: z.number(),
    waitingMonths: z.number(),
    guarantorsRequired: z.number(),
    exitNoticeMonths: z.number(),
    booksBeginOn: day,
    closedThrough: z.nullable(day),
  }),
})

export const listLoanConfigurations = endpoint({
  method: 'GET',
  path: '/financial/loan-configs',
  summary: 'The loan products that the cooperative offers.',
  access: 'configuration.read',
  reply: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      interestMethod: z.string(),
      annualRatePercent: z.string(),
      instalmentsMax: z.number(),
      savingsMultiple: z.string(),
      isDefault: z.boolean(),
    }),
  ),
})
