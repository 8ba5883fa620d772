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
import { fill } from '#domain/fill.ts'
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
