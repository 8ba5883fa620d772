import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, naira, requiredText } from '#core/contract/fields.ts'
import type { CooperativeId, UnclaimedMoneyId } from '#core/ids.ts'

const unclaimedMoney = z.object({
  id: id<UnclaimedMoneyId>(),
  kind: z.enum(['transfer', 'settlement']),
  provider: z.string(),
  /** At the provider: of the transfer, or the number of the settlement. */
  reference: z.string(),
  /** Null where the provider reports none that can be read. */
  amount: z.nullable(naira),
  /** Of a transfer: the account number. */
  sentTo: z.nullable(z.string()),
  /** Of a settlement: for whom the provider listed it. */
  listedFor: z.nullable(z.object({ id: id<CooperativeId>(), name: z.string() })),
  cameAt: instant,
  handledAt: z.nullable(instant),
  handledBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

export const listUnclaimedMoney = endpoint({
  method: 'GET',
  path: '/platform/unclaimed-money',
  summary:
    'Transfers to accounts at the payment provider that no cooperative named, and settlements with payments of several: nothing of them is in any books. Open ones first.',
  access: 'platform.watch',
  query: listQuery(['cameAt'], {}),
  kind: 'list',
  reply: unclaimedMoney,
})

export const handleUnclaimedMoney = endpoint({
  method: 'POST',
  path: '/platform/unclaimed-money/:id/handle',
  summary: 'Says what was done about it with the payment provider, once.',
  access: 'platform.watch',
  says: null,
  changes: ['platform/unclaimed-money'],
  params: z.object({ id: id<UnclaimedMoneyId>() }),
  body: z.strictObject({ reason: requiredText('Say what was done', 500) }),
  reply: unclaimedMoney,
  message: 'Marked as handled',
})
