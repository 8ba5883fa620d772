import { InstallPrompt } from '#ui/pwa/InstallPrompt.tsx'
import { UpdateNotice } from '#ui/pwa/UpdateNotice.tsx'
import { Toaster } from '#ui/Toaster.tsx'
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
