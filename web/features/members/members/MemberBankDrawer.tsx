import { useState } from 'react'
import { updateBankDetails } from '#contract/members/bank-details.ts'
import type { MemberId } from '#domain/ids.ts'
import { type BankDetails, banks, fitsBank } from '#domain/members/members/bank-details.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Drawer, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'

/** The bank account that a member is paid to. With another officer the change waits for approval. */
export function MemberBankDrawer({
  memberId,
  name,
  known,
  onClose,
}: {
  memberId: MemberId
  name: string
  known: BankDetails | null
  onClose: () => void
}) {
  const [bankName, setBankName] = useState(known?.bankName ?? '')
  const [accountNumber, setAccountNumber] = useState(known?.accountNumber ?? '')
  const [accountName, setAccountName] = useState(known?.accountName ?? name)
  const [tries, setTries] = useState(0)
  const update = useAction(updateBankDetails)
  const digits = accountNumber.replaceAll(/\s/g, '')
  const isWhole = /^\d{10}$/.test(digits)
  const problems = {
    ...(bankName.trim() === '' && { bankName: 'Choose or enter the bank' }),
    ...(!isWhole && { accountNumber: 'Enter the 10 digits of the account number' }),
    ...(accountName.trim() === '' && { accountName: 'Enter the name on the account' }),
  }
  const refused = fieldErrors(update.error)
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const doubtful = isWhole && bankName.trim() !== '' && !fitsBank({ bankName, accountNumber: digits })
  function submit() {
    setTries(tries + 1)
    if (Object.keys(problems).length > 0) return
    update.mutate(
      { memberId, bankName: bankName.trim(), accountNumber: digits, accountName: accountName.trim() },
      toastThen('Bank details saved. The member was notified.', onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={`Bank details of ${name}`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="member-bank" busy={update.isPending}>
          Save
        </CancelOr>
      }
    >
      <Form
        id="member-bank"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : update.error}
      >
        {update.error && Object.keys(refused).length === 0 && (
          <RefusedBanner title="The bank details were not saved" error={update.error} />
        )}
        <TextField
          label="Bank"
          list="banks"
          autoComplete="off"
          maxLength={80}
          value={bankName}
          onChange={setBankName}
          error={shown['bankName']}
          data-autofocus
        />
        <datalist id="banks">
          {banks.map((bank) => (
            <option key={bank.name} value={bank.name} />
          ))}
        </datalist>
        <TextField
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={13}
          hint={
            doubtful
              ? `This does not look like an account number of ${bankName.trim()}. Check the digits; you can save it all the same.`
              : '10 digits'
          }
          value={accountNumber}
          onChange={setAccountNumber}
          error={shown['accountNumber']}
        />
        <TextField
          label="Account name"
          autoComplete="off"
          maxLength={120}
          value={accountName}
          onChange={setAccountName}
          error={shown['accountName']}
        />
      </Form>
    </Drawer>
  )
}
