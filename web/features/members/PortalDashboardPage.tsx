import { Page } from '#web/ui/Page.tsx'

export function PortalDashboardPage() {
  return (
    <Page title="Dashboard">
      <></>
    </Page>
  )
}
