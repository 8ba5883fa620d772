import type { Parsed } from '#core/contract/endpoint.ts'
import type { updateMeetingRules as contract } from '#features/governance/meetings/meeting-rules.ts'
import type { TenantActor } from '#core/actor.ts'
import { withClause } from '#core/clause.ts'
import {
  type MeetingGroup,
  meetingGroupNames,
  meetingGroups,
  type MeetingRule,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { describeRules, recordRules } from '#features/access/change-requests/server/describe-rules.ts'
import { findMeetingRules } from './queries.ts'
import { replaceMeetingRules } from './store.ts'

type Input = Parsed<typeof contract>
type Rules = Record<MeetingGroup, MeetingRule>

export async function updateMeetingRules(tx: Tx, actor: TenantActor, input: Input): Promise<Rules> {
  const before = await findMeetingRules(tx)
  const rules = rulesOf(input)
  await replaceMeetingRules(tx, actor, rules)
  recordRules(tx, actor, 'meetingRules', wordsOf(before), wordsOf(rules))
  return rules
}

/** The old and the new rules for the approver, because they decide whether a meeting can decide. */
export async function describeMeetingRules(tx: Tx, _actor: TenantActor, input: Input): Promise<Change | undefined> {
  return describeRules('Bye-laws on meetings', wordsOf(await findMeetingRules(tx)), wordsOf(rulesOf(input)))
}

function rulesOf({ general, special, committee }: Input): Rules {
  return { general: clausesIn(general), special: clausesIn(special), committee: clausesIn(committee) }
}

function clausesIn({ noticeDays, noticeClause, quorumMembers, quorumPercent, quorumClause }: Input['general']) {
  return {
    ...{ noticeDays, quorumMembers, quorumPercent: quorumPercent ?? null },
    noticeClause: noticeClause ?? '',
    quorumClause: quorumClause ?? '',
  }
}

/** With the clauses, so that a change of one of them is recorded and approved too. */
function wordsOf(rules: Rules): [rule: string, text: string][] {
  return meetingGroups.map((group) => [meetingGroupNames[group], ruleText(rules[group])])
}

function ruleText({ noticeDays, noticeClause, quorumClause, ...rule }: MeetingRule): string {
  const notice = noticeDays === 0 ? 'no days of notice' : `${noticeDays} days of notice`
  return `${withClause(notice, noticeClause)}, ${withClause(quorumText(rule), quorumClause)}`
}

function quorumText({ quorumMembers, quorumPercent }: Pick<MeetingRule, 'quorumMembers' | 'quorumPercent'>): string {
  if (quorumPercent !== null) return `quorum ${quorumPercent}% of the active members`
  return quorumMembers === null ? 'no quorum' : `quorum ${quorumMembers}`
}
