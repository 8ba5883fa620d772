import { useQuery } from '@tanstack/react-query'
import { getBankDetails } from '#features/members/bank-details/contract.ts'
import type { MemberId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

/** The member's bank account, read where money is paid to it, so that it is not typed. Shows nothing without the permission to read it. */
export function PayTo({ memberId }: { memberId: MemberId }) {
  const { data } = useQuery({ ...query(getBankDetails, { memberId }), enabled: may('member.bank_details') })
  if (data === undefined) return null
  if (data === null) return <p className="muted">{strings.theRegisterHasNoBank}</p>
  return (
    <>
      <p>
        {fillElements(strings.bankAccount, {
          bankName: <strong>{data.bankName}</strong>,
          accountNumber: <strong className="number">{data.accountNumber}</strong>,
        })}{' '}
        {data.accountName}
      </p>
      {!data.fitsBank && (
        <Banner tone="warning" title={strings.checkTheAccountNumber}>
          {fill(strings.doesNotLookLikeAn, { accountNumber: data.accountNumber, bankName: data.bankName })}
        </Banner>
      )}
    </>
  )
}
