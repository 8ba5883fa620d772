import { Page } from '#web/ui/Page.tsx'

export function ContributionImportPage() {
  return (
    <Page title="Import contributions">
      <></>
    </Page>
  )
}
