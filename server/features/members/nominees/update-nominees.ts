import { isDeepStrictEqual } from 'node:util'
import type { updateNominees as contract } from '#contract/members/nominees.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { whyNotShares } from '#domain/members/members/nominee.ts'
import { hundredths } from '#domain/percent.ts'
import type { Tx } from '#server/db/tx.ts'
import { findNominees, holdNamer, listNominees } from './queries.ts'
import { replaceNominees } from './store.ts'

/** Keeps whom a member names. Refuses: not_found, nominees_not_whole. */
export async function updateNominees(
  tx: Tx,
  actor: TenantActor,
  { id, nominees }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
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
  await holdNamer(tx, id)
  const before = await findNominees(tx, id)
  if (
    isDeepStrictEqual(
      before.map(({ number: _number, ...person }) => person),
      named,
    )
  )
    tx.nothingChanged()
  // From here on it must succeed.
  else await replaceNominees(tx, actor.cooperativeId, id, named)
  return listNominees(tx, actor, { id })
}
