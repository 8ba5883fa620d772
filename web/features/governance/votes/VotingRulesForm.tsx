import { useQuery } from '@tanstack/react-query'
import { getVotingRules, updateVotingRules } from '#contract/governance/votes.ts'
import { useState } from 'react'
import { majorities, majorityNames, tieRuleNames, tieRules } from '#domain/governance/votes/words.ts'
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
import type { VotingRules } from './api.ts'

/** What the bye-laws say about votes, each rule with the clause that says so. */
export function VotingRulesForm() {
  const rules = useQuery(query(getVotingRules, {}))
  if (rules.isError) return <LoadProblem title="Failed to load your bye-laws" of={rules} />
  if (!rules.data) return <SkeletonLines lines={6} />
  return (
    <ReadOnlyUnless may="configuration.update">
      <RulesFields rules={rules.data} />
    </ReadOnlyUnless>
  )
}

type ClauseName = 'majorityClause' | 'tieClause' | 'memberForClause' | 'arrearsClause'

function RulesFields({ rules }: { rules: VotingRules }) {
  const [values, setValues] = useState({ ...rules, memberForDays: String(rules.memberForDays) })
  const save = useAction(updateVotingRules)
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const isDays = /^\d{1,4}$/.test(values.memberForDays)
  const refused = fieldErrors(save.error)
  const clause = (name: ClauseName, onChange: (text: string) => void) => (
    <TextField label="Clause" optional maxLength={120} value={values[name]} onChange={onChange} error={refused[name]} />
  )
  return (
    <Form
      className="stack"
      problems={isDays ? save.error : true}
      onSubmit={() => {
        if (isDays)
          save.mutate(
            { ...values, memberForDays: Number(values.memberForDays) },
            toastThen('Bye-laws saved', () => undefined),
          )
      }}
    >
      <ActionProblem error={save.error} title="The bye-laws were not saved" done="saved" />
      <p className="muted">
        Enter what your bye-laws say, with the clause that says it. Votes that are open keep the rules with which they
        were opened.
      </p>
      <div className="row row--fields">
        <Select
          label="Ordinary resolutions need"
          value={values.majority}
          options={optionsOf(majorities, majorityNames)}
          onChange={(majority) => majority && set({ majority })}
        />
        {clause('majorityClause', (majorityClause) => set({ majorityClause }))}
      </div>
      <div className="row row--fields">
        <Select
          label="At a tie"
          value={values.tieRule}
          options={optionsOf(tieRules, tieRuleNames)}
          onChange={(tieRule) => tieRule && set({ tieRule })}
        />
        {clause('tieClause', (tieClause) => set({ tieClause }))}
      </div>
      <div className="row row--fields">
        <TextField
          label="Days of membership before a vote"
          inputMode="numeric"
          maxLength={4}
          value={values.memberForDays}
          onChange={(memberForDays) => set({ memberForDays })}
          error={isDays ? refused['memberForDays'] : 'Enter a whole number of days'}
        />
        {clause('memberForClause', (memberForClause) => set({ memberForClause }))}
      </div>
      <div className="row row--fields">
        <Checkbox
          label="Members in arrears with a loan can’t vote"
          checked={values.arrearsExcluded}
          onChange={(arrearsExcluded) => set({ arrearsExcluded })}
        />
        {clause('arrearsClause', (arrearsClause) => set({ arrearsClause }))}
      </div>
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save bye-laws
        </Button>
      </div>
    </Form>
  )
}
