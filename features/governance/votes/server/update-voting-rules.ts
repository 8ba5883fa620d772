import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { updateVotingRules as contract } from '#features/governance/votes/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { withClause } from '#core/clause.ts'
import { majorityNames, tieRuleNames } from '#features/governance/votes/rules/words.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { describeRules, recordRules } from '#features/access/change-requests/server/describe-rules.ts'
import { getVotingRules } from './queries.ts'
import { replaceVotingRules } from './store.ts'

type Input = Parsed<typeof contract>
type Rules = Replied<typeof contract>

export async function updateVotingRules(tx: Tx, actor: TenantActor, input: Input): Promise<Rules> {
  const before = await getVotingRules(tx)
  const rules = rulesOf(input)
  await replaceVotingRules(tx, actor, rules)
  recordRules(tx, actor, 'votingRules', wordsOf(before), wordsOf(rules))
  return rules
}

/** Each rule that changes, as it is and as it would be, because they decide who votes and what is carried. */
export async function describeVotingRules(tx: Tx, _actor: TenantActor, input: Input): Promise<Change | undefined> {
  return describeRules('Voting rules', wordsOf(await getVotingRules(tx)), wordsOf(rulesOf(input)))
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
function wordsOf(r: Rules): [rule: string, text: string][] {
  return [
    ['Majority', withClause(majorityNames[r.majority], r.majorityClause)],
    ['At a tie', withClause(tieRuleNames[r.tieRule], r.tieClause)],
    ['Days of membership', withClause(`${r.memberForDays}`, r.memberForClause)],
    ['Members in arrears', withClause(r.arrearsExcluded ? 'may not vote' : 'may vote', r.arrearsClause)],
  ]
}
