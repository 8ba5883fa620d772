import { useQuery } from '@tanstack/react-query'
import { releasePledge, placePledge } from '#features/savings/pledges/contract.ts'
import { listMemberAccounts } from '#features/savings/transactions/movements.ts'
import { useState } from 'react'
import type { AccountTypeId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { FoundMember } from '#ui/parts/choices.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { Select } from '#ui/Select.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Pledge } from './api.ts'

/** The form of a hold: an amount of a member's account that must stay. */
export function PlacePledge({ onClose }: { onClose: () => void }) {
  const [member, setMember] = useState<FoundMember>()
  const [amount, setAmount] = useState<Kobo>()
  const [accountTypeId, setAccountTypeId] = useState<AccountTypeId>()
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const accounts = useQuery({
    ...query(listMemberAccounts, { memberId: member?.memberid as MemberId }),
    enabled: member !== undefined,
  })
  const place = useAction(placePledge)
  const held = accounts.data?.filter(({ balance }) => balance > 0n) ?? []
  const chosen = accountTypeId ?? held[0]?.accountTypeId
  const problems: Record<string, string> = {
    ...(member ? {} : { memberId: 'Choose the member' }),
    ...(amount !== undefined && amount > 0n ? {} : { amount: 'Enter the amount, such as 25,000 or 25k' }),
    ...(reason.trim() === '' ? { reason: 'Give the reason' } : {}),
  }
  const refused = place.error ? fieldErrors(place.error) : {}
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0
  function submit() {
    setTries(tries + 1)
    if (!isReady || !member || amount === undefined) return
    place.mutate(
      { memberId: member.memberid, accountTypeId: chosen, amount, reason: reason.trim() },
      toastThen((placed) => `${moneyText(placed.amount)} is held`, onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Hold an amount"
      description="It stays on the account and earns as before, but cannot leave by any way until somebody releases it. The member sees it with the reason."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="place-pledge" busy={place.isPending}>
          {isReady && amount !== undefined ? `Hold ${moneyText(amount)}` : 'Hold'}
        </CancelOr>
      }
    >
      <Form
        id="place-pledge"
        className="stack"
        problems={tries > 0 && !isReady ? tries : place.error}
        onSubmit={submit}
      >
        <ActionProblem
          error={place.error}
          title="Could not place the hold"
          isBeside={Object.keys(refused).length > 0}
        />
        <MemberField
          label="Member"
          autoFocus
          selected={member}
          error={shown['memberId']}
          onSelect={(found) => {
            setMember(found)
            setAccountTypeId(undefined)
          }}
        />
        {held.length > 0 && (
          <Select
            label="Account"
            value={chosen ?? ''}
            options={held.map(({ accountTypeId: id, name, free }) => ({
              value: id,
              label: `${name}, ${moneyText(free)} free`,
            }))}
            onChange={(id) => setAccountTypeId(id || undefined)}
            error={shown['accountTypeId']}
          />
        )}
        <MoneyField
          label="Amount"
          hint="25k means 25,000"
          value={amount}
          onChange={setAmount}
          error={shown['amount']}
        />
        <TextAreaField
          label="Reason"
          name="reason"
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={shown['reason']}
        />
      </Form>
    </Drawer>
  )
}

export function ReleasePledge({ pledge, onClose }: { pledge: Pledge; onClose: () => void }) {
  const { id: pledgeId, amount, memberName, account } = pledge
  return (
    <ReasonDialog
      endpoint={releasePledge}
      input={{ pledgeId }}
      title={`Release ${moneyText(amount)}?`}
      description={`${account} of ${memberName} can then be paid out again.`}
      look="primary"
      button={`Release ${moneyText(amount)}`}
      failed="This was not released"
      done={`${moneyText(amount)} is free again`}
      onClose={onClose}
    />
  )
}
