import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { periodName } from '#core/calendar.ts'
import type { AccountId, EmployerId, ScheduleId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import { partsMax, recordLineParts } from '#features/accounting/reconciliation/recorded-lines.ts'
import { allocateOldest } from '#features/accounting/reconciliation/rules/allocate-oldest.ts'
import { listEmployers } from '#features/payroll/employers/contract.ts'
import { listSchedules } from '#features/payroll/schedules/contract.ts'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { moneyText } from '#ui/format.ts'
import './SplitDrawer.css'
import { type BankLine, partsRecorded, toRecord } from './api.ts'

/** One payment of an employer over several months: the oldest first, unless the officer says otherwise. */
export function EmployerPaymentDrawer({
  accountId,
  line,
  onClose,
}: {
  accountId: AccountId
  line: BankLine
  onClose: () => void
}) {
  const whole = toRecord(line)
  const [employerId, setEmployerId] = useState<EmployerId>()
  // What the officer changed; the rest follows what is owed.
  const [changed, setChanged] = useState<ReadonlyMap<ScheduleId | 'over', Kobo | undefined>>(new Map())
  const employers = useQuery(wholeList(listEmployers, { sort: '-owed' }))
  const asked = useQuery({
    ...wholeList(listSchedules, { sort: 'period', ...(employerId && { employerId }) }),
    enabled: employerId !== undefined,
  })
  const accounts = useQuery(query(listPostingAccounts, { use: 'other_income' }))
  const record = useAction(recordLineParts)
  const employer = employers.data?.find(({ id }) => id === employerId)
  const months = (asked.data ?? []).filter(({ owed }) => owed > 0n)
  const oldest = allocateOldest(
    whole,
    months.map(({ owed }) => owed),
  )
  const amountOf = (key: ScheduleId | 'over', usual: Kobo) => (changed.has(key) ? changed.get(key) : usual)
  const paid = months.map(({ id, owed, period }, place) => ({
    id,
    owed,
    period,
    amount: amountOf(id, oldest.amounts[place] ?? zeroKobo),
  }))
  const over = amountOf('over', oldest.over)
  const left = kobo(whole - sumKobo([...paid.map(({ amount }) => amount ?? zeroKobo), over ?? zeroKobo]))
  const parts = [
    ...paid.flatMap(({ id: scheduleId, amount }) =>
      amount ? [{ as: 'remittance' as const, scheduleId, amount }] : [],
    ),
    ...(over
      ? [
          {
            as: 'income' as const,
            targetId: accounts.data?.find(({ code }) => code === unallocatedCode)?.id,
            party: employer?.name,
            amount: over,
          },
        ]
      : []),
  ]
  const tried = useTried(record, problemsOf({ employerId, left, paid, parts: parts.length }))
  const change = (key: ScheduleId | 'over') => (amount: Kobo | undefined) => {
    setChanged((now) => new Map(now).set(key, amount))
    if (record.error) record.reset()
  }
  return (
    <FormDrawer
      id="employer-payment"
      title={`Remittance of ${moneyText(whole)}`}
      description={line.narration}
      tried={tried}
      failed="None of these months was recorded"
      button={`Record ${moneyText(kobo(whole - left))}`}
      onSubmit={() => record.mutate({ accountId, lineId: line.id, side: 'in', parts }, partsRecorded(onClose))}
      onClose={onClose}
    >
      <Select
        label="Employer"
        value={employerId ?? ''}
        placeholder="Choose the employer"
        options={(employers.data ?? []).map(({ id, name, owed }) => ({
          value: id,
          label: owed > 0n ? `${name}, ${moneyText(owed)} not remitted` : name,
        }))}
        onChange={(id) => {
          setEmployerId(id || undefined)
          setChanged(new Map())
        }}
        error={tried.shown['employerId']}
      />
      {asked.isError && <LoadProblem title="Failed to load the months" of={asked} />}
      {employerId && asked.isPending && <SkeletonLines lines={3} />}
      {asked.data && months.length === 0 && <p>This employer owes nothing. If a return is missing, post it first.</p>}
      {paid.map(({ id, owed, period, amount }) => (
        <MoneyField
          key={id}
          label={periodName(period)}
          hint={`${moneyText(owed)} not remitted`}
          value={amount}
          onChange={change(id)}
          error={
            tried.shown[`month.${id}`] ??
            tried.shown[`parts.${parts.findIndex((part) => 'scheduleId' in part && part.scheduleId === id)}.amount`]
          }
        />
      ))}
      {asked.data && (oldest.over > 0n || changed.has('over')) && (
        <MoneyField
          label="Hold until it is known what it is for"
          hint={`${employer?.name ?? ''} owes less than this line. The rest is kept under Held money.`}
          value={over}
          onChange={change('over')}
          error={undefined}
        />
      )}
      {months.length > 0 && (
        <p aria-live="polite" className="split-left">
          {left === 0n
            ? 'The months come to the line.'
            : left > 0n
              ? `${moneyText(left)} of the line is left.`
              : `${moneyText(kobo(-left))} more than the line.`}
        </p>
      )}
      {tried.shown['left'] && (
        <p role="alert" className="field__error">
          {tried.shown['left']}
        </p>
      )}
    </FormDrawer>
  )
}

function problemsOf({
  employerId,
  left,
  paid,
  parts,
}: {
  employerId: EmployerId | undefined
  left: Kobo
  paid: readonly { id: ScheduleId; owed: Kobo; amount: Kobo | undefined }[]
  parts: number
}): Record<string, string> {
  if (!employerId) return { employerId: 'Choose the employer' }
  return {
    ...Object.fromEntries(
      paid.flatMap(({ id, owed, amount }) =>
        amount !== undefined && amount > owed ? [[`month.${id}`, `At most ${moneyText(owed)}`]] : [],
      ),
    ),
    ...(left !== 0n && { left: 'Change the months until they come to the line.' }),
    ...(parts > partsMax && {
      left: `At most ${partsMax} months can be paid by one line. Record it as two remittances.`,
    }),
  }
}
