import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { partsMax, recordLineParts } from '#features/accounting/reconciliation/recorded-lines.ts'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { amountProblem } from '#ui/amount-problem.ts'
import { moneyText, plural } from '#ui/format.ts'
import './SplitDrawer.css'
import { type BankLine, partsRecorded, toRecord } from './api.ts'
import { becomesOf, filledPart, newPart, type PartDraft, PartFields, partProblems } from './PartFields.tsx'

type Row = PartDraft & { key: number; amount: Kobo | undefined }

/** Splits a line of the bank into what it is: each part is recorded by its own transaction, all or none. */
export function SplitDrawer({
  accountId,
  line,
  onClose,
}: {
  accountId: AccountId
  line: BankLine
  onClose: () => void
}) {
  const cameIn = line.amount > 0n
  const whole = toRecord(line)
  const accounts = useQuery(query(listPostingAccounts, {}))
  const [rows, setRows] = useState<readonly Row[]>(() =>
    [0, 1].map((key) => ({ ...newPart(cameIn ? 'deposit' : 'expense'), key, amount: undefined })),
  )
  const record = useAction(recordLineParts)
  const filled = rows.map((row) => ({ ...row, ...filledPart(row, line.narration, accounts.data) }))
  const left = kobo(whole - sumKobo(rows.map(({ amount }) => amount ?? kobo(0))))
  const tried = useTried(record, problemsOf(filled, left))
  const change = (key: number, changes: Partial<Row>) => {
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...changes } : row)))
    if (record.error) record.reset()
  }
  const add = () =>
    setRows((now) => [
      ...now,
      {
        ...newPart(cameIn ? 'deposit' : 'expense'),
        key: Math.max(...now.map(({ key }) => key)) + 1,
        amount: left > 0n ? left : undefined,
      },
    ])
  return (
    <FormDrawer
      id="split-line"
      title={`Split ${moneyText(whole)}`}
      description={line.narration}
      tried={tried}
      failed="None of these parts was recorded"
      button={`Record ${plural(rows.length, 'part', 'parts')}`}
      onSubmit={() =>
        record.mutate(
          {
            accountId,
            lineId: line.id,
            side: cameIn ? 'in' : 'out',
            parts: filled.map((row) => ({ ...becomesOf(row), amount: row.amount as Kobo })),
          },
          partsRecorded(onClose),
        )
      }
      onClose={onClose}
    >
      {line.recorded > 0n && (
        <p>{`${moneyText(line.recorded)} of this line is recorded already. Another part of it was rejected; this is what is left.`}</p>
      )}
      {filled.map((row, place) => (
        <fieldset key={row.key} className="split-part">
          <legend>{`Part ${place + 1}`}</legend>
          <PartFields
            accountId={accountId}
            cameIn={cameIn}
            part={row}
            onChange={(changes) => change(row.key, changes)}
            shown={shownOf(tried.shown, place)}
          />
          <div className="split-part__amount">
            <MoneyField
              label="Amount"
              value={row.amount}
              onChange={(amount) => change(row.key, { amount })}
              error={tried.shown[`parts.${place}.amount`]}
            />
            {rows.length > 1 && (
              <Button
                size="small"
                aria-label={`Remove part ${place + 1}`}
                onClick={() => setRows((now) => now.filter(({ key }) => key !== row.key))}
              >
                Remove
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      {rows.length < partsMax && (
        <div>
          <Button icon={Plus} onClick={add}>
            Add a part
          </Button>
        </div>
      )}
      <p aria-live="polite" className="split-left">
        {leftText(left)}
      </p>
    </FormDrawer>
  )
}

function leftText(left: Kobo): string {
  if (left === 0n) return 'The parts come to the line.'
  return left > 0n ? `${moneyText(left)} of the line is left.` : `${moneyText(kobo(-left))} more than the line.`
}

function problemsOf(rows: readonly Row[], left: Kobo): Record<string, string> {
  const found = rows.flatMap((row, place) =>
    Object.entries({ ...partProblems(row), ...amountProblem(row.amount) }).map(
      ([field, problem]) => [`parts.${place}.${field}`, problem] as const,
    ),
  )
  const last = `parts.${rows.length - 1}.amount`
  return {
    ...(left !== 0n && { [last]: `${leftText(left)} Change an amount so that they agree.` }),
    ...Object.fromEntries(found),
  }
}

/** What is wrong with one part, by its own fields. */
function shownOf(shown: Record<string, string>, place: number): Record<string, string> {
  const start = `parts.${place}.`
  return Object.fromEntries(
    Object.entries(shown).flatMap(([field, problem]) =>
      field.startsWith(start) ? [[field.slice(start.length), problem]] : [],
    ),
  )
}
