import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { getConfiguration } from '#features/society/configuration/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { recordMovement } from '#features/savings/transactions/movements.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import type { MovementType } from '#features/savings/transactions/rules/movement-types.ts'
import { isInShares } from '#features/savings/transactions/rules/movement.ts'
import type { Prefill } from '#features/savings/transactions/rules/prefill.ts'
import { proofsMax } from '#features/savings/transactions/rules/proofs.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useWillWait } from '#ui/parts/approval-rules.ts'
import { choiceQueries } from '#ui/parts/choices.ts'
import { useSession } from '#ui/session/session.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { amountProblem } from '#ui/amount-problem.ts'
import { dayProblem } from '#ui/day-problem.ts'
import { moneyText, todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { MovementFields, type Problems, type Values } from './MovementFields.tsx'
import { MovementSummary } from './MovementSummary.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const PayByTransfer = lazy(async () => ({ default: (await import('./PayByTransfer.tsx')).PayByTransfer }))
const FilesField = lazy(async () => ({ default: (await import('#ui/FilesField.tsx')).FilesField }))

const words = {
  deposit: { title: strings.recordDeposit, verb: strings.record, done: 'recorded', lost: 'recorded' },
  withdrawal: { title: strings.recordWithdrawal, verb: strings.payOut, done: strings.paidOut, lost: 'recorded' },
  transfer: {
    title: strings.transferBetweenAccounts,
    verb: strings.transfer,
    done: 'transferred',
    lost: 'transferred',
  },
  share_purchase: {
    title: strings.buyShares,
    verb: strings.buySharesFor,
    done: strings.putIntoShares,
    lost: 'recorded',
  },
  share_transfer: {
    title: strings.transferShares,
    verb: strings.transferSharesOf,
    done: strings.ofSharesTransferred,
    lost: 'transferred',
  },
  share_redemption: {
    title: strings.redeemShares,
    verb: strings.redeem,
    done: strings.ofSharesRedeemed,
    lost: 'redeemed',
  },
  charge: { title: strings.chargeOrFine, verb: strings.charge, done: 'charged', lost: 'charged' },
} as const

const ownWords: Partial<Record<MovementType, { title: string; verb: string; done: string; lost: string }>> = {
  deposit: {
    title: strings.reportADeposit,
    verb: strings.report,
    done: strings.reportedAnOfficerChecksIt,
    lost: 'reported',
  },
  withdrawal: {
    title: strings.requestAWithdrawal,
    verb: strings.request,
    done: strings.requestedAnOfficerDecides,
    lost: 'requested',
  },
  transfer: {
    title: strings.requestATransfer,
    verb: strings.request,
    done: strings.requestedAnOfficerDecides,
    lost: 'requested',
  },
  share_purchase: {
    title: strings.buyShares,
    verb: strings.askForSharesOf,
    done: strings.askedForAnOfficerDecides,
    lost: 'requested',
  },
}

/** The form of one movement: an officer's is posted at once or waits for approval, a member's own waits for an officer. */
export function RecordMovement({
  type,
  officer,
  prefill,
  onClose,
}: {
  type: MovementType
  officer: boolean
  prefill?: Prefill
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>(() => ({
    saver: undefined,
    taker: undefined,
    amount: prefill?.amount,
    shares: '',
    occurredOn: prefill?.occurredOn ?? todayInLagos(),
    accountTypeId: undefined,
    toAccountTypeId: undefined,
    place: '',
    paidThrough: prefill?.paidThrough,
    incomeAccountId: undefined,
    reference: '',
    description: prefill?.description ?? '',
  }))
  const [proofs, setProofs] = useState<readonly File[]>([])
  const [tries, setTries] = useState(0)
  const [chosen, setChosen] = useState(false)
  const session = useSession()
  const accountTypes = useQuery(choiceQueries.accountTypes())
  const settings = useQuery({ ...query(getConfiguration, {}), enabled: isInShares(type) })
  const proposed = useQuery({
    ...choiceQueries.members(prefill?.membershipno ?? '', false),
    enabled: prefill !== undefined && prefill.membershipno !== '',
  })
  const record = useAction(recordMovement)
  const said = (!officer && ownWords[type]) || words[type]
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if ('saver' in changes) setChosen(true)
    if (record.error) record.reset()
  }
  const standard = accountTypes.data?.find(({ isDefault }) => isDefault)?.id
  // A member whom the bank statement proposes is in the form until another one is chosen.
  const saver =
    values.saver ??
    (chosen ? undefined : proposed.data?.find(({ membershipno }) => membershipno === prefill?.membershipno))
  const filled = {
    ...values,
    saver,
    accountTypeId: values.accountTypeId ?? standard,
    toAccountTypeId: values.toAccountTypeId ?? (type === 'transfer' && values.taker ? standard : undefined),
    place: values.place || (type === 'charge' ? 'society:' : (standard ?? '')),
  }
  const amount = isInShares(type) ? worthOf(filled.shares, settings.data?.shareParValue) : filled.amount
  const problems = problemsOf(type, filled, amount, officer)
  const waits = useWillWait(
    type === 'transfer' && values.taker ? 'member_transfer' : type,
    officer ? amount : undefined,
  )
  const refused: Problems = record.error ? fieldErrors(record.error) : {}
  const shown: Problems = { ...refused, ...(tries > 0 ? problems : {}) }
  const ready = Object.keys(problems).length === 0 && amount !== undefined ? amount : undefined

  function submit() {
    setTries(tries + 1)
    if (ready === undefined) return
    record.mutate(
      { ...bodyOf(type, filled, ready, officer), bankLineId: prefill?.bankLineId },
      {
        onSuccess: async (recorded) => {
          if (proofs.length > 0) await (await import('./proofs-api.ts')).sendProofs(recorded.id, proofs)
          toast.success(
            `${moneyText(recorded.amount)} ${officer && recorded.status === 'pending' ? strings.sentForApproval : said.done}`,
          )
          onClose()
        },
      },
    )
  }
  const memberId = officer ? saver?.memberid : (session?.memberId ?? undefined)
  const named = Object.keys(refused).some((field) => field in values || field === 'memberId' || field === 'toMemberId')
  return (
    <Drawer
      open
      onClose={onClose}
      title={said.title}
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            {ready === undefined ? (
              <span className="muted">{strings.reviewTheSummaryHereBefore}</span>
            ) : (
              <>
                <MovementSummary type={type} officer={officer} values={filled} amount={ready} />
                {waits && ` ${strings.anotherOfficerApprovesItBefore}`}
              </>
            )}
          </p>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button look="primary" type="submit" form="record-movement" busy={record.isPending}>
            {waits ? strings.sendForApproval : ready === undefined ? said.verb : `${said.verb} ${moneyText(ready)}`}
          </Button>
        </>
      }
    >
      <Form
        id="record-movement"
        className="stack"
        problems={tries > 0 && ready === undefined ? tries : record.error}
        onSubmit={submit}
      >
        <ActionProblem error={record.error} title={fill(strings.thisWasNot, { lost: said.lost })} isBeside={named} />
        {!officer && type === 'deposit' && (
          <Suspense>
            <PayByTransfer />
          </Suspense>
        )}
        <MovementFields type={type} officer={officer} memberId={memberId} values={filled} shown={shown} set={set} />
        {!officer && type === 'deposit' && (
          <Suspense>
            <FilesField
              name="Proof to send"
              label={strings.addProof}
              hint={strings.optionalPhotographTheTellerOr}
              files={proofs}
              onChange={setProofs}
              max={proofsMax}
            />
          </Suspense>
        )}
      </Form>
    </Drawer>
  )
}

