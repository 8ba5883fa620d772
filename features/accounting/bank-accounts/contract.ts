import * as z from 'zod/mini'
import type { AccountId } from '#core/ids.ts'
import { chart } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { koboMax } from '#core/money.ts'
import { id, instant, lengthAtMost, naira, nairaNotNegative, requiredText } from '#core/contract/fields.ts'
import * as strings from '#features/savings/transactions/strings.ts'

const tenDigits = strings.enterTheDigitsOfThe

const details = {
  bank: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  shownToMembers: z.boolean(),
  changedBy: z.string(),
  changedAt: instant,
}

const bankAccount = z.object({
  accountId: id<AccountId>(),
  /** Code and name in the chart of accounts; null for a member, who sees nothing of it. */
  code: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** How far the bank lets it go below zero; null where that was not entered, and for a member. */
  overdraftLimit: z.nullable(naira),
  /** Null until an officer has entered them. */
  details: z.nullable(z.object(details)),
})

export const listBankAccountDetails = endpoint({
  method: 'GET',
  path: '/financial/bank-accounts',
  summary:
    "The society's accounts at banks with bank, number and name. A member sees those that officers show to members.",
  access: 'configuration.read',
  reply: z.array(bankAccount),
})

export const updateBankAccount = endpoint({
  method: 'PUT',
  path: '/financial/bank-accounts/:accountId',
  summary:
    "Sets bank, number, name and overdraft limit of one of the society's accounts, and whether members see them. Where another officer can approve it, it waits for them.",
  access: 'configuration.update',
  says: ['settings', 'Changed a bank account of the cooperative'],
  changes: [...chart, 'financial/bank-layouts', 'member-portal'],
  stepUp: true,
  mayWait: true,
  params: z.object({ accountId: id<AccountId>() }),
  body: z.strictObject({
    bank: requiredText(strings.enterTheNameOfThe, 80),
    accountNumber: z.string(tenDigits).check(
      lengthAtMost(20, tenDigits),
      z.overwrite((text) => text.replaceAll(/[\s-]/g, '')),
      z.regex(/^\d{10}$/, tenDigits),
    ),
    accountName: requiredText(strings.enterTheNameOnThe, 120),
    shownToMembers: z.boolean(strings.useTrueOrFalse),
    /** Left out, it stays as it is. */
    overdraftLimit: z.optional(z.nullable(nairaNotNegative(koboMax))),
  }),
  reply: bankAccount,
  message: 'Bank account saved',
})
