import { Page } from '#web/ui/Page.tsx'

export function TrialBalancePage() {
  return (
    <Page title="Trial balance">
      <></>
    </Page>
  )
}
