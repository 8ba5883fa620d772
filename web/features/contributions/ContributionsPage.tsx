import { Page } from '#web/ui/Page.tsx'

export function ContributionsPage() {
  return (
    <Page title="Contributions">
      <></>
    </Page>
  )
}
