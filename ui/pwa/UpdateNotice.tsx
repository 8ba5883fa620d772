import { useState, useSyncExternalStore } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { update } from './worker.ts'
import * as strings from './strings.ts'

/** Says that a new version is ready; the person decides when to start it. */
export function UpdateNotice() {
  const isReady = useSyncExternalStore(update.subscribe, update.isReady)
  const [later, setLater] = useState(false)
  if (!isReady || later) return null
  return (
    <div className="floating-banner">
      <Banner
        tone="info"
        title={strings.aNewVersionIsReady}
        actions={
          <>
            <Button size="small" onClick={update.take}>
              {strings.update}
            </Button>
            <Button size="small" look="quiet" onClick={() => setLater(true)}>
              {strings.later}
            </Button>
          </>
        }
      >
        {strings.ajoseStartsAgainWithIt}
      </Banner>
    </div>
  )
}
