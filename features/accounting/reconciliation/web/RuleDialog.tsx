import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId } from '#core/ids.ts'
import { changeBankRule, type listBankRules } from '#features/accounting/reconciliation/recorded-lines.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import { becomesOf, kindsOf, newPart, PartFields, partProblems } from './PartFields.tsx'

/** Changes by which words a rule knows a line, and what such a line becomes. */
export function RuleDialog({
  accountId,
  rule: { id: ruleId, words, cameIn, title },
  onClose,
}: {
  accountId: AccountId
  rule: Replied<typeof listBankRules>[number]
  onClose: () => void
}) {
  const [text, setText] = useState(words.join(' '))
  const [isOther, setOther] = useState(false)
  const [part, setPart] = useState(() => newPart(kindsOf(cameIn)[0] ?? 'expense'))
  const change = useAction(changeBankRule)
  const tried = useTried(change, {
    ...(text.trim() === '' && { words: 'Enter at least one word' }),
    ...(isOther &&
      Object.fromEntries(Object.entries(partProblems(part)).map(([field, problem]) => [`becomes.${field}`, problem]))),
  })
  const touched = () => change.error && change.reset()
  return (
    <FormDialog
      id="change-rule"
      title="Change the rule"
      description={`${title}, now`}
      tried={tried}
      failed="This rule was not saved"
      button="Save rule"
      onSubmit={() =>
        change.mutate(
          { accountId, ruleId, words: text, ...(isOther && { becomes: becomesOf(part) }) },
          toastThen('Rule saved', onClose),
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Words that a line has"
        hint="A line needs all of them. Numbers, months and names of banks are left out."
        maxLength={200}
        value={text}
        onChange={(next) => {
          setText(next)
          touched()
        }}
        error={tried.shown['words']}
        data-autofocus
      />
      <Checkbox label="Such a line becomes something else" checked={isOther} onChange={setOther} />
      {isOther && (
        <PartFields
          accountId={accountId}
          cameIn={cameIn}
          part={part}
          onChange={(changes) => {
            setPart((now) => ({ ...now, ...changes }))
            touched()
          }}
          shown={Object.fromEntries(
            Object.entries(tried.shown).map(([field, problem]) => [field.replace('becomes.', ''), problem]),
          )}
        />
      )}
    </FormDialog>
  )
}
