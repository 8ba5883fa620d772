import { useQuery } from '@tanstack/react-query'
import { listBankAccountDetails } from '#contract/money/bank-accounts.ts'
import { Check, Copy } from 'lucide'
import { useState } from 'react'
import { query } from '#web/api/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Where the society takes transfers, above the form that reports one; nothing where no account is shown to members. */
export function PayByTransfer() {
  const { data } = useQuery(query(listBankAccountDetails, {}))
  const [copied, setCopied] = useState<string>()
  const accounts = data?.flatMap(({ details }) => details ?? []) ?? []
  if (accounts.length === 0) return null
  return (
    <Banner title="Pay by transfer to">
      {accounts.map(({ bank, accountNumber, accountName }) => (
        <p key={accountNumber} className="row">
          <span>
            {bank}, <strong className="number">{accountNumber}</strong>, {accountName}
          </span>
          <Button
            size="small"
            icon={copied === accountNumber ? Check : Copy}
            onClick={() => void navigator.clipboard.writeText(accountNumber).then(() => setCopied(accountNumber))}
          >
            {copied === accountNumber ? 'Copied' : 'Copy number'}
          </Button>
        </p>
      ))}
      <p>Write your name and membership number in the narration.</p>
    </Banner>
  )
}
