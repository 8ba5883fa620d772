import { useQuery } from '@tanstack/react-query'
import { listPostingAccounts } from '#features/savings/transactions/movements.ts'
import { recordPaymentCase, reversePayment } from '#features/payments/cases/contract.ts'
import { useState } from 'react'
import { badDebtsCode, gatewayCode } from '#features/accounting/books/rules/chart.ts'
import type { AccountId } from '#core/ids.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { may } from '#ui/session/may.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Select } from '#ui/Select.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { caseKindWords, type PaymentCase } from './cases-api.ts'

type Way = 'reverse' | 'record'

/** Puts what the provider gave back into the books: the payment is reversed, or the amount goes to an account of the society. */
export function HandleCaseDialog({ of, onClose }: { of: PaymentCase; onClose: () => void }) {
  const { id, kind, amount, received } = of
  const isWhole = amount === received && may('transaction.decide')
  const [way, setWay] = useState<Way>(isWhole ? 'reverse' : 'record')
  const [chosen, setChosen] = useState<AccountId>()
  const accounts = useQuery(query(listPostingAccounts, { use: 'journal' }))
  const choices = (accounts.data ?? []).filter(
    ({ class: kindOf, code }) => (kindOf === 'asset' || kindOf === 'expense') && code !== gatewayCode,
  )
  const accountId = chosen ?? choices.find(({ code }) => code === badDebtsCode)?.id
  const reverse = useAction(reversePayment)
  const record = useAction(recordPaymentCase)
  const error = way === 'reverse' ? reverse.error : record.error
  const refused = fieldErrors(record.error)['accountId']
  const word = caseKindWords[kind].toLowerCase()
  function submit() {
    if (way === 'reverse') reverse.mutate({ caseId: id }, toastThen('Payment reversed', onClose))
    else if (accountId)
      record.mutate(
        { caseId: id, accountId },
        toastThen(({ books }) => (books === 'waiting' ? 'Sent for approval' : 'Recorded'), onClose),
      )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Record the ${word}`}
      description={`${moneyText(amount)} was given back to the payer. Until it is recorded, Gateway clearing shows it as held by the provider.`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          type="submit"
          form="handle-case"
          busy={reverse.isPending || record.isPending}
        >
          {way === 'reverse' ? 'Reverse the payment' : 'Record to the account'}
        </CancelOr>
      }
    >
      <Form id="handle-case" className="stack" onSubmit={submit} problems={error}>
        <ActionProblem error={error} title={`The ${word} was not recorded`} isBeside={refused !== undefined} />
        <Select
          label="How"
          value={way}
          options={[
            ...(isWhole ? [{ value: 'reverse' as const, label: 'Reverse the payment' }] : []),
            { value: 'record' as const, label: 'Record to an account' },
          ]}
          onChange={(next) => setWay(next === 'reverse' ? 'reverse' : 'record')}
        />
        {way === 'reverse' ? (
          <p>
            All that the payment posted is reversed, dated today; the provider’s charge stays an expense. Where your
            settings ask for it, another officer approves it first.
          </p>
        ) : (
          <>
            <p>
              The payment stays on the member’s account. Choose bad debts for a loss, or an asset account where somebody
              owes it to the society.
            </p>
            <Select
              label="Account"
              value={accountId ?? ''}
              options={choices.map((each) => ({ value: each.id, label: `${each.code} ${each.name}` }))}
              onChange={(next) => setChosen(next === '' ? undefined : next)}
              error={refused}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
