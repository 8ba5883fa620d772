import { useQuery } from '@tanstack/react-query'
import { getVotingRules, updateVotingRules } from '#features/governance/votes/contract.ts'
import { type ReactNode, useState } from 'react'
import { majorities, majorityNames, tieRuleNames, tieRules } from '#features/governance/votes/rules/words.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ByeLaw, ByeLaws, ByeLawsForm } from '#ui/parts/ByeLawsForm.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { VotingRules } from './api.ts'

/** What the bye-laws say about votes, each rule with the clause that says so. */
export function VotingRulesForm() {
  return <ByeLaws of={useQuery(query(getVotingRules, {}))}>{(rules) => <RulesFields rules={rules} />}</ByeLaws>
}

type ClauseName = 'majorityClause' | 'tieClause' | 'memberForClause' | 'arrearsClause'

function RulesFields({ rules }: { rules: VotingRules }) {
  const [values, setValues] = useState({ ...rules, memberForDays: String(rules.memberForDays) })
  const save = useAction(updateVotingRules)
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const isDays = /^\d{1,4}$/.test(values.memberForDays)
  const refused = fieldErrors(save.error)
  const withClause = (name: ClauseName, field: ReactNode) => (
    <ByeLaw clause={values[name]} error={refused[name]} onClause={(text) => set({ [name]: text })}>
      {field}
    </ByeLaw>
  )
  return (
    <ByeLawsForm
      introduction="Enter what your bye-laws say, with the clause that says it. Votes that are open keep the rules with which they were opened. Members vote in person; Ajose counts no proxies."
      isReady={isDays}
      save={save}
      onSave={() =>
        save.mutate(
          { ...values, memberForDays: Number(values.memberForDays) },
          toastThen('Bye-laws saved', () => undefined),
        )
      }
    >
      {withClause(
        'majorityClause',
        <Select
          label="Ordinary resolutions need"
          value={values.majority}
          options={optionsOf(majorities, majorityNames)}
          onChange={(majority) => majority && set({ majority })}
        />,
      )}
      {withClause(
        'tieClause',
        <Select
          label="At a tie"
          value={values.tieRule}
          options={optionsOf(tieRules, tieRuleNames)}
          onChange={(tieRule) => tieRule && set({ tieRule })}
        />,
      )}
      {withClause(
        'memberForClause',
        <TextField
          label="Days of membership before a vote"
          hint="From the day on which the society recorded the member here. Where most members were recorded more recently, one day counts."
          inputMode="numeric"
          maxLength={4}
          value={values.memberForDays}
          onChange={(memberForDays) => set({ memberForDays })}
          error={isDays ? refused['memberForDays'] : 'Enter a whole number of days'}
        />,
      )}
      {withClause(
        'arrearsClause',
        <Checkbox
          label="Members in arrears with a loan can’t vote"
          checked={values.arrearsExcluded}
          onChange={(arrearsExcluded) => set({ arrearsExcluded })}
        />,
      )}
    </ByeLawsForm>
  )
}
