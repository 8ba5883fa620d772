import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { connection } from './connection.ts'
import * as strings from './strings.ts'

/** Over every page while the server does not answer; it goes by itself after 30 seconds. */
export function ConnectionBanner() {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const queries = useQueryClient()
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(connection.found, 30_000)
    return () => clearTimeout(timer)
  }, [isLost])
  useEffect(() => {
    window.addEventListener('offline', connection.lost)
    window.addEventListener('online', connection.found)
    return () => {
      window.removeEventListener('offline', connection.lost)
      window.removeEventListener('online', connection.found)
    }
  }, [])
  if (!isLost) return null
  return (
    <div className="floating-banner">
      <Banner
        tone="warning"
        title={strings.unableToConnectToThe}
        actions={
          <>
            <Button
              size="small"
              onClick={() => {
                connection.found()
                void queries.refetchQueries({ type: 'active' })
              }}
            >
              {strings.retry}
            </Button>
            <Button size="small" look="quiet" onClick={connection.dismiss}>
              {strings.dismiss}
            </Button>
          </>
        }
      >
        {strings.thisCanBeCausedBy}
      </Banner>
    </div>
  )
}
