import { useQuery } from '@tanstack/react-query'
import { getElectionRules, updateElectionRules } from '#contract/governance/elections.ts'
import { useState } from 'react'
import {
  electionTieRuleNames,
  electionTieRules,
  unopposedRuleNames,
  unopposedRules,
} from '#domain/governance/elections/words.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { ActionProblem } from '#web/ui/ActionProblem.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#web/ui/ReadOnlyUnless.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'
import type { ElectionRules } from './api.ts'

/** What the bye-laws say about elections and terms, each rule with the clause that says so. */
export function ElectionRulesForm() {
  const rules = useQuery(query(getElectionRules, {}))
  if (rules.isError) return <LoadProblem title="Failed to load your bye-laws" of={rules} />
  if (!rules.data) return <SkeletonLines lines={6} />
  return (
    <ReadOnlyUnless may="configuration.update">
      <RulesFields rules={rules.data} />
    </ReadOnlyUnless>
  )
}

const numbers = [
  { name: 'termYears', clause: 'termClause', label: 'Years of a term', min: 1, max: 10 },
  { name: 'termsMax', clause: 'termsClause', label: 'Most consecutive terms', min: 0, max: 10 },
  { name: 'seconders', clause: 'secondersClause', label: 'Seconders of a candidate', min: 0, max: 20 },
  {
    name: 'memberForDays',
    clause: 'memberForClause',
    label: 'Days of membership before a candidacy',
    min: 0,
    max: 3650,
  },
] as const
type NumberName = (typeof numbers)[number]['name']
type ClauseName = {
  [Name in keyof ElectionRules]: Name extends `${string}Clause` ? Name : never
}[keyof ElectionRules]

function RulesFields({ rules }: { rules: ElectionRules }) {
  const [values, setValues] = useState(rules)
  const [typed, setTyped] = useState<Record<NumberName, string>>({
    termYears: String(rules.termYears),
    termsMax: String(rules.termsMax),
    seconders: String(rules.seconders),
    memberForDays: String(rules.memberForDays),
  })
  const save = useAction(updateElectionRules)
  const set = (changes: Partial<ElectionRules>) => setValues({ ...values, ...changes })
  const refused = fieldErrors(save.error)
  const isWell = ({ name, min, max }: (typeof numbers)[number]) =>
    /^\d{1,4}$/.test(typed[name]) && Number(typed[name]) >= min && Number(typed[name]) <= max
  const isReady = numbers.every(isWell)
  const clause = (name: ClauseName) => (
    <TextField
      label="Clause"
      optional
      maxLength={120}
      value={values[name]}
      onChange={(text) => set({ [name]: text })}
      error={refused[name]}
    />
  )
  return (
    <Form
      className="stack"
      problems={isReady ? save.error : true}
      onSubmit={() => {
        if (isReady)
          save.mutate(
            {
              ...values,
              termYears: Number(typed.termYears),
              termsMax: Number(typed.termsMax),
              seconders: Number(typed.seconders),
              memberForDays: Number(typed.memberForDays),
            },
            toastThen('Bye-laws saved', () => undefined),
          )
      }}
    >
      <ActionProblem error={save.error} title="The bye-laws were not saved" done="saved" />
      <p className="muted">
        Enter what your bye-laws say, with the clause that says it. Terms are counted on one post, a by-election as a
        term; 0 is no limit. Elections that are open keep the rules with which they were opened.
      </p>
      {numbers.map((field) => (
        <div key={field.name} className="row row--fields">
          <TextField
            label={field.label}
            inputMode="numeric"
            maxLength={4}
            value={typed[field.name]}
            onChange={(text) => setTyped({ ...typed, [field.name]: text })}
            error={isWell(field) ? refused[field.name] : `Enter a number from ${field.min} to ${field.max}`}
          />
          {clause(field.clause)}
        </div>
      ))}
      <div className="row row--fields">
        <Checkbox
          label="Members in arrears with a loan can’t be candidates"
          checked={values.arrearsExcluded}
          onChange={(arrearsExcluded) => set({ arrearsExcluded })}
        />
        {clause('arrearsClause')}
      </div>
      <div className="row row--fields">
        <Select
          label="Candidates without an opponent"
          value={values.unopposed}
          options={optionsOf(unopposedRules, unopposedRuleNames)}
          onChange={(unopposed) => unopposed && set({ unopposed })}
        />
        {clause('unopposedClause')}
      </div>
      <div className="row row--fields">
        <Select
          label="At a tie for the last seat"
          value={values.tieRule}
          options={optionsOf(electionTieRules, electionTieRuleNames)}
          onChange={(tieRule) => tieRule && set({ tieRule })}
        />
        {clause('tieClause')}
      </div>
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save bye-laws
        </Button>
      </div>
    </Form>
  )
}
