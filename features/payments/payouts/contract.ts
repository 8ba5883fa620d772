import * as z from 'zod/mini'
import type { PayoutKeyId } from '#core/ids.ts'
import { payoutKeyPattern } from './rules/payout.ts'
import { secret } from '#features/access/login/credentials.ts'
import { vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, naira, nairaAboveZero, textOf } from '#core/contract/fields.ts'
import { batchParams, paymentBatch } from '#features/payments/batches/contract.ts'

const key = z.object({
  id: id<PayoutKeyId>(),
  /** Its last four characters: the rest leaves the server to the provider alone. */
  keyEnd: z.string(),
  enteredBy: z.string(),
  enteredAt: instant,
})

const settings = z.object({
  /** The provider of this installation; null where it has none. */
  provider: z.nullable(z.string()),
  /** Whether a key that moves no money is taken. */
  takesTestKeys: z.boolean(),
  used: z.nullable(key),
  usedSince: z.nullable(instant),
  /** Entered, and not agreed to by another officer yet. */
  proposed: z.nullable(key),
  /** The address that the society enters at the provider as its webhook; null until it has a key. */
  webhook: z.nullable(z.string()),
  dailyLimit: z.nullable(naira),
})

export const getPayoutSettings = endpoint({
  method: 'GET',
  path: '/financial/payout-settings',
  summary: "Whether the society's own account at the provider pays members, and how much a day.",
  access: 'configuration.review',
  reply: settings,
})

const keyRule = 'Enter a secret key of Paystack, which begins with sk_live_ or sk_test_'

export const enterPayoutKey = endpoint({
  method: 'POST',
  path: '/financial/payout-keys',
  summary: "Stores the secret key of the society's own account at the provider, sealed. It is not used yet.",
  access: 'configuration.update',
  says: ['settings', 'Entered a Paystack key'],
  changes: ['financial/payment-batches', 'financial/payout-settings'],
  stepUp: true,
  body: z.strictObject({ secretKey: secret(textOf(130, (text) => payoutKeyPattern.test(text), keyRule)) }),
  reply: settings,
  status: 201,
  message: 'Key stored',
})

const keyParams = z.object({ keyId: id<PayoutKeyId>() })

export const usePayoutKey = endpoint({
  method: 'POST',
  path: '/financial/payout-keys/:keyId/use',
  summary: 'Pays members with this key from now on. Waits for another officer where there is one.',
  access: 'configuration.update',
  says: ['settings', 'Let a Paystack key pay members'],
  changes: ['financial/payment-batches', 'financial/payout-settings'],
  stepUp: true,
  mayWait: true,
  params: keyParams,
  reply: settings,
  message: 'Key in use',
})

export const endPayoutKey = endpoint({
  method: 'DELETE',
  path: '/financial/payout-keys/:keyId',
  summary: 'Deletes a key. Members are paid by a bank file from then on.',
  access: 'configuration.update',
  says: ['settings', 'Removed a Paystack key'],
  changes: ['financial/payment-batches', 'financial/payout-settings'],
  params: keyParams,
  reply: settings,
  message: 'Key removed',
})

export const updatePayoutLimit = endpoint({
  method: 'PUT',
  path: '/financial/payout-limit',
  summary: 'Sets how much the provider sends a day at most; null for no limit.',
  access: 'configuration.update',
  says: ['settings', 'Changed how much Paystack sends a day'],
  changes: ['financial/payment-batches', 'financial/payout-settings'],
  stepUp: true,
  mayWait: true,
  body: z.strictObject({ dailyLimit: z.nullable(nairaAboveZero) }),
  reply: settings,
  message: 'Limit changed',
})

export const sendPaymentBatch = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/send',
  summary:
    "Has the provider pay an approved batch out of the society's own account there, where no bank file of it left that is not void. Waits for another officer where there is one.",
  access: 'transaction.decide',
  says: ['money', 'Had a payment batch sent by Paystack'],
  changes: vouchers,
  stepUp: true,
  mayWait: true,
  params: batchParams,
  reply: paymentBatch,
  message: 'Payments are being sent',
})

export const sendHeldPayments = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/send-again',
  summary: 'Tries again what the provider did not take, such as for want of money in the account there.',
  access: 'transaction.decide',
  says: ['money', 'Had payments of a batch sent again'],
  changes: vouchers,
  stepUp: true,
  params: batchParams,
  reply: paymentBatch,
  message: 'Payments are being sent',
})

export const askForNames = endpoint({
  method: 'POST',
  path: '/financial/payment-batches/:batchId/ask-names',
  summary: 'Asks the banks again in whose names the accounts are that are paid for the first time.',
  access: 'reconciliation.manage',
  says: ['money', 'Asked banks for the names on accounts'],
  changes: ['financial/payment-batches'],
  params: batchParams,
  reply: paymentBatch,
  message: 'The banks are being asked',
})
