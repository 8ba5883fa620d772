import { useEffect } from 'react'
import { isInstalledOnPhone } from '#ui/pwa/installation.ts'
import { useIsOnline } from '#ui/pwa/network.ts'
import { Link } from '#ui/router/Link.tsx'
import { homePath } from '#ui/session/home-path.ts'
import { useSession } from '#ui/session/session.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Banner } from '#ui/Banner.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The first screen of the installed app. In a browser, and on wide screens, the public page is shown instead. */
export function InstalledHome() {
  usePageTitle(strings.welcome)
  const user = useSession()
  const isOnline = useIsOnline()
  // Without a network there is no public page to lead to.
  const leadsAway = !isInstalledOnPhone() && isOnline
  useEffect(() => {
    if (leadsAway) location.replace('/')
  }, [leadsAway])
  if (leadsAway) return <LoadingScreen />
  return (
    <EntryFrame title={strings.welcomeToAjose} description={strings.yourCooperativesSavingsSharesLoans}>
      <div className="stack">
        {!isOnline && (
          <Banner tone="info" title={strings.noNetwork}>
            {user ? strings.youCanReadWhatYou : strings.connectToTheInternetTo}
          </Banner>
        )}
        {user && (
          <Link to={homePath({ role: user.role, status: user.cooperativeStatus })} className={buttonClass('primary')}>
            {fill(strings.continueAs, { name: user.name })}
          </Link>
        )}
        <Link to="/login" className={buttonClass(user ? 'secondary' : 'primary')}>
          {strings.loginToContinue}
        </Link>
        <Link to="/member-login" className={buttonClass('secondary')}>
          {strings.memberLogin}
        </Link>
      </div>
    </EntryFrame>
  )
}
