import { Banner } from '#ui/Banner.tsx'
import * as strings from './strings.ts'

/** Before a login is linked to somebody made up. */
export function SandboxWarning() {
  return (
    <Banner tone="warning" title={strings.forTryingItOutOnly}>
      {strings.anybodyHereCanSignIn}
    </Banner>
  )
}
