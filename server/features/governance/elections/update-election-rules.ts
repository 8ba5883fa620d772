import type { Parsed } from '#contract/endpoint.ts'
import type { updateElectionRules as contract } from '#contract/governance/elections.ts'
import type { TenantActor } from '#domain/actor.ts'
import { withClause } from '#domain/clause.ts'
import { electionTieRuleNames, unopposedRuleNames } from '#domain/governance/elections/words.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/access/change-requests/ask-for-change.ts'
import { recordChange } from '#server/features/access/setting-changes/record-change.ts'
import { getElectionRules, type Rules } from './queries.ts'
import { replaceElectionRules } from './store.ts'

type Input = Parsed<typeof contract>

export async function updateElectionRules(tx: Tx, actor: TenantActor, input: Input): Promise<Rules> {
  const before = wordsOf(await getElectionRules(tx))
  const rules = rulesOf(input)
  await replaceElectionRules(tx, actor, rules)
  const after = wordsOf(rules)
  if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'electionRules', before, after }])
  else tx.nothingChanged()
  return rules
}

/** The old and the new rules for the approver, because they decide who can be a candidate. */
export async function describeElectionRules(tx: Tx, _actor: TenantActor, input: Input): Promise<Change | undefined> {
  const [before, after] = [wordsOf(await getElectionRules(tx)), wordsOf(rulesOf(input))]
  return before === after ? undefined : { description: `Election rules: ${before} → ${after}` }
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
function wordsOf(r: Rules): string {
  return [
    withClause(`terms of ${r.termYears} years`, r.termClause),
    withClause(r.termsMax === 0 ? 'any number of terms' : `at most ${r.termsMax} terms in a row`, r.termsClause),
    withClause(`seconders ${r.seconders}`, r.secondersClause),
    withClause(`members for ${r.memberForDays} days or more`, r.memberForClause),
    withClause(r.arrearsExcluded ? 'without members in arrears' : 'with members in arrears', r.arrearsClause),
    withClause(`unopposed: ${unopposedRuleNames[r.unopposed]}`, r.unopposedClause),
    withClause(`at a tie: ${electionTieRuleNames[r.tieRule]}`, r.tieClause),
    withClause(r.turnoutMin === 0 ? 'no least turnout' : `valid from a turnout of ${r.turnoutMin} %`, r.turnoutClause),
  ].join(', ')
}