function wholeNumber(text: string): number | undefined {
  const digits = text.trim().replaceAll(',', '')
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : undefined
}

function worthOf(shares: string, parValue: Kobo | undefined): Kobo | undefined {
  const count = wholeNumber(shares)
  return count === undefined || parValue === undefined ? undefined : kobo(BigInt(count) * parValue)
}

function problemsOf(
  type: MovementType,
  { saver, taker, shares, occurredOn, accountTypeId, toAccountTypeId, incomeAccountId, description }: Values,
  amount: Kobo | undefined,
  officer: boolean,
): Problems {
  return {
    ...(officer && !saver ? { memberId: strings.chooseTheMember } : {}),
    ...(type === 'share_transfer' && !taker ? { toMemberId: strings.chooseWhoGetsTheShares } : {}),
    ...(isInShares(type) && wholeNumber(shares) === undefined ? { shares: strings.enterAWholeNumberOf } : {}),
    ...(isInShares(type) ? {} : amountProblem(amount)),
    ...(type === 'transfer' && !toAccountTypeId ? { toAccountTypeId: strings.chooseTheAccount } : {}),
    ...(type === 'transfer' && !taker && toAccountTypeId && toAccountTypeId === accountTypeId
      ? { toAccountTypeId: strings.chooseAnotherAccountToTransfer }
      : {}),
    ...(type === 'transfer' && taker && !description.trim() ? { description: strings.sayWhyItGoesTo } : {}),
    ...(type === 'charge' && !incomeAccountId ? { incomeAccountId: strings.chooseWhatItIsFor } : {}),
    ...dayProblem('occurredOn', occurredOn),
  }
}

/** The request that the form is for. */
function bodyOf(type: MovementType, values: Values, amount: Kobo, officer: boolean): Parsed<typeof recordMovement> {
  const {
    saver,
    taker,
    shares,
    occurredOn,
    accountTypeId,
    toAccountTypeId,
    place,
    paidThrough,
    incomeAccountId,
    reference,
    description,
  } = values
  const account = place.startsWith('society:') ? undefined : (place as AccountTypeId)
  const money =
    place.startsWith('society:') && place !== 'society:' ? (place.slice('society:'.length) as AccountId) : undefined
  const whole = wholeNumber(shares)
  const shared = {
    type,
    memberId: saver?.memberid,
    reference: reference.trim() || undefined,
    description: description.trim() || undefined,
    ...(isInShares(type) ? { shares: whole } : { amount }),
    // What a member asks for is dated when it is decided; only their deposit has a day already.
    ...(officer || type === 'deposit' ? { occurredOn: occurredOn as Day } : {}),
  }
  switch (type) {
    case 'deposit':
    case 'withdrawal':
      return { ...shared, accountTypeId, ...(officer ? { paidThrough } : {}) }
    case 'transfer':
      return { ...shared, accountTypeId, toAccountTypeId, ...(officer ? { toMemberId: taker?.memberid } : {}) }
    case 'share_purchase':
      return { ...shared, accountTypeId: account, paidThrough: money }
    case 'share_transfer':
      return { ...shared, toMemberId: taker?.memberid }
    case 'share_redemption':
      return { ...shared, toAccountTypeId: account, paidThrough: money }
    case 'charge':
      return { ...shared, accountTypeId: account, paidThrough: money, incomeAccountId }
  }
}
