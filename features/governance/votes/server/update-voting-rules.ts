import { withClause } from '#core/clause.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { describeRules, recordRules } from '#features/access/change-requests/server/describe-rules.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import * as contract from '#features/governance/votes/contract.ts'
import { majorityNames, tieRuleNames } from '#features/governance/votes/rules/words.ts'
import { upsert } from '#platform/db/write.ts'
import { findVotingRules } from './reads.ts'

type Rules = Replied<typeof contract.updateVotingRules>

/** The approver reads each rule that changes, as it is and as it would be, because they decide who votes and what is carried. */
export const updateVotingRules = waitingAction(
  contract.updateVotingRules,
  async ({ tx }, input) => describeRules('Voting rules', wordsOf(await findVotingRules(tx)), wordsOf(rulesOf(input))),
  async ({ tx, actor }, input) => {
    const before = await findVotingRules(tx)
    const rules = rulesOf(input)
    await upsert(tx, 'app.voting_rules', ['cooperativeId'], rules)
    recordRules(tx, actor, 'votingRules', wordsOf(before), wordsOf(rules))
    return rules
  },
)

function rulesOf(input: Parsed<typeof contract.updateVotingRules>): Rules {
  const { majorityClause, tieClause, memberForClause, arrearsClause, ...rules } = input
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
