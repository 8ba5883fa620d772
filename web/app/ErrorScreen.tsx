import { RefreshCw, TriangleAlert, WifiOff } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { useIsOnline } from '#web/pwa/network.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Icon, type IconPicture } from '#web/ui/Icon.tsx'
import './ErrorScreen.css'

function Screen({ icon, title, children, actions }: { icon: IconPicture; title: string; children: ReactNode; actions: ReactNode }) {
  return (
    // No landmark of its own: it may stand where a page would, in the frame's.
    <div className="error-screen" role="alert">
      <span className="error-screen__picture">
        <Icon of={icon} size={32} />
      </span>
      <h1>{title}</h1>
      <p>{children}</p>
      <div className="row error-screen__actions">{actions}</div>
    </div>
  )
}

/** Something of ours broke, or the page's files were never loaded on this device and there is no network now. */
export function ErrorScreen() {
  const isOnline = useIsOnline()
  const [isOutOfReach] = useState(!isOnline)
  useEffect(() => {
    if (isOutOfReach && isOnline) location.reload()
  }, [isOutOfReach, isOnline])
  if (isOutOfReach) {
    return (
      <Screen icon={WifiOff} title="No network" actions={<Button onClick={() => history.back()}>Back</Button>}>
        This page was not opened on this device before. It comes when the network is back.
      </Screen>
    )
  }
  return (
    <Screen
      icon={TriangleAlert}
      title="Oops! Something went wrong"
      actions={
        <>
          <a className={buttonClass('secondary')} href="/">
            Go to Home
          </a>
          <Button look="primary" icon={RefreshCw} onClick={() => location.reload()}>
            Refresh Page
          </Button>
        </>
      }
    >
      This page could not be shown. What you had saved is safe. Refresh the page, and if it happens again, tell us what you were doing.
    </Screen>
  )
}

/** The account's status could not be asked for, three times. */
export function ConnectionScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen
      icon={WifiOff}
      title="Connection Issue"
      actions={
        <>
          <a className={buttonClass('secondary')} href="/login">
            Back to Login
          </a>
          <Button look="primary" icon={RefreshCw} onClick={onRetry}>
            Try Again
          </Button>
        </>
      }
    >
      We could not check your account because the server did not answer. Check your network and try again.
    </Screen>
  )
}
