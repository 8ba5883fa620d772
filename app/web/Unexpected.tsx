import { useEffect, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import * as strings from './strings.ts'

/** Says so when something of ours broke where no page could show it, before the app listened too (app/web/public/start.js); calls that failed speak for themselves. */
export function Unexpected() {
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const onRejection = ({ reason }: Pick<PromiseRejectionEvent, 'reason'>) => {
      if (!/api|fetch/i.test(reason instanceof Error ? reason.message : String(reason))) setBroken(true)
    }
    window.addEventListener('unhandledrejection', onRejection)
    const early = window as { earlyRejections?: unknown[] | undefined }
    for (const reason of early.earlyRejections ?? []) onRejection({ reason })
    early.earlyRejections = undefined
    return () => window.removeEventListener('unhandledrejection', onRejection)
  }, [])
  if (!broken) return null
  return (
    <div className="floating-banner">
      <Banner
        tone="danger"
        title={strings.somethingWentWrong}
        actions={
          <Button size="small" onClick={() => location.reload()}>
            {strings.reloadApp}
          </Button>
        }
      >
        {strings.whatYouHadSavedIs}
      </Banner>
    </div>
  )
}
