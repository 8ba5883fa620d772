import { InstallPrompt } from '#web/pwa/InstallPrompt.tsx'
import { UpdateNotice } from '#web/pwa/UpdateNotice.tsx'
import { Toaster } from '#web/ui/Toaster.tsx'
import { Unexpected } from './Unexpected.tsx'

/** What may appear over any page; loaded after the page itself. */
export function Notices() {
  return (
    <>
      <Toaster />
      <Unexpected />
      <UpdateNotice />
      <InstallPrompt />
    </>
  )
}
