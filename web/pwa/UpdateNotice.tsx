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
        title="Update ready"
        actions={
          <>
            <Button size="small" onClick={update.take}>
              Update now
            </Button>
            <Button size="small" look="quiet" onClick={() => setLater(true)}>
              Later
            </Button>
          </>
        }
      >
        A new version of Ajose is here. Save what you are writing first.
      </Banner>
    </div>
  )
}
