import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { recordMovement, listPostingAccounts, journalLinesMax } from '#features/savings/transactions/movements.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { journalSums } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { pastDayProblem } from '#core/past-day.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select, type SelectOption } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import './RecordJournal.css'

type Line = { key: number; accountId: AccountId | ''; debit: Kobo | undefined; credit: Kobo | undefined }

const emptyLine = (key: number): Line => ({ key, accountId: '', debit: undefined, credit: undefined })
const isEmpty = ({ accountId, debit, credit }: Line) => accountId === '' && debit === undefined && credit === undefined

const head = (
  <thead>
    <tr>
      <th scope="col">Account</th>
      <th scope="col">Debit</th>
      <th scope="col">Credit</th>
      <th scope="col">
        <span className="visually-hidden">Remove</span>
      </th>
    </tr>
  </thead>
)

/** A journal between the society's own accounts, written like a sheet: lines, two columns, and what is still missing. */
export function RecordJournal({ onClose }: { onClose: () => void }) {
  const [lines, setLines] = useState<Line[]>(() => [0, 1].map(emptyLine))
  const [description, setDescription] = useState('')
  const [occurredOn, setOccurredOn] = useState(todayInLagos() as string)
  const [tries, setTries] = useState(0)
  const accounts = useQuery(query(listPostingAccounts, { use: 'journal' }))
  const record = useAction(recordMovement)
  const options = accounts.data?.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })) ?? []
  const used = lines.filter((line) => !isEmpty(line))
  const sums = journalSums(used.map(({ debit = zeroKobo, credit = zeroKobo }) => ({ debit, credit })))
  const problem = problemOf(used, sums.difference, description, occurredOn)
  const waits = useWillWait('journal', sums.debit)
  const refused = record.error ? fieldErrors(record.error) : {}
  const change = (key: number, changes: Partial<Line>) => {
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...changes } : line)))
    if (record.error) record.reset()
  }
  const add = () =>
    setLines((now) =>
      now.length < journalLinesMax ? [...now, emptyLine(Math.max(...now.map(({ key }) => key)) + 1)] : now,
    )
  // Enter goes to the next line and begins it after the last, as a sheet does; the button alone posts.
  const onKey = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const body = event.currentTarget.parentElement
    if (index === lines.length - 1) flushSync(add)
    body?.querySelectorAll('select')[index + 1]?.focus()
  }
  function submit() {
    setTries(tries + 1)
    if (problem) return
    const sent = used.map(({ accountId, debit = zeroKobo, credit = zeroKobo }) => ({
      accountId: accountId as AccountId,
      debit,
      credit,
    }))
    record.mutate(
      { type: 'journal', description: description.trim(), occurredOn: occurredOn as Day, lines: sent },
      toastThen(
        ({ status, amount }) =>
          status === 'pending'
            ? `Journal of ${moneyText(amount)} sent for approval`
            : `Journal of ${moneyText(amount)} posted`,
        onClose,
      ),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Record journal"
      description="Between the cooperative's own accounts. Members' money moves by deposits, withdrawals and transfers."
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            <Agreement sums={sums} waits={waits} />
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="record-journal" busy={record.isPending}>
            {waits ? 'Send for approval' : problem ? 'Post journal' : `Post ${moneyText(sums.debit)}`}
          </Button>
        </>
      }
    >
      <Form
        id="record-journal"
        className="stack"
        problems={tries > 0 && problem ? tries : record.error}
        onSubmit={submit}
      >
        <ActionProblem error={record.error} title="This was not recorded" />
        {!record.error && tries > 0 && problem && (
          <Banner tone="danger" title="This was not recorded">
            {problem.words}
          </Banner>
        )}
        <TextField
          label="What it is for"
          maxLength={200}
          placeholder="Office rent of June"
          value={description}
          onChange={setDescription}
          error={(tries > 0 && problem?.field === 'description' ? problem.words : undefined) ?? refused['description']}
          data-autofocus
        />
        <DateField
          label="Date"
          max={todayInLagos()}
          value={occurredOn}
          onChange={setOccurredOn}
          error={(tries > 0 && problem?.field === 'occurredOn' ? problem.words : undefined) ?? refused['occurredOn']}
        />
        <table className="journal">
          <caption className="visually-hidden">Lines of the journal</caption>
          {head}
          <tbody>
            {lines.map((line, index) => (
              <JournalLine
                key={line.key}
                line={line}
                at={index}
                options={options}
                refused={refused}
                onKey={(event) => onKey(event, index)}
                onChange={(changes) => change(line.key, changes)}
                onRemove={
                  lines.length > 2 ? () => setLines((now) => now.filter(({ key }) => key !== line.key)) : undefined
                }
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="number">
                <MoneyText amount={sums.debit} />
              </td>
              <td className="number">
                <MoneyText amount={sums.credit} />
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
        <div>
          <Button icon={Plus} onClick={add}>
            Add line
          </Button>
        </div>
      </Form>
    </Drawer>
  )
}

function Agreement({ sums: { debit, difference }, waits }: { sums: ReturnType<typeof journalSums>; waits: boolean }) {
  if (difference !== 0n)
    return (
      <>
        <strong className="number">{moneyText((difference > 0n ? difference : -difference) as Kobo)}</strong>{' '}
        {difference > 0n ? 'credit' : 'debit'} is missing.
      </>
    )
  return debit === 0n ? (
    <span className="muted">Debits and credits have to agree.</span>
  ) : (
    <>Debits and credits agree.{waits && ' Another officer approves the journal before it is posted.'}</>
  )
}

function JournalLine({
  line,
  at,
  options,
  refused,
  onKey,
  onChange,
  onRemove,
}: {
  line: Line
  at: number
  options: readonly SelectOption<AccountId>[]
  refused: Record<string, string>
  onKey: (event: KeyboardEvent<HTMLTableRowElement>) => void
  onChange: (changes: Partial<Line>) => void
  onRemove: (() => void) | undefined
}) {
  return (
    <tr onKeyDown={onKey}>
      <td>
        <Select
          hideLabel
          label={`Account of line ${at + 1}`}
          value={line.accountId}
          placeholder="Choose the account"
          options={options}
          onChange={(accountId) => onChange({ accountId })}
          error={refused[`lines.${at}.accountId`]}
        />
      </td>
      <td>
        <MoneyField
          hideLabel
          label={`Debit of line ${at + 1}`}
          value={line.debit}
          onChange={(debit) => onChange({ debit })}
          disabled={line.credit !== undefined}
          error={refused[`lines.${at}.debit`]}
        />
      </td>
      <td>
        <MoneyField
          hideLabel
          label={`Credit of line ${at + 1}`}
          value={line.credit}
          onChange={(credit) => onChange({ credit })}
          disabled={line.debit !== undefined}
        />
      </td>
      <td>
        <IconButton icon={Trash2} label={`Remove line ${at + 1}`} disabled={!onRemove} onClick={onRemove} />
      </td>
    </tr>
  )
}

/** The first thing that keeps it from being posted. */
function problemOf(
  lines: readonly Line[],
  difference: Kobo,
  description: string,
  occurredOn: string,
): { field?: string; words: string } | undefined {
  if (description.trim() === '') return { field: 'description', words: 'Say what this journal is for.' }
  const date = pastDayProblem(occurredOn, todayInLagos())
  if (date !== undefined) return { field: 'occurredOn', words: date }
  if (lines.length < 2) return { words: 'A journal has at least two lines.' }
  const unfinished = lines.findIndex(
    ({ accountId, debit, credit }) => accountId === '' || ((debit ?? zeroKobo) <= 0n && (credit ?? zeroKobo) <= 0n),
  )
  if (unfinished !== -1)
    return { words: `Line ${unfinished + 1}: choose the account and enter an amount under debit or under credit.` }
  if (difference === 0n) return undefined
  return {
    words: `Enter ${moneyText((difference > 0n ? difference : -difference) as Kobo)} more ${difference > 0n ? 'credit' : 'debit'}, so that both agree.`,
  }
}
