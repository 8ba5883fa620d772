import * as z from 'zod/mini'
import { accountTypeKinds } from '#domain/configuration/account-kinds.ts'
import type { AccountTypeId } from '#domain/ids.ts'
import { endpoint } from './endpoint.ts'
import { day, id, requiredText } from './fields.ts'

export const accountType = z.object({
  id: id<AccountTypeId>(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(accountTypeKinds),
  isDefault: z.boolean(),
  retired: z.boolean(),
  /** Target and Christmas savings: nothing leaves before this day. */
  releaseOn: z.nullable(day),
  /** An officer may pay out before it all the same. */
  earlyRelease: z.boolean(),
})

const terms = {
  releaseOn: z.optional(z.nullable(day)),
  earlyRelease: z.optional(z.boolean('Use true or false')),
}

export const listAccountTypes = endpoint({
  method: 'GET',
  path: '/financial/account-types',
  summary: 'The savings and share products that the cooperative offers; with `retired=true` those too that it offers no more.',
  access: 'configuration.read',
  query: z.object({ retired: z.optional(z.enum(['true', 'false'], 'Use true or false')) }),
  reply: z.array(accountType),
})

const accountTypeName = requiredText('Name the account type', 60)

export const createAccountType = endpoint({
  method: 'POST',
  path: '/financial/account-types',
  summary: 'Adds a savings or share product, with a control account of its own in the chart.',
  access: 'configuration.update',
  body: z.strictObject({ name: accountTypeName, kind: z.enum(accountTypeKinds, 'Use savings or shares'), ...terms }),
  reply: accountType,
  status: 201,
  message: 'Account type added',
})

export const updateAccountType = endpoint({
  method: 'PUT',
  path: '/financial/account-types/:id',
  summary: 'Renames an account type, sets its release date, makes it the default, retires it or brings it back. Money on a retired one stays where it is.',
  access: 'configuration.update',
  params: z.object({ id: id<AccountTypeId>() }),
  body: z.strictObject({
    name: z.optional(accountTypeName),
    isDefault: z.optional(z.literal(true, 'Make another account type the default instead')),
    retired: z.optional(z.boolean('Use true or false')),
    ...terms,
  }),
  reply: accountType,
  message: 'Account type changed',
})
