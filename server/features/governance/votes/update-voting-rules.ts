import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { updateVotingRules as contract } from '#contract/governance/votes.ts'
import type { TenantActor } from '#domain/actor.ts'
import { withClause } from '#domain/clause.ts'
import { majorityNames, tieRuleNames } from '#domain/governance/votes/words.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/access/change-requests/ask-for-change.ts'
import { recordChange } from '#server/features/access/setting-changes/record-change.ts'
import { getVotingRules } from './queries.ts'
import { replaceVotingRules } from './store.ts'

type Input = Parsed<typeof contract>
type Rules = Replied<typeof contract>

export async function updateVotingRules(tx: Tx, actor: TenantActor, input: Input): Promise<Rules> {
  const before = wordsOf(await getVotingRules(tx)).join(', ')
  const rules = rulesOf(input)
  await replaceVotingRules(tx, actor, rules)
  const after = wordsOf(rules).join(', ')
  if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'votingRules', before, after }])
  else tx.nothingChanged()
  return rules
}

/** The old and the new rules for the approver, because they decide who votes and what is carried. */
export async function describeVotingRules(tx: Tx, _actor: TenantActor, input: Input): Promise<Change | undefined> {
  const before = wordsOf(await getVotingRules(tx))
  const changes = wordsOf(rulesOf(input)).flatMap((after, n) => (after === before[n] ? [] : [`${before[n]} → ${after}`]))
  return changes.length === 0 ? undefined : { description: `Voting rules: ${changes.join('; ')}` }
}

function rulesOf({ majorityClause, tieClause, memberForClause, arrearsClause, ...rules }: Input): Rules {
  return {
    ...rules,
    majorityClause: majorityClause ?? '',
    tieClause: tieClause ?? '',
    memberForClause: memberForClause ?? '',
    arrearsClause: arrearsClause ?? '',
  }
}

/** With the clauses, so that a change of one of them is recorded and approved too. */
function wordsOf(r: Rules): string[] {
  return [
    withClause(majorityNames[r.majority], r.majorityClause),
    withClause(`at a tie: ${tieRuleNames[r.tieRule]}`, r.tieClause),
    withClause(`members for ${r.memberForDays} days or more`, r.memberForClause),
    withClause(r.arrearsExcluded ? 'without members in arrears' : 'with members in arrears', r.arrearsClause),
  ]
}
