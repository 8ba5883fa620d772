import { useState } from 'react'
import { updateBankDetails } from '#features/members/bank-details/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { accountNumberFrom, type BankDetails } from '#features/members/members/rules/bank-details.ts'
import { useAction } from '#ui/api/use-action.ts'
import { BankFields } from '#ui/parts/BankFields.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { toastThen } from '#ui/toast.ts'

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
  const digits = accountNumberFrom(accountNumber)
  const problems = {
    ...(bankName.trim() === '' && { bankName: 'Choose or enter the bank' }),
    ...(!/^\d{10}$/.test(digits) && { accountNumber: 'Enter the 10 digits of the account number' }),
    ...(accountName.trim() === '' && { accountName: 'Enter the name on the account' }),
  }
  const tried = useTried(update, problems)
  const { shown } = tried
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
      <BankFields
        bankName={{ value: bankName, onChange: setBankName, error: shown['bankName'], 'data-autofocus': true }}
        accountNumber={{ value: accountNumber, onChange: setAccountNumber, error: shown['accountNumber'] }}
        accountName={{ value: accountName, onChange: setAccountName, error: shown['accountName'] }}
      />
    </FormDrawer>
  )
}
