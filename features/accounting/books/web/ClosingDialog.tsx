import { useState } from 'react'
import { reverseClosing, reopenBooks, lockBooks } from '#features/accounting/books/books-closing.ts'
import { addDays, type Day, isDay } from '#core/calendar.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { type BooksState, type ClosingAct, closedYearEnd } from './closing-api.ts'

/** Says in one sentence what will happen, asks what is needed for it, and does it. */
export function ClosingDialog({ act, state, onClose }: { act: ClosingAct; state: BooksState; onClose: () => void }) {
  const yesterday = addDays(todayInLagos(), -1)
  const [day, setDay] = useState<string>(act.kind === 'lock' ? yesterday : (closedYearEnd(state) ?? ''))
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const [lock, reopen, reverse] = [useAction(lockBooks), useAction(reopenBooks), useAction(reverseClosing)]
  const action = { lock, reopen, reverse }[act.kind]
  const words = wordsOf(act, state)
  const closedEnd = closedYearEnd(state)
  const wantsReason = act.kind === 'reopen' || act.kind === 'reverse'
  const problems = {
    reason: wantsReason && reason.trim() === '' ? 'Give the reason' : undefined,
    day: act.kind === 'lock' && !isDay(day) ? 'Choose a day' : undefined,
  }
  const errors = fieldErrors(action.error)
  const isWrong = problems.reason !== undefined || problems.day !== undefined
  function submit() {
    setTries(tries + 1)
    if (isWrong) return
    const onSuccess = () => {
      toast.success(words.done)
      onClose()
    }
    if (act.kind === 'lock') lock.mutate({ through: day as Day }, { onSuccess })
    else if (act.kind === 'reopen') reopen.mutate({ through: isDay(day) ? day : null, reason }, { onSuccess })
    else reverse.mutate({ yearEnd: act.year.to, reason }, { onSuccess })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.says}
      actions={
        <CancelOr
          onCancel={onClose}
          look={wantsReason ? 'danger' : 'primary'}
          type="submit"
          form="closing"
          busy={action.isPending}
        >
          {state.officers > 1 && act.kind === 'reverse' ? 'Send for approval' : words.button}
        </CancelOr>
      }
    >
      <Form id="closing" className="stack" onSubmit={submit} problems={tries > 0 && isWrong ? tries : action.error}>
        {action.error && !errors['through'] && !errors['reason'] && (
          <RefusedBanner error={action.error} title="Nothing was changed" />
        )}
        {act.kind === 'lock' && (
          <DateField
            label="Lock through"
            max={yesterday}
            value={day}
            onChange={setDay}
            error={(tries > 0 ? problems.day : undefined) ?? errors['through']}
            data-autofocus
          />
        )}
        {act.kind === 'reopen' && (
          <DateField
            label="Keep locked through"
            optional={closedEnd === undefined}
            hint={
              closedEnd
                ? `The year to ${dayText(closedEnd)} is closed and stays locked.`
                : 'Left empty, all of the books are open.'
            }
            min={closedEnd}
            max={state.closedThrough ? addDays(state.closedThrough, -1) : undefined}
            value={day}
            onChange={setDay}
            error={errors['through']}
          />
        )}
        {wantsReason && (
          <TextField
            label="Reason"
            maxLength={500}
            value={reason}
            onChange={setReason}
            error={(tries > 0 ? problems.reason : undefined) ?? errors['reason']}
            data-autofocus
          />
        )}
      </Form>
    </Dialog>
  )
}

function wordsOf(
  act: ClosingAct,
  { officers, closedThrough }: BooksState,
): { title: string; says: string; button: string; done: string } {
  switch (act.kind) {
    case 'lock':
      return {
        title: 'Lock the books',
        says: 'Nothing dated on that day or before can be posted any more. Reports stay as they are.',
        button: 'Lock',
        done: 'Books locked',
      }
    case 'reopen': {
      const who = officers > 1 ? ' With two or more officers, another one does this than who locked.' : ''
      return {
        title: 'Reopen the books',
        says: `They are locked through ${closedThrough ? dayText(closedThrough) : ''}. Your name and reason stay on record.${who}`,
        button: 'Reopen',
        done: 'Books reopened',
      }
    }
    case 'reverse':
      return {
        title: `Reverse the closing of ${dayText(act.year.to)}`,
        says: `An entry dated ${dayText(act.year.to)} puts income and expenditure back, and the year is open again. Both entries stay in the books.`,
        button: 'Reverse closing',
        done: 'Closing reversed',
      }
  }
}
