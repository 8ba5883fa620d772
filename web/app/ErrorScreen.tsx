import { RefreshCw, TriangleAlert, WifiOff } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Icon, type IconPicture } from '#web/ui/Icon.tsx'
import { isMissingFile, reloadWhenReachable } from './missing-files.ts'
import './ErrorScreen.css'

function Screen({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconPicture
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    // No landmark of its own: it may be where a page would, in the frame's.
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

/** Something of ours broke, or a file that the page needs did not come, which is tried again by itself. */
export function ErrorScreen({ problem }: { problem: unknown }) {
  const [waits, setWaits] = useState(() => isMissingFile(problem) || !navigator.onLine)
  useEffect(() => (waits ? reloadWhenReachable(() => setWaits(false)) : undefined), [waits])
  if (waits) {
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
      This page could not be shown. What you had saved is safe. Refresh the page, and if it happens again, tell us what
      you were doing.
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
