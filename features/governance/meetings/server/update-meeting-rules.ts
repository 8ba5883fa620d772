import { withClause } from '#core/clause.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { describeRules, recordRules } from '#features/access/change-requests/server/describe-rules.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import * as contract from '#features/governance/meetings/meeting-rules.ts'
import {
  type MeetingGroup,
  meetingGroupNames,
  meetingGroups,
  type MeetingRule,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import { findMeetingRules } from './reads.ts'
import { replaceMeetingRules } from './writes.ts'

type Rules = Record<MeetingGroup, MeetingRule>

/** The approver reads the old and the new rules, because they decide whether a meeting can decide. */
export const updateMeetingRules = waitingAction(
  contract.updateMeetingRules,
  async ({ tx }, input) =>
    describeRules('Bye-laws on meetings', wordsOf(await findMeetingRules(tx)), wordsOf(rulesOf(input))),
  async ({ tx, actor }, input) => {
    const before = await findMeetingRules(tx)
    const rules = rulesOf(input)
    await replaceMeetingRules(tx, rules)
    recordRules(tx, actor, 'meetingRules', wordsOf(before), wordsOf(rules))
    return rules
  },
)

type Entered = Parsed<typeof contract.updateMeetingRules>

function rulesOf({ general, special, committee }: Entered): Rules {
  return { general: clausesIn(general), special: clausesIn(special), committee: clausesIn(committee) }
}

function clausesIn({ noticeDays, noticeClause, quorumMembers, quorumPercent, quorumClause }: Entered['general']) {
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
