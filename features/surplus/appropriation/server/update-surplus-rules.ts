import type { updateSurplusRules as contract } from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { withClause } from '#domain/clause.ts'
import { hundredths } from '#domain/percent.ts'
import { refuse } from '#domain/refusal.ts'
import { whyNotHeads } from '#features/surplus/appropriation/rules/appropriation.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { findTakers, getSurplusRules } from './queries.ts'
import { replaceRules } from './store.ts'

type Rules = Replied<typeof contract>

/** Refuses: surplus_account_unknown, surplus_head_twice, surplus_heads_above_whole. */
export async function updateSurplusRules(
  tx: Tx,
  actor: TenantActor,
  { heads, directorApproves }: Parsed<typeof contract>,
): Promise<Rules> {
  const known = new Set((await findTakers(tx)).map(({ accountId }) => accountId))
  const unknown = heads.findIndex(({ accountId }) => !known.has(accountId))
  if (unknown !== -1) refuse('surplus_account_unknown', { field: `heads.${unknown}.accountId` })
  const asked = heads.map(({ accountId, percent, isLeast, clause }) => ({
    ...{ accountId, isLeast },
    basisPoints: hundredths(percent) ?? 0,
    clause: clause ?? '',
  }))
  const reason = whyNotHeads(asked)
  if (reason) throw reason

  // From here on it must succeed.
  const before = wordsOf(await getSurplusRules(tx))
  await replaceRules(tx, actor, { heads: asked, directorApproves })
  const rules = await getSurplusRules(tx)
  const after = wordsOf(rules)
  if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'surplusRules', before, after }])
  else tx.nothingChanged()
  return rules
}

/** The old and the new rules for the approver, because they decide what members get. */
export async function describeSurplusRules(
  tx: Tx,
  _actor: TenantActor,
  { heads, directorApproves }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const names = new Map((await findTakers(tx)).map(({ accountId, name }) => [accountId, name]))
  const asked = heads.map((head) => ({ ...head, name: names.get(head.accountId) ?? '', clause: head.clause ?? '' }))
  const [before, after] = [wordsOf(await getSurplusRules(tx)), wordsOf({ heads: asked, directorApproves })]
  return before === after ? undefined : { description: `Rules on the surplus: ${before} → ${after}` }
}

/** With the clauses, so that a change of one of them is recorded and approved too. */
function wordsOf({
  heads,
  directorApproves,
}: {
  heads: readonly { name: string; percent: number; isLeast: boolean; clause: string }[]
  directorApproves: boolean
}): string {
  const told = heads.map(({ name, percent, isLeast, clause }) =>
    withClause(`${name} ${isLeast ? 'at least ' : ''}${percent} %`, clause),
  )
  return [...(told.length > 0 ? told : ['none']), ...(directorApproves ? ['the Director approves'] : [])].join(', ')
}
