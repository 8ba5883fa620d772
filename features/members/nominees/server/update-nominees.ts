import { isDeepStrictEqual } from 'node:util'
import type { updateNominees as contract } from '#features/members/nominees/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotShares } from '#features/members/members/rules/nominee.ts'
import { hundredths } from '#core/percent.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { fill } from '#core/fill.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findLateNamer, findNominees, lockNominator, listNominees } from './queries.ts'
import * as strings from './strings.ts'
import { describeNominee } from './describe-nominee.ts'
import { replaceNominees } from './store.ts'
import { notifyOfNominees } from './notify-of-nominees.ts'

/** Saves whom an officer names for a member, who hears of it. Refuses: not_found, nominees_not_whole. */
export async function updateNominees(
  tx: Tx,
  actor: TenantActor,
  { id, nominees }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  if (await saveNominees(tx, actor, { id, nominees })) await notifyOfNominees(tx, actor, id, context)
  else tx.nothingChanged()
  return listNominees(tx, actor, { id })
}

/** Saves whom a member names; false where it is whom they named before. Refuses: not_found, nominees_not_whole. */
export async function saveNominees(
  tx: Tx,
  actor: TenantActor,
  { id, nominees }: Parsed<typeof contract>,
): Promise<boolean> {
  const named = nominees.map(({ firstName, lastName, relationship, phone, email, address, sharePercent }) => ({
    firstName,
    lastName: lastName || null,
    relationship: relationship || null,
    phone: phone || null,
    email: email || null,
    address: address || null,
    shareBasisPoints: hundredths(sharePercent) ?? 0,
  }))
  const wrong = whyNotShares(named.map(({ shareBasisPoints }) => shareBasisPoints))
  if (wrong) throw wrong
  await lockNominator(tx, id)
  const before = (await findNominees(tx, id)).map(({ number: _number, ...person }) => person)
  if (isDeepStrictEqual(before, named)) return false

  // From here on it must succeed.
  await replaceNominees(tx, actor.cooperativeId, id, named)
  return true
}

/** Once the member has died they can't say whom they named, so that two officers do. */
export async function describeNominees(
  tx: Tx,
  _actor: TenantActor,
  { id, nominees }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const [heir, before] = await Promise.all([findLateNamer(tx, id), findNominees(tx, id)])
  if (!heir) return undefined
  const was = before.map((person) =>
    fill(strings.share, { name: describeNominee(person), percent: `${person.shareBasisPoints / 100}` }),
  )
  const becomes = nominees.map((person) =>
    fill(strings.share, { name: describeNominee(person), percent: `${person.sharePercent}` }),
  )
  return {
    description: fill(strings.nomineesOfLate, {
      ...{ name: heir.name, membershipno: heir.membershipno },
      ...{ was: was.join('; ') || strings.none, becomes: becomes.join('; ') || strings.none },
    }),
    memberId: id,
  }
}
