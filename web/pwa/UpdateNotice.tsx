import { useState, useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { update } from './worker.ts'

/** Says that a new version is ready; the person decides when to start it. */
export function UpdateNotice() {
  const isReady = useSyncExternalStore(update.subscribe, update.isReady)
  const [later, setLater] = useState(false)
  if (!isReady || later) return null
  return (
    <div className="floating-banner">
      <Banner
        tone="info"
        title="A new version is ready"
        actions={
          <>
            <Button size="small" onClick={update.take}>
              Update
            </Button>
            <Button size="small" look="quiet" onClick={() => setLater(true)}>
              Later
            </Button>
          </>
        }
      >
        Ajose starts again with it. Save what you are writing first.
      </Banner>
    </div>
  )
}
