import * as z from 'zod/mini'
import { id, naira, day, instant, listQuery, nairaAboveZero, optionalText, longText } from '#core/contract/fields.ts'
import type { RemittanceId, AccountId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { scheduleParams, schedule } from '#features/payroll/schedules/contract.ts'
import { payroll } from '#core/contract/changes.ts'

const remittance = z.object({
  id: id<RemittanceId>(),
  amount: naira,
  receivedOn: day,
  /** The society's account that took it in. */
  paidThrough: z.object({ code: z.string(), name: z.string() }),
  reference: z.nullable(z.string()),
  entryNumber: z.number(),
  recordedBy: z.string(),
  recordedAt: instant,
  reversedAt: z.nullable(instant),
})

export const listRemittances = endpoint({
  method: 'GET',
  path: '/financial/deductions/schedules/:scheduleId/remittances',
  summary: 'What the employer has paid over for a schedule.',
  access: 'deduction.read',
  params: scheduleParams,
  query: listQuery(['receivedOn'], {}),
  kind: 'list',
  reply: remittance,
  /** From what amount on undoing one waits for another officer. */
  summaryReply: z.object({ reversalsWaitFrom: z.nullable(naira) }),
})

export const recordRemittance = endpoint({
  method: 'POST',
  path: '/financial/deductions/schedules/:scheduleId/remittances',
  summary:
    'Records what the employer paid over, in whole or in part. Members who wait for it are credited after the answer; `getSchedule` shows how it goes.',
  access: 'deduction.manage',
  says: ['money', "Recorded an employer's remittance"],
  changes: payroll,
  params: scheduleParams,
  body: z.strictObject({
    amount: nairaAboveZero,
    /** Today when left out. */
    receivedOn: z.optional(day),
    /** A cash or bank account of the society; its bank when left out. */
    paidThrough: z.optional(id<AccountId>()),
    reference: optionalText(80),
  }),
  bodyBytesMax: 16 * 1024,
  reply: schedule,
  status: 201,
  message: 'Remittance recorded',
})

export const reverseRemittance = endpoint({
  method: 'POST',
  path: '/financial/deductions/remittances/:remittanceId/reverse',
  summary: 'Undoes a remittance by an entry dated today.',
  access: 'deduction.manage',
  says: ['money', "Reversed an employer's remittance"],
  changes: payroll,
  stepUp: true,
  mayWait: true,
  params: z.object({ remittanceId: id<RemittanceId>() }),
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: schedule,
  message: 'Remittance reversed',
})
