import { useQuery } from '@tanstack/react-query'
import { appropriateSurplus, getDividendCap } from '#features/surplus/appropriation/contract.ts'
import { Plus } from 'lucide'
import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import type { AccountId, MeetingId } from '#core/ids.ts'
import { type Kobo, subtract, sumKobo, zeroKobo } from '#core/money.ts'
import { isForDividend } from '#features/surplus/appropriation/rules/words.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, moneyText, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { DividendCap, Surplus } from './api.ts'

type Line = { accountId: string; amount: Kobo | undefined; hint: string | undefined }

/** What the meeting decided: the amounts of the bye-laws to begin with, and the resolution that it is. */
export function AppropriateDrawer({ year, onClose }: { year: Surplus; onClose: () => void }) {
  const cap = useQuery(query(getDividendCap, { yearEnd: year.yearEnd })).data?.cap ?? undefined
  const [lines, setLines] = useState<Line[]>(() =>
    year.proposed.map(({ accountId, amount, percent, isLeast }) => ({
      accountId,
      amount,
      hint: `${isLeast ? 'At least ' : ''}${percent} % by your bye-laws: ${moneyText(amount)}`,
    })),
  )
  const [resolution, setResolution] = useState(year.resolutions.length === 1 ? '0' : '')
  const [reference, setReference] = useState('')
  const [on, setOn] = useState<string>(todayInLagos())
  const [tries, setTries] = useState(0)
  const save = useAction(appropriateSurplus)
  const refused = fieldErrors(save.error)
  const total = sumKobo(lines.map(({ amount }) => amount ?? zeroKobo))
  const left = subtract(year.available, total)
  const waits = useWillWait('journal', total)
  const chosen = year.resolutions[Number(resolution || -1)]
  const missing = tries > 0 && !chosen ? 'Choose the resolution' : undefined
  const change = (index: number, changes: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...changes } : line)))
  function submit() {
    setTries(tries + 1)
    const given = lines.flatMap(({ accountId, amount }) =>
      accountId && amount ? [{ accountId: accountId as AccountId, amount }] : [],
    )
    if (!chosen || !isDay(on)) return
    save.mutate(
      {
        yearEnd: year.yearEnd,
        lines: given,
        meetingId: chosen.meetingId as MeetingId,
        resolution: chosen.text,
        directorReference: reference.trim() || null,
        occurredOn: on as Day,
      },
      toastThen(
        ({ status, entryNumber }) =>
          status === 'pending'
            ? 'The appropriation waits for approval'
            : `Appropriation posted as entry No. ${entryNumber}`,
        onClose,
      ),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Record the decision"
      description={`${moneyText(year.surplus)} is the surplus of the year to ${dayText(year.yearEnd)}.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="appropriate" busy={save.isPending}>
          {waits ? 'Send for approval' : `Post ${moneyText(total)}`}
        </CancelOr>
      }
    >
      <Form id="appropriate" className="stack" onSubmit={submit} problems={save.error ?? (missing ? tries : undefined)}>
        <ActionProblem
          error={save.error}
          title="Nothing was posted"
          isBeside={['resolution', 'directorReference', 'occurredOn'].some((field) => refused[field])}
        />
        <Select
          label="Resolution of the meeting"
          hint={`Of a general meeting held after ${dayText(year.yearEnd)}`}
          placeholder="Choose the resolution"
          value={resolution}
          options={year.resolutions.map(({ meeting, text }, index) => ({
            value: String(index),
            label: `${meeting}: ${text}`,
          }))}
          onChange={setResolution}
          error={missing ?? refused['resolution']}
        />
        {lines.map((line, index) => (
          <AppropriationLine
            key={index}
            line={line}
            accounts={year.accounts}
            cap={cap}
            isProposed={index < year.proposed.length}
            error={refused[`lines.${index}.accountId`] ?? refused[`lines.${index}.amount`]}
            onChange={(changes) => change(index, changes)}
          />
        ))}
        <div>
          <Button
            icon={Plus}
            onClick={() => setLines([...lines, { accountId: '', amount: undefined, hint: undefined }])}
          >
            Add an account
          </Button>
        </div>
        <p aria-live="polite">
          {left < zeroKobo ? 'Too much: ' : 'Carried forward: '}
          <MoneyText amount={left < zeroKobo ? subtract(zeroKobo, left) : left} />
        </p>
        <TextField
          label="Approval of the Director of Co-operatives"
          optional={!year.directorApproves}
          hint="Its number or date"
          maxLength={120}
          value={reference}
          onChange={setReference}
          error={refused['directorReference']}
        />
        <DateField
          label="Date of the entry"
          max={todayInLagos()}
          value={on}
          onChange={setOn}
          error={refused['occurredOn']}
        />
      </Form>
    </Drawer>
  )
}

function AppropriationLine({
  line,
  accounts,
  cap,
  isProposed,
  error,
  onChange,
}: {
  line: Line
  accounts: Surplus['accounts']
  /** What the bye-laws allow of a dividend, once that is known. */
  cap: DividendCap | undefined
  /** By the bye-laws: the account is theirs. */
  isProposed: boolean
  error: string | undefined
  onChange: (changes: Partial<Line>) => void
}) {
  const account = accounts.find(({ accountId }) => accountId === line.accountId)
  const hints = [line.hint, cap && account && isForDividend(account.name) ? capText(cap) : undefined].filter(
    (hint) => hint !== undefined,
  )
  return (
    <div className="stack">
      {!isProposed && (
        <Select
          label="Account"
          placeholder="Choose the account"
          value={line.accountId}
          options={accounts.map(({ accountId, code, name }) => ({
            value: accountId as string,
            label: `${code} ${name}`,
          }))}
          onChange={(accountId) => onChange({ accountId })}
          error={error}
        />
      )}
      <MoneyField
        label={account ? account.name : 'Amount'}
        hint={hints.length > 0 ? hints.join('. ') : undefined}
        value={line.amount}
        onChange={(amount) => onChange({ amount })}
        error={isProposed ? error : undefined}
      />
    </div>
  )
}

/** The most that a dividend may be, before anyone is excluded from it. */
function capText({ percent, clause, of }: DividendCap): string {
  const by = `Your bye-laws${clause && ` (${clause})`} allow a dividend of ${percent} % a year`
  return of
    ? `${by} of ${moneyText(of.counted)}, the average balance of ${of.accountType}: at most ${moneyText(of.allowed)}, and less where members are excluded`
    : `${by} of the average balance that it is shared by, which is chosen when it is paid`
}
