import { withClause } from '#core/clause.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { describeRules, recordRules } from '#features/access/change-requests/server/describe-rules.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import * as contract from '#features/governance/elections/contract.ts'
import { electionTieRuleNames, unopposedRuleNames } from '#features/governance/elections/rules/words.ts'
import { upsert } from '#platform/db/write.ts'
import { findElectionRules, type Rules } from './reads.ts'

/** The approver reads the old and the new rules, because they decide who can be a candidate. */
export const updateElectionRules = waitingAction(
  contract.updateElectionRules,
  async ({ tx }, input) =>
    describeRules('Election rules', wordsOf(await findElectionRules(tx)), wordsOf(rulesOf(input))),
  async ({ tx, actor }, input) => {
    const before = await findElectionRules(tx)
    const rules = rulesOf(input)
    await upsert(tx, 'app.election_rules', ['cooperativeId'], rules)
    recordRules(tx, actor, 'electionRules', wordsOf(before), wordsOf(rules))
    return rules
  },
)

function rulesOf(input: Parsed<typeof contract.updateElectionRules>): Rules {
  return {
    ...input,
    termClause: input.termClause ?? '',
    termsClause: input.termsClause ?? '',
    secondersClause: input.secondersClause ?? '',
    memberForClause: input.memberForClause ?? '',
    arrearsClause: input.arrearsClause ?? '',
    unopposedClause: input.unopposedClause ?? '',
    tieClause: input.tieClause ?? '',
    turnoutClause: input.turnoutClause ?? '',
  }
}

/** With the clauses, so that a change of one of them is recorded and approved too. */
function wordsOf(r: Rules): [rule: string, text: string][] {
  return [
    ['Years of a term', withClause(`${r.termYears}`, r.termClause)],
    ['Terms in a row', withClause(r.termsMax === 0 ? 'any number' : `at most ${r.termsMax}`, r.termsClause)],
    ['Seconders', withClause(`${r.seconders}`, r.secondersClause)],
    ['Days of membership', withClause(`${r.memberForDays}`, r.memberForClause)],
    [
      'Members in arrears',
      withClause(r.arrearsExcluded ? 'can’t be candidates' : 'can be candidates', r.arrearsClause),
    ],
    ['Without a contest', withClause(unopposedRuleNames[r.unopposed], r.unopposedClause)],
    ['At a tie', withClause(electionTieRuleNames[r.tieRule], r.tieClause)],
    ['Turnout needed', withClause(r.turnoutMin === 0 ? 'none' : `${r.turnoutMin} %`, r.turnoutClause)],
  ]
}
