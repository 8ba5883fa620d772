import { LogOut } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from '#web/router/Link.tsx'
import { usePlace } from '#web/router/place.ts'
import { SendTo } from '#web/router/SendTo.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import { leave } from './leave.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import './PlatformArea.css'
import { SignedIn } from './SignedIn.tsx'

/** The super administrator's side. */
export function PlatformArea({ children }: { children: ReactNode }) {
  const user = useSession()
  const { path } = usePlace()
  // Between logging out and the next page nobody is signed in.
  if (user?.role !== 'superadmin') return <LoadingScreen />
  // Until their own password and the second factor are there, the server refuses what any other page asks.
  const isClosed = user.passwordMissing || user.secondFactorMissing
  if (isClosed && path !== '/superadmin/security') return <SendTo to="/superadmin/security" />
  return (
    <SignedIn>
      <header className="platform__top">
        <Logo />
        <nav className="platform__pages" aria-label="Platform">
          <Link to="/superadmin/dashboard">Dashboard</Link>
          <Link to="/superadmin/messages">Messages</Link>
          <Link to="/superadmin/audit">Audit trail</Link>
          <Link to="/superadmin/health">Health</Link>
          <Link to="/superadmin/security">Security</Link>
        </nav>
        <div className="platform__tools">
          <span className="platform__who">{user.name}</span>
          <ThemeToggle />
          {!isClosed && <NotificationBell />}
          <Button icon={LogOut} onClick={leave}>
            <span className="platform__word">Logout</span>
          </Button>
        </div>
      </header>
      <main>{children}</main>
    </SignedIn>
  )
}
