import type { Parsed } from '#core/contract/endpoint.ts'
import type { updatePost as contract } from '#features/governance/officers/contract.ts'
import { roleName, type TenantActor } from '#core/actor.ts'
import { postTitle } from '#features/governance/officers/rules/post.ts'
import type { PostOffice } from '#features/governance/officers/rules/words.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { countHolders, getOfficers, isInElection, lockPost, type Register } from './queries.ts'
import { setPost } from './store.ts'

type Input = Parsed<typeof contract>

/** Refuses: not_found, post_held, post_in_election, post_seats_taken, post_exists. */
export async function updatePost(
  tx: Tx,
  actor: TenantActor,
  { postId, ...changes }: Input,
  context: Context,
): Promise<Register> {
  await lockPost(tx, postId)
  const holders = await countHolders(tx, postId)
  if (changes.isClosed && holders > 0) refuse('post_held')
  if (changes.seats < holders) refuse('post_seats_taken', { field: 'seats', max: holders })
  if (changes.isClosed && (await isInElection(tx, postId))) refuse('post_in_election')
  if (!(await setPost(tx, postId, { ...changes, committee: changes.committee ?? null })))
    refuse('post_exists', { field: 'name' })
  return getOfficers(tx, actor, {}, context)
}

export async function describePost(
  tx: Tx,
  _actor: TenantActor,
  { postId, ...changes }: Input,
): Promise<Change | undefined> {
  const before = wordsOf(await lockPost(tx, postId))
  const after = changes.isClosed ? 'closed' : wordsOf({ ...changes, committee: changes.committee ?? null })
  return before === after ? undefined : { description: `Post: ${before} → ${after}`, isOfOffice: true }
}

function wordsOf(post: { name: string; committee: string | null; office: PostOffice | null; seats: number }): string {
  const rights = post.office ? `rights of ${roleName(post.office).toLowerCase()}` : 'no rights'
  return `${postTitle(post)}, ${rights}, seats ${post.seats}`
}
