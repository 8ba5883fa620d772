import { useEffect } from 'react'
import { isInstalledOnPhone } from '#web/pwa/installation.ts'
import { useIsOnline } from '#web/pwa/network.ts'
import { Link } from '#web/router/Link.tsx'
import { homePath } from '#web/session/home-path.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

/** The first screen of the installed app. In a browser, and on wide screens, the public page is shown instead. */
export function InstalledHome() {
  usePageTitle('Welcome')
  const user = useSession()
  const isOnline = useIsOnline()
  // Without a network there is no public page to lead to.
  const leadsAway = !isInstalledOnPhone() && isOnline
  useEffect(() => {
    if (leadsAway) location.replace('/')
  }, [leadsAway])
  if (leadsAway) return <LoadingScreen />
  return (
    <EntryFrame
      title="Welcome to Ajose"
      description="Your cooperative's savings, shares, loans and books in one place."
    >
      <div className="stack">
        {!isOnline && (
          <Banner tone="info" title="No network">
            {user
              ? 'You can read what you had last. New figures come when the network is back.'
              : 'Connect to the internet to log in.'}
          </Banner>
        )}
        {user && (
          <Link to={homePath({ role: user.role, status: user.cooperativeStatus })} className={buttonClass('primary')}>
            Continue as {user.name}
          </Link>
        )}
        <Link to="/login" className={buttonClass(user ? 'secondary' : 'primary')}>
          Login to Continue
        </Link>
        <Link to="/member-login" className={buttonClass('secondary')}>
          Member Login
        </Link>
      </div>
    </EntryFrame>
  )
}
