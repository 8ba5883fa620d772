import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { postImport } from '#features/society/imports/contract.ts'
import { isDay } from '#core/calendar.ts'
import { type Kobo, subtract } from '#core/money.ts'
import { partDayWords } from '#features/society/imports/rules/part-day.ts'
import { pastDayProblem } from '#core/past-day.ts'
import { isConnectionProblem, sentence } from '#ui/api/api-error.ts'
import { choiceQueries } from '#ui/parts/choices.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateField } from '#ui/DateField.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Tag } from '#ui/Tag.tsx'
import { moneyText, periodName, plural, todayInLagos } from '#ui/format.ts'
import './ConfirmStep.css'
import { WizardActions } from './WizardActions.tsx'
import { type Import, useCounted } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

// Needed by both steps.
const FileDoubts = lazy(async () => ({ default: (await import('./FileDoubts.tsx')).FileDoubts }))
// Needed only for members with employers.
const UnknownEmployers = lazy(async () => ({ default: (await import('./UnknownEmployers.tsx')).UnknownEmployers }))

/** What will happen, in one sentence; for money, what was counted must agree or the difference be accepted. */
export function ConfirmStep({
  found,
  onBack,
  onShow,
}: {
  found: Import
  onBack: () => void
  onShow: (view: 'names' | 'before' | 'unpaid') => void
}) {
  const { counted, setCounted } = useCounted()
  const post = useAction(postImport)
  const update = useUpdateImport(found.id)
  const today = todayInLagos()
  const [joinedOn, setJoinedOn] = useState<string>(found.joinedOn ?? today)
  const joined = isDay(joinedOn) && joinedOn <= today ? joinedOn : undefined
  const asksJoining = found.rowsWithoutJoining > 0
  const accountTypes = useQuery({ ...choiceQueries.accountTypes(), enabled: found.kind === 'contributions' })
  const [accepted, setAccepted] = useState(false)
  const ready = found.rows - found.rowsSkipped
  const agrees = found.total === null || counted === found.total
  const account = accountTypes.data?.find(({ id }) => id === found.accountTypeId)?.name ?? 'savings'
  const what =
    found.total === null
      ? `Register ${plural(ready, 'member')}. No SMS is sent by this`
      : found.payments === 0
        ? 'There is nothing to record'
        : `Record ${moneyText(found.total)} into ${account} for ${plural(found.payments, 'payment')}${found.period ? `, ${periodName(found.period)}` : ''}`

  // The date first, so that no row is registered with another one than is shown.
  function confirm() {
    if (asksJoining) update.mutate({ joinedOn: joined }, { onSuccess: () => post.mutate({ importId: found.id }) })
    else post.mutate({ importId: found.id })
  }
  return (
    <>
      {found.status === 'failed' && (
        <Banner
          tone="danger"
          title={found.kind === 'members' ? 'Failed to register members' : 'Failed to record the contributions'}
        >
          {found.failure ?? 'Something went wrong.'} Nothing was kept of it. Put it right or try again.
        </Banner>
      )}
      {post.error && (
        <Banner
          tone="danger"
          title={found.kind === 'members' ? 'Failed to register members' : 'Failed to record the contributions'}
        >
          {sentence(post.error)} {isConnectionProblem(post.error) && 'Press again: nothing is ever done twice.'}
        </Banner>
      )}
      <Suspense>
        <FileDoubts found={found} onShow={onShow} />
      </Suspense>
      <Card title="Before you confirm">
        <Facts
          items={[
            { label: 'File', value: found.fileName },
            { label: 'Rows in the file', value: plural(found.rows, 'row') },
            { label: 'Skipped', value: found.rowsSkipped > 0 ? plural(found.rowsSkipped, 'row') : 'none' },
            {
              label: 'Paid nothing',
              value: found.rowsUnpaid > 0 && (
                <>
                  {plural(found.rowsUnpaid, 'member')}{' '}
                  <Button size="small" look="quiet" onClick={() => onShow('unpaid')}>
                    Show
                  </Button>
                </>
              ),
            },
            {
              label: 'Titles, totals and notes',
              value: found.rowsLeftOut > 0 && `${plural(found.rowsLeftOut, 'row')} left out`,
            },
            {
              label: 'Names',
              value: found.kind === 'members' && 'Written in one case are tidied: ADEBAYO becomes Adebayo',
            },
            {
              label: 'Dates with a year or month only',
              value:
                found.rowsWithPartDays > 0 &&
                found.partDays &&
                `${partDayWords[found.partDays]}, in ${plural(found.rowsWithPartDays, 'row')}`,
            },
            {
              label: 'Years with two digits',
              value:
                found.rowsWithShortYears > 0 &&
                `56 is 1956 and 05 is 2005, in ${plural(found.rowsWithShortYears, 'row')}`,
            },
            { label: 'For the month', value: found.period && periodName(found.period) },
            { label: 'Date paid', value: found.occurredOn && <DateText on={found.occurredOn} /> },
            { label: 'Into', value: found.kind === 'contributions' ? account : undefined },
            { label: 'Total to record', value: found.total !== null && <MoneyText amount={found.total} /> },
          ]}
        />
      </Card>
      {found.employersUnknown.length > 0 && (
        <Suspense>
          <UnknownEmployers found={found} />
        </Suspense>
      )}
      {found.doubtfulAccounts.length > 0 && (
        <Banner tone="warning" title={`Check ${plural(found.doubtfulAccounts.length, 'account number')}`}>
          In {found.doubtfulAccounts.length === 1 ? 'row' : 'rows'} {found.doubtfulAccounts.slice(0, 10).join(', ')}
          {found.doubtfulAccounts.length > 10 && ' and more'} the account number does not look like one of its bank. You
          can register the members and correct it later.
        </Banner>
      )}
      {asksJoining && (
        <JoinedOn
          rows={found.rowsWithoutJoining}
          value={joinedOn}
          error={update.error ? sentence(update.error) : pastDayProblem(joinedOn, today)}
          onChange={setJoinedOn}
        />
      )}
      {found.total !== null && (
        <Card
          title="Does the money agree?"
          description="Count the cash, or add up the transfers, and enter what you have."
        >
          <Counted
            total={found.total}
            counted={counted}
            accepted={accepted}
            onAccept={setAccepted}
            onChange={setCounted}
          />
        </Card>
      )}
      <WizardActions note={<strong>{what}.</strong>}>
        <Button onClick={onBack}>Back</Button>
        <Button
          look="primary"
          busy={post.isPending || update.isPending}
          disabled={(!agrees && !accepted) || isUnsettled(found) || (asksJoining && !joined)}
          onClick={confirm}
        >
          {found.total === null ? `Register ${plural(ready, 'member')}` : `Record ${moneyText(found.total)}`}
        </Button>
      </WizardActions>
    </>
  )
}

