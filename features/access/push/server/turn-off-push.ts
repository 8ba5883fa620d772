import type { turnOffPush as contract } from '#features/access/push/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { removeSubscription } from './store.ts'

export async function turnOffPush(
  { database }: Context,
  _caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  await database.auth((tx) => removeSubscription(tx, actor.sessionId))
  return { isOn: false }
}
