import { Page } from '#web/ui/Page.tsx'

export function OwnTransactionsPage() {
  return (
    <Page title="Transactions">
      <></>
    </Page>
  )
}
