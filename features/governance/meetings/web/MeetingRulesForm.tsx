import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getMeetingRules, updateMeetingRules } from '#features/governance/meetings/meeting-rules.ts'
import {
  type MeetingGroup,
  meetingGroupNames,
  meetingGroups,
  noticeDaysMax,
  quorumByRule,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ByeLaw, ByeLaws, ByeLawsForm } from '#ui/parts/ByeLawsForm.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { countText, plural } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { MeetingRules } from './api.ts'

/** What the bye-laws say about meetings, each rule with the clause that says so. */
export function MeetingRulesForm() {
  return <ByeLaws of={useQuery(query(getMeetingRules, {}))}>{(rules) => <RulesFields rules={rules} />}</ByeLaws>
}

const quorumKinds = ['none', 'members', 'percent'] as const
type QuorumKind = (typeof quorumKinds)[number]
const quorumKindNames: Record<QuorumKind, string> = {
  none: 'None',
  members: 'A number of members',
  percent: 'A percentage of the active members',
}
/** Who sits on a committee is not known, so that there is no percentage of them. */
const kindsOf = (group: MeetingGroup) => (group === 'committee' ? quorumKinds.slice(0, 2) : quorumKinds)

type Typed = { noticeDays: string; noticeClause: string; kind: QuorumKind; quorum: string; quorumClause: string }

function typedOf({
  noticeDays,
  noticeClause,
  quorumMembers,
  quorumPercent,
  quorumClause,
}: MeetingRules['general']): Typed {
  const quorum = quorumMembers ?? quorumPercent
  const kind = quorumMembers !== null ? 'members' : quorumPercent !== null ? 'percent' : 'none'
  return {
    noticeDays: String(noticeDays),
    noticeClause,
    kind,
    quorum: quorum === null ? '' : String(quorum),
    quorumClause,
  }
}

/** What is wrong with a field, or undefined. */
function problemsOf({ noticeDays, kind, quorum }: Typed): { noticeDays?: string; quorum?: string } {
  const isDays = /^\d{1,2}$/.test(noticeDays.trim()) && Number(noticeDays) <= noticeDaysMax
  const isQuorum =
    kind === 'none' ||
    (kind === 'members'
      ? /^[1-9]\d{0,4}$/.test(quorum.trim())
      : /^\d{1,3}(?:\.\d{1,2})?$/.test(quorum.trim()) && Number(quorum) > 0 && Number(quorum) <= 100)
  return {
    ...(isDays ? {} : { noticeDays: `Enter a whole number of days from 0 to ${noticeDaysMax}` }),
    ...(isQuorum
      ? {}
      : {
          quorum:
            kind === 'members'
              ? 'Enter a whole number of members'
              : 'Enter a percentage up to 100, with at most two decimals',
        }),
  }
}

function ruleOf({ noticeDays, noticeClause, kind, quorum, quorumClause }: Typed) {
  return {
    noticeDays: Number(noticeDays),
    quorumMembers: kind === 'members' ? Number(quorum) : null,
    quorumPercent: kind === 'percent' ? Number(quorum) : null,
    noticeClause,
    quorumClause,
  }
}

function RulesFields({ rules }: { rules: MeetingRules }) {
  const [values, setValues] = useState<Record<MeetingGroup, Typed>>({
    general: typedOf(rules.general),
    special: typedOf(rules.special),
    committee: typedOf(rules.committee),
  })
  const save = useAction(updateMeetingRules)
  const isReady = meetingGroups.every((group) => Object.keys(problemsOf(values[group])).length === 0)
  const refused = fieldErrors(save.error)
  function submit() {
    const { quorumPercent: _, ...committee } = ruleOf(values.committee)
    save.mutate(
      { general: ruleOf(values.general), special: ruleOf(values.special), committee },
      toastThen('Bye-laws saved', () => undefined),
    )
  }
  return (
    <ByeLawsForm
      introduction="Enter what your bye-laws say, with the clause that says it. New meetings follow it; a notice that was sent keeps its days and its quorum. Days are calendar days before the day of the meeting; 0 is no rule."
      isReady={isReady}
      save={save}
      onSave={submit}
    >
      {meetingGroups.map((group) => (
        <GroupFields
          key={group}
          group={group}
          typed={values[group]}
          refused={(field) => refused[`${group}.${field}`]}
          activeMembers={rules.activeMembers}
          onType={(changes) => setValues({ ...values, [group]: { ...values[group], ...changes } })}
        />
      ))}
      <p className="muted">Members vote in person; Ajose counts no proxies.</p>
    </ByeLawsForm>
  )
}

function GroupFields({
  group,
  typed,
  refused,
  activeMembers,
  onType,
}: {
  group: MeetingGroup
  typed: Typed
  refused: (field: string) => string | undefined
  activeMembers: number
  onType: (changes: Partial<Typed>) => void
}) {
  const problems = problemsOf(typed)
  const hint = hintOf(typed, activeMembers)
  return (
    <section className="stack" aria-label={meetingGroupNames[group]}>
      <h2>{meetingGroupNames[group]}</h2>
      <ByeLaw
        clause={typed.noticeClause}
        error={refused('noticeClause')}
        onClause={(noticeClause) => onType({ noticeClause })}
      >
        <TextField
          label="Days of notice"
          inputMode="numeric"
          maxLength={2}
          value={typed.noticeDays}
          onChange={(noticeDays) => onType({ noticeDays })}
          error={problems.noticeDays ?? refused('noticeDays')}
        />
      </ByeLaw>
      <ByeLaw
        clause={typed.quorumClause}
        error={refused('quorumClause')}
        onClause={(quorumClause) => onType({ quorumClause })}
      >
        <Select
          label="Quorum"
          value={typed.kind}
          options={optionsOf(kindsOf(group), quorumKindNames)}
          onChange={(kind) => kind && onType({ kind, quorum: '' })}
        />
        {typed.kind !== 'none' && (
          <TextField
            label={typed.kind === 'members' ? 'Members' : 'Percent'}
            inputMode={typed.kind === 'members' ? 'numeric' : 'decimal'}
            maxLength={6}
            value={typed.quorum}
            onChange={(quorum) => onType({ quorum })}
            error={
              (typed.quorum === '' ? undefined : problems.quorum) ??
              refused(typed.kind === 'members' ? 'quorumMembers' : 'quorumPercent')
            }
          />
        )}
      </ByeLaw>
      {hint !== undefined && <p className="muted">{hint}</p>}
    </section>
  )
}

/** What a percentage comes to today. */
function hintOf(typed: Typed, activeMembers: number): string | undefined {
  if (typed.kind !== 'percent' || typed.quorum === '' || problemsOf(typed).quorum) return undefined
  const { quorum } = quorumByRule(ruleOf(typed), activeMembers)
  return `Today ${countText(quorum ?? 0)} of ${plural(activeMembers, 'active member')}.`
}