/** Whether something is still to be chosen, or nothing would be recorded. */
function isUnsettled({ total, payments, paidBefore, records, employersUnknown, createsEmployers }: Import): boolean {
  return (
    (paidBefore !== null && records === null) ||
    (total !== null && payments === 0) ||
    (employersUnknown.length > 0 && !createsEmployers)
  )
}

/** Members without a date of joining in the file get one that the officer has seen. */
function JoinedOn({
  rows,
  value,
  error,
  onChange,
}: {
  rows: number
  value: string
  error: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <Card
      title="When did they join?"
      description={`${plural(rows, 'row')} ${rows === 1 ? 'has' : 'have'} no date of joining. It counts for the waiting time before a loan.`}
    >
      <DateField
        label="Joined on"
        hint="For rows without a date in the file"
        max={todayInLagos()}
        value={value}
        onChange={onChange}
        error={error}
      />
    </Card>
  )
}

function Counted({
  total,
  counted,
  accepted,
  onAccept,
  onChange,
}: {
  total: Kobo
  counted: Kobo | undefined
  accepted: boolean
  onAccept: (accepted: boolean) => void
  onChange: (amount: Kobo | undefined) => void
}) {
  const difference = counted === undefined ? undefined : subtract(counted, total)
  return (
    <div className="stack counted">
      <MoneyField label="Cash or transfer counted" value={counted} onChange={onChange} />
      <div className="counted__result" aria-live="polite">
        {difference === 0n && (
          <Tag tone="success" icon={CircleCheck}>
            Agrees with the file
          </Tag>
        )}
        {difference !== undefined && difference !== 0n && (
          <Banner
            tone="warning"
            title={`${moneyText((difference < 0n ? -difference : difference) as Kobo)} too ${difference < 0n ? 'little' : 'much'}`}
          >
            The file adds up to {moneyText(total)}, you counted {moneyText(counted as Kobo)}. Look for a wrong amount or
            a missing row first.
          </Banner>
        )}
      </div>
      {difference !== 0n && (
        <Checkbox
          label={
            difference === undefined
              ? `Record ${moneyText(total)} without counting`
              : `Record the ${moneyText(total)} of the file all the same`
          }
          checked={accepted}
          onChange={onAccept}
        />
      )}
    </div>
  )
}
