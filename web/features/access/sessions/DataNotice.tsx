import { useEffect } from 'react'
import { notice, noticeVersion } from '#domain/privacy-notice.ts'
import { Fold } from '#web/ui/Fold.tsx'

/** What a new member agrees to with their first password; `onShown` is told which version is there. */
export function DataNotice({ onShown }: { onShown: (version: string) => void }) {
  useEffect(() => onShown(noticeVersion), [onShown])
  return (
    <>
      <Fold title="How your data is used">
        {notice.map(({ title, text }) => (
          <p key={title}>
            <strong>{title}.</strong> {text}
          </p>
        ))}
      </Fold>
      <p className="muted">By activating you agree to how your data is used.</p>
    </>
  )
}
