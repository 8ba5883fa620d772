import { Page } from '#web/ui/Page.tsx'

export function MembersPage() {
  return (
    <Page title="Member Management">
      <></>
    </Page>
  )
}
