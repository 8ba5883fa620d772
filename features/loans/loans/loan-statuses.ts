import * as z from 'zod/mini'
import { loanStatuses } from './rules/loan.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { listQuery } from '#core/contract/fields.ts'

export const listLoanStatuses = endpoint({
  method: 'GET',
  path: '/financial/loan-statuses',
  summary: 'The statuses of a loan in the order of its life, each with its label.',
  access: 'loan.list',
  query: listQuery(['label', 'status'], {}),
  kind: 'list',
  reply: z.object({ status: z.enum(loanStatuses), label: z.string() }),
})
