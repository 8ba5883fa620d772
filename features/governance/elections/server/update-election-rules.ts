import type { Parsed } from '#core/contract/endpoint.ts'
import type { updateElectionRules as contract } from '#features/governance/elections/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { withClause } from '#core/clause.ts'
import { electionTieRuleNames, unopposedRuleNames } from '#features/governance/elections/rules/words.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { describeRules, recordRules } from '#features/access/change-requests/server/describe-rules.ts'
import { getElectionRules, type Rules } from './queries.ts'
import { replaceElectionRules } from './store.ts'

type Input = Parsed<typeof contract>

export async function updateElectionRules(tx: Tx, actor: TenantActor, input: Input): Promise<Rules> {
  const before = await getElectionRules(tx)
  const rules = rulesOf(input)
  await replaceElectionRules(tx, actor, rules)
  recordRules(tx, actor, 'electionRules', wordsOf(before), wordsOf(rules))
  return rules
}

/** The old and the new rules for the approver, because they decide who can be a candidate. */
export async function describeElectionRules(tx: Tx, _actor: TenantActor, input: Input): Promise<Change | undefined> {
  return describeRules('Election rules', wordsOf(await getElectionRules(tx)), wordsOf(rulesOf(input)))
}

function rulesOf(input: Input): Rules {
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
