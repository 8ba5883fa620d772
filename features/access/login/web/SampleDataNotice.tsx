import { useEffect, useState } from 'react'
import { getHealth } from '#features/platform-admin/overview/health.ts'
import { call } from '#ui/api/call.ts'
import { Banner } from '#ui/Banner.tsx'
import * as strings from './strings.ts'

/** Below a login, where the server says that it is a trial: it comes after the form, which must not move. */
export function SampleDataNotice() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const asked = new AbortController()
    // Without the answer the page is as it would be without sample data.
    call(getHealth, {}, { signal: asked.signal }).then(
      ({ sampleData }) => setShown(sampleData),
      () => undefined,
    )
    return () => asked.abort()
  }, [])
  if (!isShown) return null
  return (
    <Banner tone="warning" title={strings.thisIsATrialWith}>
      {strings.itsLoginsArePublishedSo}
    </Banner>
  )
}
