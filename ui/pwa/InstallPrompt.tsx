import { Share, SquarePlus } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { installation, isApple, isInstalled } from './installation.ts'
import * as strings from './strings.ts'

const fromVisit = 2

/** Offers the installed app from the second visit on, once the page is in use, until it is installed or declined on this device. */
export function InstallPrompt() {
  const canAsk = useSyncExternalStore(installation.subscribe, installation.canAsk)
  const [declined, setDeclined] = useState(() => localStorage.getItem('install') === 'declined')
  const [visits] = useState(countVisit)
  const inUse = useFirstUse()
  const byHand = isApple()
  if (!inUse || declined || isInstalled() || visits < fromVisit || !(canAsk || byHand)) return null
  const decline = () => {
    localStorage.setItem('install', 'declined')
    setDeclined(true)
  }
  return (
    <div className="floating-banner">
      <Banner
        tone="info"
        title={strings.installAjoseOnThisPhone}
        actions={
          <>
            {!byHand && (
              <Button size="small" onClick={() => void installation.ask()}>
                {strings.install}
              </Button>
            )}
            <Button size="small" look="quiet" onClick={decline}>
              {strings.notNow}
            </Button>
          </>
        }
      >
        {byHand ? <AppleSteps /> : strings.itOpensFromYourHome}
      </Banner>
    </div>
  )
}

/** How it is done on an iPhone or iPad, which let no page ask. */
function AppleSteps() {
  return (
    <>
      {strings.press} <Icon of={Share} size={18} /> {strings.shareAtTheBottomOf} <Icon of={SquarePlus} size={18} />{' '}
      {strings.addToHomeScreen}
    </>
  )
}

/** Whether anything was pressed or typed here: who has only just come wants to see what they came for. */
function useFirstUse(): boolean {
  const [inUse, setInUse] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    for (const use of ['pointerup', 'keyup'])
      window.addEventListener(use, () => setInUse(true), { once: true, signal: stop.signal })
    // Asked after listening has begun: what was done before this part came counts as well, where the browser remembers it.
    if ((navigator as { userActivation?: { hasBeenActive: boolean } }).userActivation?.hasBeenActive) setInUse(true)
    return () => stop.abort()
  }, [])
  return inUse
}

/** Counted once for each tab, however often its pages load. */
function countVisit(): number {
  const before = Number(localStorage.getItem('visits') ?? 0)
  if (sessionStorage.getItem('visited')) return before
  sessionStorage.setItem('visited', '1')
  localStorage.setItem('visits', String(before + 1))
  return before + 1
}
