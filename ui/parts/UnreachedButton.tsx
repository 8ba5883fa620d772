import { getUnreached } from '#features/members/register/messages.ts'
import { Printer } from 'lucide'
import type { AnnouncementId } from '#core/ids.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Button } from '#ui/Button.tsx'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'

/** Whom a message did not reach, as a list to print; nothing where it reached everybody. */
export function UnreachedButton({ id, unreached }: { id: AnnouncementId; unreached: number | null }) {
  if (!unreached) return null
  const print = () =>
    saveDownload(getUnreached, { id, format: 'pdf' }, 'not-reached.pdf').catch((error: unknown) =>
      toast.error(sentence(error)),
    )
  return (
    <Button look="quiet" size="small" icon={Printer} needs="notification.review" onClick={print}>
      Print who isn’t reached
    </Button>
  )
}
