import { Page } from '#web/ui/Page.tsx'

export function DashboardPage() {
  return (
    <Page title="Dashboard">
      <></>
    </Page>
  )
}
