import { RefreshCw, TriangleAlert, WifiOff } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { buttonClass, Button } from '#ui/Button.tsx'
import { Icon, type IconPicture } from '#ui/Icon.tsx'
import { isMissingFile, reloadWhenReachable } from './missing-files.ts'
import './ErrorScreen.css'
import * as strings from './strings.ts'

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
      <Screen
        icon={WifiOff}
        title={strings.noNetwork}
        actions={<Button onClick={() => history.back()}>{strings.back}</Button>}
      >
        {strings.thisPageWasNotOpened}
      </Screen>
    )
  }
  return (
    <Screen
      icon={TriangleAlert}
      title={strings.oopsSomethingWentWrong}
      actions={
        <>
          <a className={buttonClass('secondary')} href="/">
            {strings.goToHome}
          </a>
          <Button look="primary" icon={RefreshCw} onClick={() => location.reload()}>
            {strings.refreshPage}
          </Button>
        </>
      }
    >
      {strings.thisPageCouldNotBe}
    </Screen>
  )
}

/** The account's status could not be asked for, three times. */
export function ConnectionScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen
      icon={WifiOff}
      title={strings.connectionIssue}
      actions={
        <>
          <a className={buttonClass('secondary')} href="/login">
            {strings.backToLogin}
          </a>
          <Button look="primary" icon={RefreshCw} onClick={onRetry}>
            {strings.tryAgain}
          </Button>
        </>
      }
    >
      {strings.weCouldNotCheckYour}
    </Screen>
  )
}
