import { useQuery } from '@tanstack/react-query'
import { askForTransferAccount, getTransferAccount } from '#features/payments/online-payments/contract.ts'
import { Banner } from '#ui/Banner.tsx'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Facts } from '#ui/Facts.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import * as strings from './strings.ts'

/** The member's own account number, to which they send money from any bank's app. Nothing where the society has none to give. */
export function TransferAccount() {
  const asked = useQuery({
    ...query(getTransferAccount, {}),
    // Every two seconds until the provider has opened it.
    refetchInterval: ({ state: { data } }) => (data?.askedAt && !data.account ? 2000 : false),
  })
  const ask = useAction(askForTransferAccount)
  if (!asked.data?.isOffered) return null
  const { account, askedAt } = asked.data
  return (
    <Card title={strings.yourAccountNumberForTransfers}>
      {account ? (
        <>
          <Facts
            items={[
              { label: strings.bank, value: account.bank },
              {
                label: strings.accountNumber,
                value: (
                  <span className="row">
                    <strong className="number">{account.number}</strong>
                    <CopyButton text={account.number} label={strings.copyNumber} />
                  </span>
                ),
              },
              { label: strings.name, value: account.name },
            ]}
          />
          <p className="muted">{strings.whatYouSendToIt}</p>
        </>
      ) : askedAt ? (
        <Banner title={strings.yourAccountNumberIsBeing}>{strings.thisTakesAMomentIf}</Banner>
      ) : (
        <div className="stack">
          <p>{strings.getABankAccountNumber}</p>
          {ask.error && <RefusedBanner error={ask.error} title={strings.theAccountNumberWasNot} />}
          <div>
            <Button busy={ask.isPending} onClick={() => ask.mutate({})}>
              {strings.getAnAccountNumber}
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}
