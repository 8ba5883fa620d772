import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import { type NomineePerson, wholeShare } from '#features/members/members/rules/nominee.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findNominees } from './queries.ts'
import { replaceNominees, updateFirst } from './store.ts'
import { notifyOfNominees } from './notify-of-nominees.ts'

const fields = ['firstName', 'lastName', 'relationship', 'phone', 'email', 'address'] as const

/**
 * Saves the nominee whom the member's own fields name: the first of the list, who has all of it where they are the only one. The
 * member hears of another one.
 * The caller has locked the member. Refuses: nominees_share_already, where emptying the fields would leave a share to no one.
 */
export async function saveFirstNominee(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  person: NomineePerson | undefined,
  context: Context,
): Promise<void> {
  if (!person) return
  const named = await findNominees(tx, memberId)
  const isEmpty = Object.values(person).every((text) => text === null)
  if (isEmpty && named.length > 1) refuse('nominees_share_already', { field: 'nomineeFirstName' })

  const [first] = named
  if (first ? fields.every((field) => first[field] === person[field]) : isEmpty) return

  // From here on it must succeed.
  if (isEmpty) await replaceNominees(tx, actor.cooperativeId, memberId, [])
  else if (named.length === 0)
    await replaceNominees(tx, actor.cooperativeId, memberId, [{ ...person, shareBasisPoints: wholeShare }])
  else await updateFirst(tx, memberId, person)
  await notifyOfNominees(tx, actor, memberId, context)
}
