import { useQuery } from '@tanstack/react-query'
import { askForTransferAccount, getTransferAccount } from '#contract/society/online-payments.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'

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
    <Card title="Your account number for transfers">
      {account ? (
        <>
          <Facts
            items={[
              { label: 'Bank', value: account.bank },
              {
                label: 'Account number',
                value: (
                  <span className="row">
                    <strong className="number">{account.number}</strong>
                    <CopyButton text={account.number} label="Copy number" />
                  </span>
                ),
              },
              { label: 'Name', value: account.name },
            ]}
          />
          <p className="muted">
            What you send to it from any bank is posted to your savings as a contribution for that month, with a
            receipt.
          </p>
        </>
      ) : askedAt ? (
        <Banner title="Your account number is being opened">
          This takes a moment. If it is not here tomorrow, ask your officers, and pay by another way meanwhile.
        </Banner>
      ) : (
        <div className="stack">
          <p>Get a bank account number of your own. What you send to it is posted to your savings by itself.</p>
          {ask.error && <RefusedBanner error={ask.error} title="The account number was not asked for" />}
          <div>
            <Button busy={ask.isPending} onClick={() => ask.mutate({})}>
              Get an account number
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}
