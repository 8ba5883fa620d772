import { useEffect } from 'react'
import { notice, noticeVersion } from '#core/privacy-notice.ts'
import { Fold } from '#ui/Fold.tsx'
import * as strings from './strings.ts'

/** What a new member agrees to with their first password; `onShown` is told which version is there. */
export function DataNotice({ onShown }: { onShown: (version: string) => void }) {
  useEffect(() => onShown(noticeVersion), [onShown])
  return (
    <>
      <Fold title={strings.howYourDataIsUsed}>
        {notice.map(({ title, text }) => (
          <p key={title}>
            <strong>{title}.</strong> {text}
          </p>
        ))}
      </Fold>
      <p className="muted">{strings.byActivatingYouAgreeTo}</p>
    </>
  )
}
