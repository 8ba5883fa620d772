import { useEffect } from 'react'
import { InstallPrompt } from '#web/pwa/InstallPrompt.tsx'
import { UpdateNotice } from '#web/pwa/UpdateNotice.tsx'
import { registerWorker } from '#web/pwa/worker.ts'
import { Toaster } from '#web/ui/Toaster.tsx'
import { Unexpected } from './Unexpected.tsx'

/** What may appear over any page, and the worker that keeps the app on the device; loaded after the page itself. */
export function Notices() {
  useEffect(registerWorker, [])
  return (
    <>
      <Toaster />
      <Unexpected />
      <UpdateNotice />
      <InstallPrompt />
    </>
  )
}
