import { useState } from 'react'
import {
  lawPresets,
  proposedRules,
  typeBySocietyKind,
  typesOfCooperative,
} from '#features/surplus/appropriation/rules/presets.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast.ts'
import type { SurplusRules } from './api.ts'

type Line = { accountId: string; percent: string; isLeast: boolean; clause: string }
export type Filled = { lines: Line[]; directorApproves: boolean }

const named = (each: { key: string; name: string }) => ({ value: each.key, label: each.name })

/** What the law of a State and the type of cooperative would fill in, shown before it is; the officer then saves or not. */
export function SurplusPresets({
  rules,
  lines,
  directorApproves,
  onFill,
}: {
  rules: SurplusRules
  lines: readonly Line[]
  directorApproves: boolean
  onFill: (filled: Filled) => void
}) {
  const [law, setLaw] = useState('')
  const [type, setType] = useState(rules.heads.length === 0 ? (typeBySocietyKind[rules.societyKind] ?? '') : '')
  const proposed = proposedRules(law, type)
  const heads = (proposed?.heads ?? []).map((head) => {
    const account = rules.accounts.find(({ code }) => code === head.code)
    const entered = lines.find(({ accountId }) => accountId === account?.accountId)
    // The law's part goes before what is entered; custom does not.
    return { ...head, account, entered: head.isLeast ? undefined : entered }
  })
  function fill() {
    const filled = heads.flatMap(({ account, entered, percent, isLeast, clause }) =>
      account
        ? [entered ?? { accountId: account.accountId as string, percent: String(percent ?? ''), isLeast, clause }]
        : [],
    )
    const others = lines.filter(
      ({ accountId }) => accountId !== '' && !filled.some((head) => head.accountId === accountId),
    )
    onFill({ lines: [...filled, ...others], directorApproves: proposed?.directorApproves ?? directorApproves })
    setLaw('')
    setType('')
    toast('Filled in. Check the form, then save.')
  }
  return (
    <>
      <div className="row row--fields">
        <Select
          label="Begin with the law of"
          optional
          placeholder="No law"
          value={law}
          options={lawPresets.map(named)}
          onChange={setLaw}
        />
        <Select
          label="Type of cooperative"
          optional
          placeholder="No type"
          value={type}
          options={typesOfCooperative.map(named)}
          onChange={setType}
        />
      </div>
      {proposed && (
        <Banner title="This would be filled in" actions={<Button onClick={fill}>Fill in the form</Button>}>
          <div className="stack">
            <Facts
              items={[
                ...heads.map(({ code, account, entered, percent, isLeast }) => ({
                  label: account ? `${code} ${account.name}` : code,
                  value: !account
                    ? 'Not in your chart of accounts'
                    : entered
                      ? 'Stays as you entered it'
                      : percent === null
                        ? 'As in your bye-laws'
                        : `${isLeast ? 'At least ' : ''}${percent} %`,
                })),
                {
                  label: 'Director of Co-operatives',
                  value: proposed.directorApproves && 'Approves each appropriation',
                },
              ]}
            />
            {proposed.says.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <p>
              The clause of each line says what to confirm. Other lines stay. Nothing is saved until you save the
              bye-laws.
            </p>
          </div>
        </Banner>
      )}
    </>
  )
}
