import { useQuery } from '@tanstack/react-query'
import { listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'
import { query } from '#ui/api/query.ts'
import { Banner } from '#ui/Banner.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import * as strings from './strings.ts'

/** Where the society takes transfers, above the form that reports one; nothing where no account is shown to members. */
export function PayByTransfer() {
  const { data } = useQuery(query(listBankAccountDetails, {}))
  const accounts = data?.flatMap(({ details }) => details ?? []) ?? []
  if (accounts.length === 0) return null
  return (
    <Banner title={strings.payByTransferTo}>
      {accounts.map(({ bank, accountNumber, accountName }) => (
        <p key={accountNumber} className="row">
          <span>
            {bank}, <strong className="number">{accountNumber}</strong>, {accountName}
          </span>
          <CopyButton text={accountNumber} label={strings.copyNumber} />
        </p>
      ))}
      <p>{strings.writeYourNameAndMembership}</p>
    </Banner>
  )
}
