import { useQuery } from '@tanstack/react-query'
import { listAccountTypes } from '#features/society/configuration/account-types.ts'
import { getDividendRules, updateDividendRules } from '#features/surplus/appropriation/contract.ts'
import { useState } from 'react'
import type { AccountTypeId } from '#core/ids.ts'
import { patronageBases, ruledBases } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import {
  dividendBasisNames,
  type DividendMethod,
  dividendMethodNames,
  dividendMethods,
} from '#features/surplus/appropriation/rules/words.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { ClauseField } from '#ui/parts/ClauseField.tsx'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'
import type { AccountType, DividendRules } from './api.ts'
import { BasisSelect } from './BasisSelect.tsx'
import { HeldSelect } from './HeldSelect.tsx'

/** What the bye-laws say on a dividend, each with the clause that says so; nothing to begin with. */
export function DividendRulesForm() {
  const rules = useQuery(query(getDividendRules, {}))
  const types = useQuery(wholeList(listAccountTypes, {}))
  if (rules.isError) return <LoadProblem title="Failed to load your bye-laws on the dividend" of={rules} />
  if (types.isError) return <LoadProblem title="Failed to load the account types" of={types} />
  if (!rules.data || !types.data) return <SkeletonLines lines={6} />
  return (
    <ReadOnlyUnless may="configuration.update">
      <Rules rules={rules.data} types={types.data} />
    </ReadOnlyUnless>
  )
}

/** As the fields hold it: empty where the bye-laws say nothing. */
function textsOf(rules: DividendRules) {
  const { basis, accountTypeId, method, heldMonths, capPercent, patronageBasis, ...clauses } = rules
  return {
    by: (accountTypeId ?? basis ?? '') as string,
    method: (method ?? '') as DividendMethod | '',
    held: heldMonths === null ? '' : String(heldMonths),
    cap: capPercent === null ? '' : String(capPercent),
    patronage: (patronageBasis ?? '') as (typeof patronageBases)[number] | '',
    ...clauses,
  }
}

function Rules({ rules, types }: { rules: DividendRules; types: readonly AccountType[] }) {
  const { values, edit, forget } = useEdits(textsOf(rules))
  const [tries, setTries] = useState(0)
  const save = useAction(updateDividendRules)
  const refused = fieldErrors(save.error)
  const isCapWrong = values.cap.trim() !== '' && !(Number(values.cap) > 0 && Number(values.cap) <= 100)
  function submit() {
    setTries(tries + 1)
    if (isCapWrong) return
    const summed = ruledBases.find((each) => each === values.by)
    save.mutate(
      {
        basis: values.by === '' ? null : (summed ?? 'balance'),
        accountTypeId: values.by === '' || summed ? null : (values.by as AccountTypeId),
        method: values.method || null,
        heldMonths: values.held === '' ? null : Number(values.held),
        capPercent: values.cap.trim() === '' ? null : Number(values.cap),
        ...{ basisClause: values.basisClause, methodClause: values.methodClause },
        ...{ heldClause: values.heldClause, capClause: values.capClause },
        ...{ patronageBasis: values.patronage || null, patronageClause: values.patronageClause },
      },
      toastThen('Bye-laws on the dividend saved', () => {
        setTries(0)
        forget()
      }),
    )
  }
  return (
    <Form className="stack" onSubmit={submit} problems={tries > 0 && isCapWrong ? tries : save.error}>
      <h3>Bye-laws on the dividend</h3>
      <ActionProblem error={save.error} title="The bye-laws on the dividend were not saved" />
      <p className="muted">
        A dividend starts with these choices, and another choice needs a reason. The highest dividend is a percentage of
        the average balance of those who share; a dividend above it can’t be paid. Nothing is set by law here: confirm
        each with your bye-laws or your Director of Co-operatives.
      </p>
      <div className="row row--fields">
        <BasisSelect
          label="Dividend is shared by"
          types={types}
          optional
          placeholder={eachTime}
          value={values.by}
          onChange={(by) => edit({ by })}
          error={refused['accountTypeId'] ?? refused['basis']}
        />
        <ClauseField value={values.basisClause} onChange={(basisClause) => edit({ basisClause })} />
      </div>
      <div className="row row--fields">
        <Select
          label="Which balance counts"
          optional
          placeholder={eachTime}
          value={values.method}
          options={optionsOf(dividendMethods, dividendMethodNames)}
          onChange={(method) => edit({ method })}
        />
        <ClauseField value={values.methodClause} onChange={(methodClause) => edit({ methodClause })} />
      </div>
      <div className="row row--fields">
        <HeldSelect optional placeholder={eachTime} value={values.held} onChange={(held) => edit({ held })} />
        <ClauseField value={values.heldClause} onChange={(heldClause) => edit({ heldClause })} />
      </div>
      <div className="row row--fields">
        <TextField
          label="Highest dividend, percent a year"
          optional
          inputMode="decimal"
          maxLength={6}
          value={values.cap}
          onChange={(cap) => edit({ cap })}
          error={refused['capPercent'] ?? (tries > 0 && isCapWrong ? 'Enter a percentage up to 100' : undefined)}
        />
        <ClauseField value={values.capClause} onChange={(capClause) => edit({ capClause })} />
      </div>
      <PatronageFields
        basis={values.patronage}
        clause={values.patronageClause}
        error={refused['patronageBasis']}
        onBasis={(patronage) => edit({ patronage })}
        onClause={(patronageClause) => edit({ patronageClause })}
      />
      <div>
        <Button look="primary" type="submit" busy={save.isPending}>
          Save dividend bye-laws
        </Button>
      </div>
    </Form>
  )
}

const eachTime = 'Chosen each time'

/** What a patronage refund is shared by, which is not what the dividend on capital is shared by. */
function PatronageFields({
  basis,
  clause,
  error,
  onBasis,
  onClause,
}: {
  basis: (typeof patronageBases)[number] | ''
  clause: string
  error: string | undefined
  onBasis: (basis: (typeof patronageBases)[number] | '') => void
  onClause: (clause: string) => void
}) {
  return (
    <>
      <div className="row row--fields">
        <Select
          label="Patronage refund is shared by"
          optional
          placeholder={eachTime}
          value={basis}
          options={optionsOf(patronageBases, dividendBasisNames)}
          onChange={onBasis}
          error={error}
        />
        <ClauseField value={clause} onChange={onClause} />
      </div>
      <p className="muted">
        A line of the appropriation is a patronage refund where the name of its account has “patronage” in it.
      </p>
    </>
  )
}
