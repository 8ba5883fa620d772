import { Page } from '#web/ui/Page.tsx'

export function ImportPage() {
  return (
    <Page title="Import members">
      <></>
    </Page>
  )
}
