import { Page } from '#web/ui/Page.tsx'

export function TransactionsPage() {
  return (
    <Page title="Financial Record">
      <></>
    </Page>
  )
}
