import { CancelDialog } from './CancelDialog.tsx'
import { MeetingDrawer } from './MeetingDrawer.tsx'
import { NoticeDrawer } from './NoticeDrawer.tsx'
import type { Meeting } from './api.ts'

/** What an officer does with a meeting that is planned, by the name in the page's address. */
export function MeetingDialogs({ doing, meeting, onClose }: { doing: string; meeting: Meeting; onClose: () => void }) {
  if (doing === 'edit') return <MeetingDrawer meeting={meeting} onClose={onClose} onSaved={onClose} />
  if (doing === 'notice') return <NoticeDrawer meeting={meeting} onClose={onClose} />
  return doing === 'cancel' && <CancelDialog meeting={meeting} onClose={onClose} />
}
