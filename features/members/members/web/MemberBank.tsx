import { useQuery } from '@tanstack/react-query'
import { getBankDetails } from '#features/members/bank-details/contract.ts'
import { Suspense, lazy, useState } from 'react'
import type { MemberId } from '#core/ids.ts'
import { isNamedFor } from '#features/payments/batches/rules/account-warnings.ts'
import { query } from '#ui/api/query.ts'
import { enquiryText } from '#ui/parts/enquiry-text.ts'
import { theBankHasAnotherName } from '#ui/parts/strings.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'

const MemberBankDrawer = lazy(async () => ({ default: (await import('./MemberBankDrawer.tsx')).MemberBankDrawer }))

/** Where this member is paid, for officers who pay out or edit members. */
export function MemberBank({ memberId, name }: { memberId: MemberId; name: string }) {
  const { data, error, refetch } = useQuery({
    ...query(getBankDetails, { memberId }),
    enabled: may('member.bank_details'),
  })
  const [editing, setEditing] = useState(false)
  if (!may('member.bank_details')) return null
  if (error) return <LoadProblem title="Failed to load the bank details" error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonLines lines={3} />
  return (
    <section>
      <h2>Bank details</h2>
      {data ? (
        <Facts
          items={[
            { label: 'Bank', value: data.bankName },
            { label: 'Account number', value: <span className="number">{data.accountNumber}</span> },
            {
              label: 'Check',
              value: !data.fitsBank && `Not an account number of ${data.bankName}: a digit may be wrong`,
            },
            { label: 'Account name', value: data.accountName },
            {
              label: 'Name enquiry',
              value: data.enquiry && (
                <>
                  {data.enquiry.name !== null && !isNamedFor(data.enquiry.name, name) && (
                    <Tag tone="warning">{theBankHasAnotherName}</Tag>
                  )}{' '}
                  {enquiryText(data.enquiry)}, <DateText on={data.enquiry.askedAt} />
                </>
              ),
            },
            {
              label: 'Changed',
              value: (
                <>
                  <DateText on={data.changedAt} /> by {data.changedBy}
                </>
              ),
            },
          ]}
        />
      ) : (
        <p className="muted">Not given yet.</p>
      )}
      <div className="row">
        <Button needs="member.update" onClick={() => setEditing(true)}>
          {data ? 'Change bank details' : 'Add bank details'}
        </Button>
      </div>
      <Suspense>
        {editing && <MemberBankDrawer memberId={memberId} name={name} known={data} onClose={() => setEditing(false)} />}
      </Suspense>
    </section>
  )
}
