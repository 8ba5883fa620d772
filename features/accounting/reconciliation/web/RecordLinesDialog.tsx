import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { sumKobo } from '#core/money.ts'
import { recordedTogetherMax, recordLines } from '#features/accounting/reconciliation/recorded-lines.ts'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateText } from '#ui/DateText.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { MoneyText } from '#ui/MoneyText.tsx'
import './RecordLinesDialog.css'
import { toast } from '#ui/toast.ts'
import type { BankLine } from './api.ts'
import { becomesOf, filledPart, kindsOf, newPart, PartFields, partProblems } from './PartFields.tsx'

/** Records lines of the bank as one thing, such as ten charges: each is a voucher of its own on its own day. */
export function RecordLinesDialog({
  accountId,
  lines,
  onDone,
  onClose,
}: {
  accountId: AccountId
  lines: readonly BankLine[]
  onDone: () => void
  onClose: () => void
}) {
  const cameIn = lines.some(({ amount }) => amount > 0n)
  const mixed = cameIn && lines.some(({ amount }) => amount < 0n)
  const narration = lines[0]?.narration ?? ''
  const accounts = useQuery(query(listPostingAccounts, {}))
  const [part, setPart] = useState(() => newPart(kindsOf(cameIn)[0] ?? 'expense'))
  const record = useAction(recordLines)
  const filled = filledPart(part, narration, accounts.data)
  const tried = useTried(record, partProblems(filled))
  const count = plural(lines.length, 'line', 'lines')
  const why = mixed
    ? 'Some of these lines came in and some went out. Tick lines of one kind.'
    : lines.length > recordedTogetherMax
      ? `Tick at most ${recordedTogetherMax} lines.`
      : undefined
  return (
    <FormDialog
      id="record-lines"
      title={`Record ${count}`}
      description={lines.length === 1 ? narration : `${moneyText(sumKobo(lines.map(({ amount }) => amount)))} in all`}
      tried={tried}
      failed={lines.length === 1 ? 'This was not recorded' : 'None of these was recorded'}
      button={
        lines.length === 1 ? `Record ${moneyText(sumKobo(lines.map(({ amount }) => amount)))}` : `Record ${count}`
      }
      instead={why && <Banner tone="warning" title={why} />}
      onSubmit={() =>
        record.mutate(
          { accountId, lineIds: lines.map(({ id }) => id), ...becomesOf(filled) },
          {
            onSuccess: ({ recorded, waiting }) => {
              toast.success(
                waiting > 0
                  ? `${plural(recorded, 'line', 'lines')} recorded. Waiting for another officer: ${waiting}`
                  : `${plural(recorded, 'line', 'lines')} recorded and matched`,
              )
              onDone()
            },
          },
        )
      }
      onClose={onClose}
    >
      {lines.length > 1 && (
        <ul className="part-lines" aria-label="Lines to record">
          {lines.map(({ id, on, narration: said, amount }) => (
            <li key={id}>
              <span>{said || '–'}</span>
              <span className="muted">
                <DateText on={on} />
              </span>
              <MoneyText amount={amount} />
            </li>
          ))}
        </ul>
      )}
      <PartFields
        accountId={accountId}
        cameIn={cameIn}
        part={filled}
        onChange={(changes) => {
          setPart((now) => ({ ...now, ...changes }))
          if (record.error) record.reset()
        }}
        shown={tried.shown}
      />
      <p className="muted">
        {lines.length === 1
          ? 'It is recorded on the day of the line and matched with it.'
          : 'Each is an entry of its own on the day of its line, all or none.'}
      </p>
    </FormDialog>
  )
}
