import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { getConfiguration } from '#contract/society/configuration.ts'
import type { Parsed } from '#contract/endpoint.ts'
import { recordMovement } from '#contract/money/movements.ts'
import { type Day } from '#domain/calendar.ts'
import type { AccountId, AccountTypeId } from '#domain/ids.ts'
import { type Kobo, kobo } from '#domain/money.ts'
import type { MovementType } from '#domain/money/transactions/movement-types.ts'
import { isInShares } from '#domain/money/transactions/movement.ts'
import type { Prefill } from '#domain/money/transactions/prefill.ts'
import { proofsMax } from '#domain/money/transactions/proofs.ts'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { fieldErrors, isConnectionProblem } from '#web/api/api-error.ts'
import { useWillWait } from '#web/parts/approval-rules.ts'
import { choiceQueries } from '#web/parts/choices.ts'
import { useSession } from '#web/session/session.ts'
import { ActionProblem } from '#web/ui/ActionProblem.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { amountProblem } from '#web/ui/amount-problem.ts'
import { dayProblem } from '#web/ui/day-problem.ts'
import { moneyText, todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { MovementFields, type Problems, type Values } from './MovementFields.tsx'
import { MovementSummary } from './MovementSummary.tsx'

const PayByTransfer = lazy(async () => ({ default: (await import('./PayByTransfer.tsx')).PayByTransfer }))
const FilesField = lazy(async () => ({ default: (await import('#web/ui/FilesField.tsx')).FilesField }))

const words = {
  deposit: { title: 'Record deposit', verb: 'Record', done: 'recorded', lost: 'recorded' },
  withdrawal: { title: 'Record withdrawal', verb: 'Pay out', done: 'paid out', lost: 'recorded' },
  transfer: { title: 'Transfer between accounts', verb: 'Transfer', done: 'transferred', lost: 'transferred' },
  share_purchase: { title: 'Buy shares', verb: 'Buy shares for', done: 'put into shares', lost: 'recorded' },
  share_transfer: {
    title: 'Transfer shares',
    verb: 'Transfer shares of',
    done: 'of shares transferred',
    lost: 'transferred',
  },
  share_redemption: { title: 'Redeem shares', verb: 'Redeem', done: 'of shares redeemed', lost: 'redeemed' },
  charge: { title: 'Charge or fine', verb: 'Charge', done: 'charged', lost: 'charged' },
} as const

const ownWords: Partial<Record<MovementType, { title: string; verb: string; done: string; lost: string }>> = {
  deposit: { title: 'Report a deposit', verb: 'Report', done: 'reported. An officer checks it.', lost: 'reported' },
  withdrawal: {
    title: 'Request a withdrawal',
    verb: 'Request',
    done: 'requested. An officer decides.',
    lost: 'requested',
  },
  transfer: { title: 'Request a transfer', verb: 'Request', done: 'requested. An officer decides.', lost: 'requested' },
  share_purchase: {
    title: 'Buy shares',
    verb: 'Ask for shares of',
    done: 'asked for. An officer decides.',
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
  // Without an answer no one knows whether it was recorded: only the very same request may be sent again.
  const unsure = isConnectionProblem(record.error)
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if ('saver' in changes) setChosen(true)
    if (record.error && !unsure) record.reset()
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
    place: values.place || (type === 'charge' ? 'society:' : (standard ?? '')),
  }
  const amount = isInShares(type) ? worthOf(filled.shares, settings.data?.shareParValue) : filled.amount
  const problems = problemsOf(type, filled, amount, officer)
  const waits = useWillWait(type, officer ? amount : undefined)
  const refused: Problems = record.error ? fieldErrors(record.error) : {}
  const shown: Problems = { ...refused, ...(tries > 0 ? problems : {}) }
  const ready = Object.keys(problems).length === 0 && amount !== undefined ? amount : undefined

  function submit() {
    setTries(tries + 1)
    if (ready === undefined) return
    record.mutate(bodyOf(type, filled, ready, officer), {
      onSuccess: async (recorded) => {
        if (proofs.length > 0) await (await import('./proofs-api.ts')).sendProofs(recorded.id, proofs)
        toast.success(
          `${moneyText(recorded.amount)} ${officer && recorded.status === 'pending' ? 'sent for approval' : said.done}`,
        )
        onClose()
      },
    })
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
              <span className="muted">Review the summary here before you confirm.</span>
            ) : (
              <>
                <MovementSummary type={type} officer={officer} values={filled} amount={ready} />
                {waits && ' Another officer approves it before it is posted.'}
              </>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="record-movement" busy={record.isPending}>
            {waits ? 'Send for approval' : ready === undefined ? said.verb : `${said.verb} ${moneyText(ready)}`}
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
        <ActionProblem error={record.error} title={`This was not ${said.lost}`} done={said.lost} isBeside={named} />
        {!officer && type === 'deposit' && (
          <Suspense>
            <PayByTransfer />
          </Suspense>
        )}
        <fieldset className="stack" disabled={unsure || record.isPending}>
          <MovementFields type={type} officer={officer} memberId={memberId} values={filled} shown={shown} set={set} />
          {!officer && type === 'deposit' && (
            <Suspense>
              <FilesField
                name="Proof to send"
                label="Add proof"
                hint="Optional: photograph the teller or add a screenshot of the transfer, as picture or PDF"
                files={proofs}
                onChange={setProofs}
                max={proofsMax}
              />
            </Suspense>
          )}
        </fieldset>
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
  { saver, taker, shares, occurredOn, accountTypeId, toAccountTypeId, incomeAccountId }: Values,
  amount: Kobo | undefined,
  officer: boolean,
): Problems {
  return {
    ...(officer && !saver ? { memberId: 'Choose the member' } : {}),
    ...(type === 'share_transfer' && !taker ? { toMemberId: 'Choose who gets the shares' } : {}),
    ...(isInShares(type) && wholeNumber(shares) === undefined ? { shares: 'Enter a whole number of shares' } : {}),
    ...(isInShares(type) ? {} : amountProblem(amount)),
    ...(type === 'transfer' && !toAccountTypeId ? { toAccountTypeId: 'Choose the account' } : {}),
    ...(type === 'transfer' && toAccountTypeId && toAccountTypeId === accountTypeId
      ? { toAccountTypeId: 'Choose another account to transfer to.' }
      : {}),
    ...(type === 'charge' && !incomeAccountId ? { incomeAccountId: 'Choose what it is for' } : {}),
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
    description,
  } = values
  const account = place.startsWith('society:') ? undefined : (place as AccountTypeId)
  const money =
    place.startsWith('society:') && place !== 'society:' ? (place.slice('society:'.length) as AccountId) : undefined
  const whole = wholeNumber(shares)
  const shared = {
    type,
    memberId: saver?.memberid,
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
      return { ...shared, accountTypeId, toAccountTypeId }
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
