import type { AccountWarning } from '#features/payments/batches/rules/payment-batch.ts'
import { Tag } from '#ui/Tag.tsx'
import { DateText } from '#ui/DateText.tsx'
import { enquiryText } from '#ui/parts/enquiry-text.ts'
import { type Item, warningWords } from './api.ts'

/** Where a payment goes, with what to look at before it does. */
export function PayeeAccount({
  account,
  warnings,
  enquiry,
}: {
  account: { bankName: string; accountNumber: string; accountName: string } | null
  warnings: readonly AccountWarning[]
  /** What the bank said, where it was asked. */
  enquiry?: Item['enquiry']
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
      {enquiry && (
        <p className="muted">
          {enquiryText(enquiry)}, <DateText on={enquiry.askedAt} />
        </p>
      )}
    </div>
  )
}
