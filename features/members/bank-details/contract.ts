import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { enquiryFailures } from '#features/members/members/rules/account-enquiry.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, textOf } from '#core/contract/fields.ts'
import * as strings from '#features/members/members/strings.ts'

export const accountNumber = textOf(10, (text) => /^\d{10}$/.test(text), strings.enterTheDigitsOfThe)
export const bankName = requiredText(strings.chooseOrEnterTheBank, 80)
export const accountName = requiredText(strings.enterTheNameOnThe, 120)

/** In whose name the bank has an account; null where it was not asked. */
export const enquiry = z.nullable(
  z.object({ name: z.nullable(z.string()), failure: z.nullable(z.enum(enquiryFailures)), askedAt: instant }),
)

/** Where a member is paid. */
export const bankDetails = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  /** False where the account number's check digit is not one of this bank: a digit may be mistyped. */
  fitsBank: z.boolean(),
  /** To officers alone. */
  enquiry,
  changedAt: instant,
  changedBy: z.string(),
})

const params = z.object({ memberId: id<MemberId>() })

export const getBankDetails = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:memberId/bank-details',
  summary: 'Where a member is paid; null until it is known.',
  access: 'member.bank_details',
  params,
  reply: z.nullable(bankDetails),
})

export const updateBankDetails = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:memberId/bank-details',
  summary: 'Changes where a member is paid; the member is notified.',
  access: 'member.update',
  says: ['members', "Changed a member's bank details"],
  changes: ['financial/payable', 'financial/payment-batches', ...people],
  stepUp: true,
  mayWait: true,
  params,
  body: z.strictObject({ bankName, accountNumber, accountName }),
  reply: bankDetails,
  message: 'Bank details saved',
})
