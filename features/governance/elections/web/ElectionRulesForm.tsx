import { useQuery } from '@tanstack/react-query'
import { getElectionRules, updateElectionRules } from '#features/governance/elections/contract.ts'
import { type ReactNode, useState } from 'react'
import {
  electionTieRuleNames,
  electionTieRules,
  unopposedRuleNames,
  unopposedRules,
} from '#features/governance/elections/rules/words.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ByeLaw, ByeLaws, ByeLawsForm } from '#ui/parts/ByeLawsForm.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { ElectionRules } from './api.ts'

/** What the bye-laws say about elections and terms, each rule with the clause that says so. */
export function ElectionRulesForm() {
  return <ByeLaws of={useQuery(query(getElectionRules, {}))}>{(rules) => <RulesFields rules={rules} />}</ByeLaws>
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
  { name: 'turnoutMin', clause: 'turnoutClause', label: 'Least turnout in percent of the roll', min: 0, max: 100 },
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
    turnoutMin: String(rules.turnoutMin),
  })
  const save = useAction(updateElectionRules)
  const set = (changes: Partial<ElectionRules>) => setValues({ ...values, ...changes })
  const refused = fieldErrors(save.error)
  const isWell = ({ name, min, max }: (typeof numbers)[number]) =>
    /^\d{1,4}$/.test(typed[name]) && Number(typed[name]) >= min && Number(typed[name]) <= max
  const isReady = numbers.every(isWell)
  const withClause = (name: ClauseName, field: ReactNode) => (
    <ByeLaw key={name} clause={values[name]} error={refused[name]} onClause={(text) => set({ [name]: text })}>
      {field}
    </ByeLaw>
  )
  function submit() {
    save.mutate(
      {
        ...values,
        termYears: Number(typed.termYears),
        termsMax: Number(typed.termsMax),
        seconders: Number(typed.seconders),
        memberForDays: Number(typed.memberForDays),
        turnoutMin: Number(typed.turnoutMin),
      },
      toastThen('Bye-laws saved', () => undefined),
    )
  }
  return (
    <ByeLawsForm
      introduction="Enter what your bye-laws say, with the clause that says it. Terms are counted on one post, a by-election as a term; 0 is no limit. A ballot in which fewer than the least turnout vote is not valid and is held again. Elections that are open keep the rules with which they were opened."
      isReady={isReady}
      save={save}
      onSave={submit}
    >
      {numbers.map((field) =>
        withClause(
          field.clause,
          <TextField
            label={field.label}
            inputMode="numeric"
            maxLength={4}
            value={typed[field.name]}
            onChange={(text) => setTyped({ ...typed, [field.name]: text })}
            error={isWell(field) ? refused[field.name] : `Enter a number from ${field.min} to ${field.max}`}
          />,
        ),
      )}
      {withClause(
        'arrearsClause',
        <Checkbox
          label="Members in arrears with a loan can’t be candidates"
          checked={values.arrearsExcluded}
          onChange={(arrearsExcluded) => set({ arrearsExcluded })}
        />,
      )}
      {withClause(
        'unopposedClause',
        <Select
          label="Candidates without an opponent"
          value={values.unopposed}
          options={optionsOf(unopposedRules, unopposedRuleNames)}
          onChange={(unopposed) => unopposed && set({ unopposed })}
        />,
      )}
      {withClause(
        'tieClause',
        <Select
          label="At a tie for the last seat"
          value={values.tieRule}
          options={optionsOf(electionTieRules, electionTieRuleNames)}
          onChange={(tieRule) => tieRule && set({ tieRule })}
        />,
      )}
    </ByeLawsForm>
  )
}
