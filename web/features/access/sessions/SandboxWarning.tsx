import { Banner } from '#web/ui/Banner.tsx'

/** Before a login is linked to somebody made up. */
export function SandboxWarning() {
  return (
    <Banner tone="warning" title="For trying it out only">
      Anybody here can sign in as this made-up person, and would then open your login too.
    </Banner>
  )
}
