import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Maximize, Minimize, RefreshCw } from 'lucide'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/Button.tsx'
import * as strings from './strings.ts'

/** What only wide windows have in the header: the full screen, and asking for everything again. */
export function WideTools() {
  const queries = useQueryClient()
  const fetching = useIsFetching() > 0
  return (
    <>
      <FullScreenToggle />
      <IconButton
        className={`header__wide${fetching ? ' header__turning' : ''}`}
        icon={RefreshCw}
        label={strings.refreshApp}
        onClick={() => void queries.invalidateQueries()}
      />
    </>
  )
}

function FullScreenToggle() {
  const [full, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      className="header__wide"
      icon={full ? Minimize : Maximize}
      label={full ? strings.leaveFullScreen : strings.fullScreen}
      onClick={() => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    />
  )
}
