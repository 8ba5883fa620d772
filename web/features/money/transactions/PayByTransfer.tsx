import { useQuery } from '@tanstack/react-query'
import { listBankAccountDetails } from '#contract/money/bank-accounts.ts'
import { query } from '#web/api/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** Where the society takes transfers, above the form that reports one; nothing where no account is shown to members. */
export function PayByTransfer() {
  const { data } = useQuery(query(listBankAccountDetails, {}))
  const accounts = data?.flatMap(({ details }) => details ?? []) ?? []
  if (accounts.length === 0) return null
  return (
    <Banner title="Pay by transfer to">
      {accounts.map(({ bank, accountNumber, accountName }) => (
        <p key={accountNumber} className="row">
          <span>
            {bank}, <strong className="number">{accountNumber}</strong>, {accountName}
          </span>
          <CopyButton text={accountNumber} label="Copy number" />
        </p>
      ))}
      <p>Write your name and membership number in the narration.</p>
    </Banner>
  )
}
