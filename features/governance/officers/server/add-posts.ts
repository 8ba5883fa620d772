import type { Parsed } from '#core/contract/endpoint.ts'
import type { addPosts as contract } from '#features/governance/officers/contract.ts'
import { roleName, type TenantActor } from '#core/actor.ts'
import { postsMax, postTitle } from '#features/governance/officers/rules/post.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findPosts, getOfficers, type Register } from './queries.ts'
import { insertPosts } from './store.ts'

type Input = Parsed<typeof contract>

/** Refuses: post_exists, posts_too_many. */
export async function addPosts(tx: Tx, actor: TenantActor, { posts }: Input, context: Context): Promise<Register> {
  const { length: before } = await findPosts(tx)
  if (before + posts.length > postsMax) refuse('posts_too_many', { field: 'posts', max: postsMax })
  const added = await insertPosts(
    tx,
    actor.cooperativeId,
    posts.map((post) => ({ ...post, committee: post.committee ?? null })),
  )
  // Thrown, so that none of them is there.
  if (added < posts.length) refuse('post_exists', { field: 'posts' })
  return getOfficers(tx, actor, {}, context)
}

/** A post that carries an office decides whose rights an election passes on. */
export async function describePosts(_tx: Tx, _actor: TenantActor, { posts }: Input): Promise<Change | undefined> {
  const words = posts.map((post) => {
    const title = postTitle({ name: post.name, committee: post.committee ?? null })
    return `${title}${post.office ? ` with the rights of ${roleName(post.office).toLowerCase()}` : ''}, seats ${post.seats}`
  })
  return { description: `Add posts: ${words.join('; ')}`, isOfOffice: true }
}
