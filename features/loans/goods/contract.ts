import * as z from 'zod/mini'
import type { GoodId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, listQuery, naira, nairaNotNegative, requiredText } from '#core/contract/fields.ts'
import * as strings from '#features/loans/loans/strings.ts'

/** The most that one unit may cost: a billion naira. */
const priceMax = kobo(100_000_000_000n)

export const good = z.object({
  id: id<GoodId>(),
  name: z.string(),
  unit: z.string(),
  price: naira,
  retired: z.boolean(),
})

const goodFields = {
  name: requiredText(strings.nameTheGoodSuchAs, 80),
  unit: requiredText(strings.sayWhatOneIsSuch, 40),
  price: nairaNotNegative(priceMax).check(z.refine((amount) => amount > 0n, strings.enterAPriceAboveZero)),
}

export const listGoods = endpoint({
  method: 'GET',
  path: '/financial/goods',
  summary:
    'The goods that the cooperative supplies on loan, by name, each at today’s price of one unit; with `retired=true` officers see those too that it supplies no more.',
  access: 'configuration.read',
  query: listQuery(['name', 'price'], { retired: z.optional(z.enum(['true', 'false'], strings.useTrueOrFalse)) }),
  kind: 'list',
  reply: good,
})

export const createGood = endpoint({
  method: 'POST',
  path: '/financial/goods',
  summary: 'Adds a good to the list of what is supplied on loan.',
  access: 'configuration.update',
  says: ['settings', 'Added goods on loan'],
  changes: ['financial/goods'],
  body: z.strictObject(goodFields),
  reply: good,
  status: 201,
  message: 'Good added',
})

export const updateGood = endpoint({
  method: 'PUT',
  path: '/financial/goods/:goodId',
  summary: 'Changes name, unit or price of a good, retires it or brings it back. What was applied for keeps its price.',
  access: 'configuration.update',
  says: ['settings', 'Changed goods on loan'],
  changes: ['financial/goods'],
  params: z.object({ goodId: id<GoodId>() }),
  body: z.strictObject({
    name: z.optional(goodFields.name),
    unit: z.optional(goodFields.unit),
    price: z.optional(goodFields.price),
    retired: z.optional(z.boolean(strings.useTrueOrFalse)),
  }),
  reply: good,
  message: 'Good changed',
})
