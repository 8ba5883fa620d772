import { useQuery } from '@tanstack/react-query'
import { getSurplusRules, updateSurplusRules } from '#features/surplus/appropriation/contract.ts'
import { Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { statutoryReserveCode } from '#features/accounting/books/rules/chart.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { ByeLaws } from '#ui/parts/ByeLawsForm.tsx'
import { ClauseField } from '#ui/parts/ClauseField.tsx'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { SurplusRules } from './api.ts'
import { type Filled, SurplusPresets } from './SurplusPresets.tsx'

/** What the bye-laws give of a surplus, in percent of it, each with the clause that says so. */
export function SurplusRulesForm() {
  return <ByeLaws of={useQuery(query(getSurplusRules, {}))}>{(rules) => <Heads rules={rules} />}</ByeLaws>
}

type Account = SurplusRules['accounts'][number]
type Line = { key: number; accountId: string; percent: string; isLeast: boolean; clause: string }

/** To begin with: the law asks for a reserve, and how much of it is not the same in every State. */
function firstLines(accounts: readonly Account[]): Omit<Line, 'key'>[] {
  const reserve = accounts.find(({ code }) => code === statutoryReserveCode)
  return reserve
    ? [
        {
          accountId: reserve.accountId,
          percent: '25',
          isLeast: true,
          clause: 'Confirm with your Director of Co-operatives',
        },
      ]
    : []
}

function Heads({ rules }: { rules: SurplusRules }) {
  const [lines, setLines] = useState<Line[]>(() =>
    (rules.heads.length > 0
      ? rules.heads.map(({ accountId, percent, isLeast, clause }) => ({
          ...{ accountId: accountId as string, isLeast, clause },
          percent: String(percent),
        }))
      : firstLines(rules.accounts)
    ).map((line, key) => ({ key, ...line })),
  )
  const [directorApproves, setDirectorApproves] = useState(rules.directorApproves)
  const [tries, setTries] = useState(0)
  const save = useAction(updateSurplusRules)
  const refused = fieldErrors(save.error)
  const isWhole = lines.every(({ accountId, percent }) => accountId !== '' && Number(percent) > 0)
  const change = (key: number, changes: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  function fill(filled: Filled) {
    setLines(filled.lines.map((line, key) => ({ key, ...line })))
    setDirectorApproves(filled.directorApproves)
  }
  function submit() {
    setTries(tries + 1)
    if (!isWhole) return
    const heads = lines.map(({ accountId, percent, isLeast, clause }) => ({
      accountId: accountId as AccountId,
      percent: Number(percent),
      isLeast,
      clause,
    }))
    save.mutate(
      { heads, directorApproves },
      toastThen('Bye-laws saved', () => setTries(0)),
    )
  }
  const given = lines.reduce((sum, { percent }) => sum + Math.round(Number(percent || 0) * 100), 0) / 100
  return (
    <Form className="stack" onSubmit={submit} problems={tries > 0 && !isWhole ? tries : save.error}>
      <ActionProblem error={save.error} title="The bye-laws were not saved" />
      <SurplusPresets rules={rules} lines={lines} directorApproves={directorApproves} onFill={fill} />
      <p className="muted">
        Enter what your bye-laws give of the surplus to each fund, and what of it is dividend. The rest is carried
        forward.
      </p>
      {lines.map((line, index) => (
        <div className="row row--fields" key={line.key}>
          <Select
            label="Goes to"
            placeholder="Choose the account"
            value={line.accountId}
            options={rules.accounts.map(({ accountId, code, name }) => ({
              value: accountId as string,
              label: `${code} ${name}`,
            }))}
            onChange={(accountId) => change(line.key, { accountId })}
            error={
              refused[`heads.${index}.accountId`] ??
              (tries > 0 && line.accountId === '' ? 'Choose the account' : undefined)
            }
          />
          <TextField
            label="Percent of the surplus"
            inputMode="decimal"
            maxLength={6}
            value={line.percent}
            onChange={(percent) => change(line.key, { percent })}
            error={
              refused[`heads.${index}.percent`] ??
              (tries > 0 && !(Number(line.percent) > 0) ? 'Enter a percentage above zero' : undefined)
            }
          />
          <ClauseField value={line.clause} onChange={(clause) => change(line.key, { clause })} />
          <Checkbox label="At least" checked={line.isLeast} onChange={(isLeast) => change(line.key, { isLeast })} />
          <IconButton
            icon={Trash2}
            label="Remove"
            onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={Plus}
          onClick={() =>
            setLines([
              ...lines,
              {
                key: Math.max(-1, ...lines.map(({ key }) => key)) + 1,
                ...{ accountId: '', percent: '', isLeast: false, clause: '' },
              },
            ])
          }
        >
          Add an account
        </Button>
      </div>
      <p aria-live="polite">
        {given} % is given, {Math.max(0, Math.round((100 - given) * 100) / 100)} % is carried forward.
      </p>
      <Checkbox
        label="The Director of Co-operatives approves each appropriation"
        checked={directorApproves}
        onChange={setDirectorApproves}
      />
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save bye-laws
        </Button>
      </div>
    </Form>
  )
}
