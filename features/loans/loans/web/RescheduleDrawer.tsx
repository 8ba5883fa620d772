import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { rescheduleLoan, previewRescheduling } from '#features/loans/loans/reschedulings.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { instalmentsLeft } from '#features/loans/loans/rules/instalments-left.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { dayMissingProblem } from '#core/past-day.ts'
import { fieldErrors, isConnectionProblem } from '#ui/api/api-error.ts'
import { DateField } from '#ui/DateField.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayProblem } from '#ui/day-problem.ts'
import { dayText, moneyText, plural, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { LoanChangeDrawer } from './LoanChangeDrawer.tsx'
import type { LoanDetail } from './api.ts'

type Plan = Replied<typeof previewRescheduling>
type Terms = { instalments: string; rate: string; on: string; firstDueOn: string }
type Pair = {
  row: number
  before: Plan['before']['lines'][number] | undefined
  after: Plan['after']['lines'][number] | undefined
}

const fields = ['instalments', 'annualRatePercent', 'on', 'firstDueOn', 'reason']

/** Gives a loan new terms, after showing what is still to pay by the old and by the new ones. */
export function RescheduleDrawer({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  const today = todayInLagos()
  const latest = loan.reschedulings.findLast(({ status }) => status === 'posted')
  const [terms, setTerms] = useState<Terms>({
    instalments: String(Math.max(1, instalmentsLeft(loan.schedule, loan.takenOver))),
    rate: String(latest?.annualRatePercent ?? loan.annualRatePercent),
    on: today,
    firstDueOn: loan.firstDueFromToday.rescheduled,
  })
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const settled = useDeferredValue(terms)
  const problems = problemsOf(terms)
  const asked = askedOf(loan.id, settled)
  const reschedule = useAction(rescheduleLoan)
  // Without an answer no one knows whether it was kept: the plan that it was stays.
  const unsure = isConnectionProblem(reschedule.error)
  const preview = useQuery({
    ...query(previewRescheduling, asked),
    retry: false,
    staleTime: 0,
    enabled: !unsure && Object.keys(problemsOf(settled)).length === 0,
  })
  const plan = preview.isError || Object.keys(problems).length > 0 ? undefined : preview.data
  const isCutOff = isConnectionProblem(preview.error)
  const error = reschedule.error ?? (isCutOff ? null : preview.error)
  const refused = error ? fieldErrors(error) : {}
  const given = reason.trim()
  const shown: Record<string, string> = {
    ...refused,
    ...problems,
    ...(tries > 0 && given === '' && { reason: 'Give the reason' }),
  }
  const isReady = plan !== undefined && !preview.isPlaceholderData && given !== ''
  const change = (field: keyof Terms) => (value: string) => {
    setTerms({ ...terms, [field]: value })
    if (reschedule.error) reschedule.reset()
  }
  function submit() {
    setTries(tries + 1)
    if (!isReady) return
    reschedule.mutate({ ...askedOf(loan.id, terms), reason: given }, toastThen('The loan has new terms', onClose))
  }
  const field = (name: keyof typeof terms) => ({ value: terms[name], onChange: change(name), error: shown[name] })
  return (
    <LoanChangeDrawer
      id="reschedule-loan"
      title="Reschedule the loan"
      sentence={plan && <Sentence plan={plan} borrower={loan.memberName} />}
      button={{ look: 'primary', children: loan.changesWait ? 'Send for approval' : 'Give new terms' }}
      action={reschedule}
      problem={{ error, title: 'The loan can’t have these terms', isBeside: fields.some((field) => field in refused) }}
      focus={tries > 0 && !isReady ? tries : reschedule.error}
      reason={{ hint: 'The borrower reads it.', value: reason, onChange: setReason, error: shown['reason'] }}
      above={isCutOff && !unsure && <LoadProblem title="Failed to load the new schedule" of={preview} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Instalments from then on" inputMode="numeric" {...field('instalments')} data-autofocus />
      <TextField
        label="Yearly rate, percent"
        inputMode="decimal"
        value={terms.rate}
        onChange={change('rate')}
        error={shown['annualRatePercent']}
      />
      <DateField label="New terms begin" max={today} {...field('on')} />
      <DateField label="First instalment due" {...field('firstDueOn')} />
      {preview.isLoading && <SkeletonLines lines={6} />}
      {plan && <Compared plan={plan} />}
    </LoanChangeDrawer>
  )
}

function Compared({ plan }: { plan: Plan }) {
  const { on, before, after, outstanding, interestOwed } = plan
  const pairs = Array.from({ length: Math.max(before.lines.length, after.lines.length) }, (_, row): Pair => ({
    row,
    before: before.lines[row],
    after: after.lines[row],
  }))
  return (
    <>
      <Facts
        items={[
          { label: 'New terms begin', value: <DateText on={on} /> },
          { label: 'Principal that begins again', value: <strong>{<MoneyText amount={outstanding} />}</strong> },
          {
            label: 'Interest owed by then',
            value: interestOwed > 0n && (
              <>
                <MoneyText amount={interestOwed} /> <span className="muted">due with the first instalment</span>
              </>
            ),
          },
          { label: 'Interest still to pay, before', value: <MoneyText amount={before.interest} /> },
          { label: 'Interest still to pay, now', value: <MoneyText amount={after.interest} /> },
        ]}
      />
      <Table
        caption="What is still to pay, before and now"
        columns={columns}
        rows={pairs}
        rowKey={({ row }) => String(row)}
        totals={{
          before: <MoneyText amount={before.total} />,
          after: <MoneyText amount={after.total} />,
          due: 'Total',
        }}
      />
    </>
  )
}

const columns: Column<Pair>[] = [
  { key: 'due', header: 'Due before', cell: ({ before }) => (before ? <DateText on={before.dueOn} /> : '–') },
  {
    key: 'before',
    header: 'Before',
    align: 'end',
    cell: ({ before }) => (before ? <MoneyText amount={before.total} /> : '–'),
  },
  { key: 'then', header: 'Due now', card: 'title', cell: ({ after }) => (after ? <DateText on={after.dueOn} /> : '–') },
  {
    key: 'after',
    header: 'Now',
    align: 'end',
    card: 'corner',
    cell: ({ after }) => <strong>{after ? <MoneyText amount={after.total} /> : '–'}</strong>,
  },
]

function Sentence({
  plan: { after, outstanding, annualRatePercent, firstDueOn },
  borrower,
}: {
  plan: Plan
  borrower: string
}) {
  return (
    <>
      <strong>{borrower}</strong> pays <strong className="number">{moneyText(outstanding)}</strong> in{' '}
      {plural(after.lines.length, 'instalment')} of about{' '}
      <strong className="number">{moneyText(after.regularInstalment)}</strong> at {annualRatePercent} % a year, the
      first on {dayText(firstDueOn)}.
    </>
  )
}

function askedOf(loanId: LoanDetail['id'], { instalments, rate, on, firstDueOn }: Terms) {
  return {
    loanId,
    instalments: Number(instalments),
    annualRatePercent: Number(rate),
    on: on as Day,
    firstDueOn: firstDueOn as Day,
  }
}

function problemsOf({ instalments, rate, on, firstDueOn }: Terms): Record<string, string> {
  const count = Number(instalments)
  return {
    ...((!/^\d+$/.test(instalments.trim()) || count < 1 || count > 600) && {
      instalments: 'Enter a whole number from 1 to 600',
    }),
    ...(!/^\d{1,3}(\.\d{1,2})?$/.test(rate.trim()) && {
      annualRatePercent: 'Enter the rate in percent, such as 12 or 7.5',
    }),
    ...dayProblem('on', on),
    ...(!isDay(firstDueOn)
      ? { firstDueOn: dayMissingProblem }
      : firstDueOn <= on
        ? { firstDueOn: 'Choose a day after the new terms begin.' }
        : {}),
  }
}
