import type { createMember as contract } from '#features/members/members/member-changes.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { Refusal } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { registerMembers } from './register-members.ts'

export async function createMember(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  try {
    const [registered] = await registerMembers(tx, actor, { member: [input] }, context)
    if (!registered) throw new Error('One member was sent and none was registered')
    return registered
  } catch (error) {
    // The same refusal, about the same field, which here is not in a list.
    if (error instanceof Refusal)
      throw new Refusal(error.code, { ...error.detail, field: error.detail.field?.replace('member.0.', '') ?? 'phone' })
    throw error
  }
}
