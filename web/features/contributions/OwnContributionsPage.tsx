import { Page } from '#web/ui/Page.tsx'

export function OwnContributionsPage() {
  return (
    <Page title="Contributions">
      <></>
    </Page>
  )
}
