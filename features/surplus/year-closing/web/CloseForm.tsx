import { closeYear } from '#features/accounting/books/books-closing.ts'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { ClosingItem, YearClosing } from './api.ts'

/** Asks a reason for each thing that stays open, and closes the year. */
export function CloseForm({ year, open }: { year: YearClosing; open: readonly ClosingItem[] }) {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const [tries, setTries] = useState(0)
  const close = useAction(closeYear)
  const reasonOf = (key: string) => (reasons[key] ?? '').trim()
  const isWhole = open.every(({ key }) => reasonOf(key) !== '')
  function submit() {
    setTries(tries + 1)
    if (!isWhole) return
    close.mutate(
      { yearEnd: year.yearEnd, accepted: open.map(({ key }) => ({ item: key, reason: reasonOf(key) })) },
      toastThen('Year closed', () => setTries(0)),
    )
  }
  return (
    <Card
      className="stack"
      title="Close the year"
      description={`An entry dated ${dayText(year.yearEnd)} moves what is on income and expenditure to Undistributed surplus: ${moneyText(year.surplus)}. The books are locked through that day; to change the year afterwards, the closing is reversed.`}
    >
      <Form className="stack" onSubmit={submit} problems={tries > 0 && !isWhole ? tries : undefined}>
        <ActionProblem error={close.error} title="The year was not closed" />
        {open.length > 0 && (
          <p>Complete what is open, or give the reason for closing the year without it. The reasons stay on record.</p>
        )}
        {open.map(({ key, name, found }) => (
          <TextField
            key={key}
            label={`Reason: ${name}`}
            hint={found}
            maxLength={500}
            value={reasons[key] ?? ''}
            onChange={(reason) => setReasons({ ...reasons, [key]: reason })}
            error={tries > 0 && reasonOf(key) === '' ? 'Give the reason' : undefined}
          />
        ))}
        <div>
          <Button needs="books.manage" look="primary" type="submit" busy={close.isPending}>
            {year.officers > 1 ? 'Send for approval' : 'Close year'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
