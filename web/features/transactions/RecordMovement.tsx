import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Day, isDay } from '#domain/calendar.ts'
import { type Kobo, koboMax } from '#domain/money.ts'
import type { MovementType } from '#domain/transactions/movement.ts'
import { fieldErrors, isConnectionProblem, sentence } from '#web/api/api-error.ts'
import { type FoundMember, choiceQueries } from '#web/api/choices.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { MemberField } from '#web/ui/MemberField.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { phoneText } from '#web/ui/PhoneLinks.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dayText, moneyText, todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import './RecordMovement.css'
import { useRecordMovement } from './api.ts'

type Values = { saver: FoundMember | undefined; amount: Kobo | undefined; occurredOn: string; accountTypeId: string; description: string }
type Problems = Partial<Record<keyof Values | 'memberId', string>>

const words = {
  officer: {
    deposit: { title: 'Record deposit', verb: 'Record', date: 'Date paid', into: 'Into', note: 'Teller number, who brought it', done: 'recorded', lost: 'recorded' },
    withdrawal: { title: 'Record withdrawal', verb: 'Pay out', date: 'Date paid out', into: 'From', note: 'Who received it, cheque number', done: 'paid out', lost: 'recorded' },
  },
  member: {
    deposit: { title: 'Report a deposit', verb: 'Report', date: 'Date paid', into: 'Into', note: 'Bank, name on the transfer, reference', done: 'reported. An officer checks it.', lost: 'reported' },
    withdrawal: { title: 'Request a withdrawal', verb: 'Request', date: '', into: 'From', note: 'What it is for', done: 'requested. An officer decides.', lost: 'requested' },
  },
} as const

/** The form of one deposit or withdrawal: an officer's is posted at once, a member's own waits for an officer. */
export function RecordMovement({ type, officer, onClose }: { type: MovementType; officer: boolean; onClose: () => void }) {
  const [values, setValues] = useState<Values>(() => ({ saver: undefined, amount: undefined, occurredOn: todayInLagos(), accountTypeId: '', description: '' }))
  const [tries, setTries] = useState(0)
  const accountTypes = useQuery(choiceQueries.accountTypes())
  const record = useRecordMovement()
  const said = words[officer ? 'officer' : 'member'][type]
  // Without an answer nobody knows whether it was recorded: only the very same request may be sent again.
  const unsure = isConnectionProblem(record.error)
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (record.error && !unsure) record.reset()
  }
  const problems = problemsOf(values, officer)
  const refused: Problems = record.error ? fieldErrors(record.error) : {}
  const shown: Problems = { ...refused, ...(tries > 0 ? problems : {}) }
  const account = accountTypes.data?.find(({ id, isDefault }) => (values.accountTypeId ? id === values.accountTypeId : isDefault))
  const isReady = Object.keys(problems).length === 0

  function submit() {
    setTries(tries + 1)
    const { saver, amount, occurredOn, description } = values
    if (!isReady || amount === undefined) return
    record.mutate(
      {
        type, amount, memberId: saver?.memberid, accountTypeId: account?.id, description: description.trim() || undefined,
        ...(said.date ? { occurredOn: occurredOn as Day } : {}),
      },
      {
        onSuccess: (recorded) => {
          toast.success(`${moneyText(recorded.amount)} ${recorded.status === 'pending' && officer ? 'waits for another officer, because it is your own' : said.done}`)
          onClose()
        },
      },
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={said.title}
      actions={
        <>
          <p className="movement-sentence" aria-live="polite">
            {isReady && values.amount !== undefined ? (
              <Summary type={type} officer={officer} values={values} amount={values.amount} account={account?.name ?? 'savings'} />
            ) : (
              <span className="muted">What will be {said.lost} stands here before you confirm it.</span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="record-movement" busy={record.isPending}>
            {isReady && values.amount !== undefined ? `${said.verb} ${moneyText(values.amount)}` : said.verb}
          </Button>
        </>
      }
    >
      <Form id="record-movement" className="stack" problems={tries > 0 && !isReady ? tries : record.error} onSubmit={submit}>
        {record.error && (unsure || Object.keys(refused).every((field) => !(field in values) && field !== 'memberId')) && (
          <Banner tone={unsure ? 'warning' : 'danger'} title={unsure ? 'No answer from the server' : `This was not ${said.lost}`}>
            {unsure ? `It may or may not have been ${said.lost}. Press the button again as it is: it is never done twice.` : sentence(record.error)}
          </Banner>
        )}
        <fieldset className="stack" disabled={unsure || record.isPending}>
          {officer && <MemberField label="Member" autoFocus selected={values.saver} error={shown.memberId} detail={({ phone, savings }) => `${phoneText(phone)} · savings ${moneyText(savings)}`} onSelect={(saver) => set({ saver })} />}
          <MoneyField label="Amount" hint="25k means 25,000" value={values.amount} onChange={(amount) => set({ amount })} error={shown.amount} data-autofocus={officer ? undefined : true} />
          {said.date && (
            <TextField label={said.date} type="date" max={todayInLagos()} value={values.occurredOn} onChange={(occurredOn) => set({ occurredOn })} error={shown.occurredOn} />
          )}
          <Select
            label={said.into}
            value={account?.id ?? ''}
            options={accountTypes.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            onChange={(id) => set({ accountTypeId: id })}
            error={shown.accountTypeId}
          />
          <TextField label="Note" optional maxLength={200} placeholder={said.note} value={values.description} onChange={(description) => set({ description })} error={shown.description} />
        </fieldset>
      </Form>
    </Drawer>
  )
}

function problemsOf({ saver, amount, occurredOn }: Values, officer: boolean): Problems {
  return {
    ...(officer && !saver ? { memberId: 'Choose the member' } : {}),
    ...(amount === undefined
      ? { amount: 'Enter the amount, such as 25,000 or 25k' }
      : amount <= 0n
        ? { amount: 'Enter an amount above zero' }
        : amount > koboMax
          ? { amount: `Enter at most ${moneyText(koboMax)}` }
          : {}),
    ...(!isDay(occurredOn) ? { occurredOn: 'Enter the date' } : occurredOn > todayInLagos() ? { occurredOn: 'Choose today or an earlier date.' } : {}),
  }
}

/** What the button will do, in a sentence. */
function Summary({ type, officer, values, amount, account }: { type: MovementType; officer: boolean; values: Values; amount: Kobo; account: string }): ReactNode {
  const sum = <strong className="number">{moneyText(amount)}</strong>
  const where = <strong>{account}</strong>
  const who = values.saver && (
    <strong>
      {values.saver.firstName} {values.saver.lastName}
    </strong>
  )
  const on = dayText(values.occurredOn as Day)
  if (!officer && type === 'deposit') return <>Tell the officers that you paid {sum} into {where} on {on}. It counts once they have checked it.</>
  if (!officer) return <>Ask the officers to pay you {sum} from {where}. Nothing leaves your account until they approve it.</>
  if (type === 'deposit') return <>Record {sum} into {where} for {who}, paid on {on}.</>
  return <>Pay {sum} from {where} to {who}, on {on}.</>
}
