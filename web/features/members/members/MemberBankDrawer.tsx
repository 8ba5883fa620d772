import { useState } from 'react'
import { updateBankDetails } from '#contract/members/bank-details.ts'
import type { MemberId } from '#domain/ids.ts'
import { type BankDetails, banks, fitsBank } from '#domain/members/members/bank-details.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDrawer, useTried } from '#web/ui/FormDrawer.tsx'
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
  const update = useAction(updateBankDetails)
  const digits = accountNumber.replaceAll(/\s/g, '')
  const isWhole = /^\d{10}$/.test(digits)
  const problems = {
    ...(bankName.trim() === '' && { bankName: 'Choose or enter the bank' }),
    ...(!isWhole && { accountNumber: 'Enter the 10 digits of the account number' }),
    ...(accountName.trim() === '' && { accountName: 'Enter the name on the account' }),
  }
  const tried = useTried(update, problems)
  const { shown } = tried
  const doubtful = isWhole && bankName.trim() !== '' && !fitsBank({ bankName, accountNumber: digits })
  function submit() {
    update.mutate(
      { memberId, bankName: bankName.trim(), accountNumber: digits, accountName: accountName.trim() },
      toastThen('Bank details saved. The member was notified.', onClose),
    )
  }
  return (
    <FormDrawer
      id="member-bank"
      tried={tried}
      title={`Bank details of ${name}`}
      button="Save"
      failed="The bank details were not saved"
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDrawer>
  )
}
