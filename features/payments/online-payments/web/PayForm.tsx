import { useQuery } from '@tanstack/react-query'
import { listLoans } from '#features/loans/loans/contract.ts'
import { listContributions } from '#features/savings/contributions/contract.ts'
import { getPaymentOffer, startPayment } from '#features/payments/online-payments/contract.ts'
import { WalletCards } from 'lucide'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { dayIn, dayText, type Period, periodOf } from '#core/calendar.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { contributionMonth } from '#features/savings/contributions/rules/contribution.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { useNavigate } from '#ui/router/place.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { moneyText } from '#ui/format.ts'
import { type Chosen, linesOf, type Payable, PayLines, totalOf } from '#ui/parts/PayLines.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What is due is chosen at once, so an answer that the device kept from before would ask for what is paid already. */
const askedNow = { refetchOnMount: 'always' } as const

/** What the member can pay, with what is due filled in. */
export function PayForm() {
  const offer = useQuery(query(getPaymentOffer, {}))
  const months = useQuery({ ...query(listContributions, { limit: 24, sort: '-period' }), ...askedNow })
  const loans = useQuery({ ...wholeList(listLoans, { status: 'active' }), ...askedNow })
  const problem = [offer, months, loans].find(({ isError }) => isError)
  if (problem) return <LoadProblem title={strings.failedToLoadWhatIs} of={problem} />
  if (months.isPaused || loans.isPaused)
    return <Banner title={strings.noNetwork}>{strings.payingOnlineNeedsTheNetwork}</Banner>
  const areNew = months.isFetchedAfterMount && loans.isFetchedAfterMount
  if (!offer.data || !months.data || !loans.data || !areNew) return <SkeletonLines lines={6} />
  if (!offer.data.isOn)
    return (
      <EmptyState icon={WalletCards} title={strings.onlinePaymentsAreOff}>
        {strings.payByTransferOrAt}
      </EmptyState>
    )
  const shares: Payable = {
    key: 'shares',
    label: strings.shares,
    hint: fill(strings.eachShareIs, { shareParValue: moneyText(offer.data.shareParValue) }),
    amount: undefined,
    line: { kind: 'shares' },
  }
  return (
    <Fields
      offer={offer.data}
      payables={[...contributionsDue(months.data.rows), ...loans.data.map(repaymentOf), shares]}
    />
  )
}

/** Months that are not paid, the oldest first, and this month in any case. */
function contributionsDue(months: readonly Replied<typeof listContributions>[]): Payable[] {
  const now = periodOf(dayIn(new Date()))
  const due = months.filter(({ outstanding, broughtForward }) => outstanding > 0n && !broughtForward)
  const payable = (period: Period, label: string, amount: Kobo | undefined, hint: string): Payable => ({
    key: `contribution ${period}`,
    label: fill(strings.contributionFor, { label }),
    hint,
    amount,
    line: { kind: 'contribution', period },
  })
  return [
    ...due
      .toReversed()
      .map((row) =>
        payable(
          row.period,
          contributionMonth(row),
          row.outstanding,
          fill(strings.isOutstanding, { outstanding: moneyText(row.outstanding) }),
        ),
      ),
    ...(due.some(({ period }) => period === now)
      ? []
      : [
          payable(
            now,
            contributionMonth({ period: now, broughtForward: false }),
            undefined,
            strings.nothingIsOutstanding,
          ),
        ]),
  ]
}

function repaymentOf({ id, loanConfig, overdue, next, outstanding }: Replied<typeof listLoans>): Payable {
  const amount = overdue > 0n ? overdue : next?.amount
  return {
    key: `loan ${id}`,
    label: fill(strings.loanConfigLoan, { loanConfig }),
    hint:
      overdue > 0n
        ? fill(strings.isOverdue, { overdue: moneyText(overdue) })
        : next
          ? fill(strings.isDueOnWhatIs, { amount: moneyText(next.amount), on: dayText(next.on) })
          : fill(strings.isOutstanding, { outstanding: moneyText(outstanding) }),
    amount,
    line: { kind: 'repayment', loanId: id },
  }
}

/** What is due at the start: everything overdue or due next, so that most only press the button. */
function dueOf(payables: readonly Payable[]): Chosen {
  return Object.fromEntries(
    payables.filter(({ amount }) => amount !== undefined && amount > zeroKobo).map(({ key, amount }) => [key, amount]),
  )
}

function Fields({ offer, payables }: { offer: Replied<typeof getPaymentOffer>; payables: readonly Payable[] }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Chosen>(() => dueOf(payables))
  const [tries, setTries] = useState(0)
  const start = useAction(startPayment)
  const lines = linesOf(payables, chosen)
  const total = totalOf(chosen)
  const isEmpty = Object.keys(chosen).length === 0
  const refused = fieldErrors(start.error)
  const lacking =
    tries === 0 ? undefined : isEmpty ? strings.chooseWhatToPay : lines ? undefined : strings.enterAnAmountForEach
  function submit() {
    setTries(tries + 1)
    if (!lines || isEmpty) return
    start.mutate(
      { lines },
      { onSuccess: ({ id }) => navigate({ to: '/member/pay', search: { payment: id, go: 'checkout' } }) },
    )
  }
  return (
    <Form className="stack" onSubmit={submit} problems={start.error}>
      <ActionProblem
        error={start.error}
        title={strings.thePaymentWasNotBegun}
        isBeside={Object.keys(refused).some((field) => field.startsWith('lines.'))}
      />
      <PayLines payables={payables} chosen={chosen} onChoose={setChosen} errors={refused} />
      {lacking && <Banner tone="danger" title={lacking} />}
      {offer.chargeBorneBy === 'member' && <p className="muted">{strings.theChargeOfThePayment}</p>}
      <Button look="primary" type="submit" wide busy={start.isPending}>
        {total > zeroKobo ? fill(strings.payTotal, { total: moneyText(total) }) : strings.pay}
      </Button>
    </Form>
  )
}
