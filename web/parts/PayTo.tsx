import { useQuery } from '@tanstack/react-query'
import { getBankDetails } from '#contract/members/bank-details.ts'
import type { MemberId } from '#domain/ids.ts'
import { query } from '#web/api/query.ts'
import { may } from '#web/session/may.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** The member's bank account, read where money is paid to it, so that it is not typed. Shows nothing without the permission to read it. */
export function PayTo({ memberId }: { memberId: MemberId }) {
  const { data } = useQuery({ ...query(getBankDetails, { memberId }), enabled: may('member.bank_details') })
  if (data === undefined) return null
  if (data === null) return <p className="muted">The register has no bank details of this member.</p>
  return (
    <>
      <p>
        Bank account: <strong>{data.bankName}</strong> <strong className="number">{data.accountNumber}</strong>,{' '}
        {data.accountName}
      </p>
      {!data.fitsBank && (
        <Banner tone="warning" title="Check the account number">
          {data.accountNumber} does not look like an account number of {data.bankName}. Ask the member before you pay.
        </Banner>
      )}
    </>
  )
}
