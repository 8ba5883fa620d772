import { getUnreached } from '#features/members/register/messages.ts'
import { Printer } from 'lucide'
import type { AnnouncementId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'
import { saveDownload } from '#web/ui/save-download.ts'
import { toast } from '#web/ui/toast.ts'

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
