import { type ReactNode, useState } from 'react'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { askForChange } from '#features/members/requests/contract.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { Action } from '#ui/api/use-action.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import * as strings from './strings.ts'

/** What both forms share: the words to the officers, sending, and what was in the way. */
export function AskDrawer({
  title,
  ask,
  change,
  missing,
  fields,
  onClose,
  children,
}: {
  title: string
  ask: Action<typeof askForChange>
  change: Omit<Parsed<typeof askForChange>, 'note'>
  /** Whether something has to be filled in first. */
  missing: boolean
  /** The fields beside which a refusal is shown; any other is above the form. */
  fields: readonly string[]
  onClose: () => void
  /** Hears whether it was tried to send. */
  children: (tried: boolean) => ReactNode
}) {
  const [note, setNote] = useState('')
  const [tries, setTries] = useState(0)
  const isBeside = Object.keys(fieldErrors(ask.error)).some((field) => fields.includes(field))

  function submit() {
    setTries(tries + 1)
    if (missing) return
    ask.mutate({ ...change, note: note.trim() || undefined }, toastThen(strings.sentAnOfficerAnswersAnd, onClose))
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={title}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="ask-for-change" busy={ask.isPending}>
          {strings.sendToTheOfficers}
        </CancelOr>
      }
    >
      <Form id="ask-for-change" className="stack" problems={tries > 0 && missing ? tries : ask.error} onSubmit={submit}>
        <ActionProblem error={ask.error} title={strings.thisWasNotSent} isBeside={isBeside} />
        {children(tries > 0)}
        <TextAreaField
          label={strings.anythingTheOfficersShouldKnow}
          name="note"
          optional
          maxLength={300}
          rows={2}
          value={note}
          onChange={setNote}
          error={fieldErrors(ask.error)['note']}
        />
        <p className="muted">{strings.nothingChangesUntilAnOfficer}</p>
      </Form>
    </Drawer>
  )
}
