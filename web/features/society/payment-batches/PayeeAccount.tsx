import type { AccountWarning } from '#domain/society/payment-batches/payment-batch.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { warningWords } from './api.ts'

/** Where a payment goes, with what to look at before it does. */
export function PayeeAccount({
  account,
  warnings,
}: {
  account: { bankName: string; accountNumber: string; accountName: string } | null
  warnings: readonly AccountWarning[]
}) {
  if (!account) return <Tag tone="danger">No bank account</Tag>
  return (
    <div>
      {account.bankName} <span className="number">{account.accountNumber}</span>, {account.accountName}
      {warnings.map((warning) => (
        <p key={warning} className="muted">
          {warningWords[warning]}
        </p>
      ))}
    </div>
  )
}
