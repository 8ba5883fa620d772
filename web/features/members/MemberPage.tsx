import { Page } from '#web/ui/Page.tsx'

export function MemberPage() {
  return (
    <Page title="Member">
      <></>
    </Page>
  )
}
