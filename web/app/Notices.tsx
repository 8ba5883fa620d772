import { InstallPrompt } from '#web/pwa/InstallPrompt.tsx'
import { UpdateNotice } from '#web/pwa/UpdateNotice.tsx'
import { Unexpected } from './Unexpected.tsx'

/** What may appear over any page; loaded after the page itself. */
export function Notices() {
  return (
    <>
      <Unexpected />
      <UpdateNotice />
      <InstallPrompt />
    </>
  )
}
