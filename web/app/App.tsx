import { RouterProvider } from '@tanstack/react-router'
import { Toaster } from '#web/ui/Toaster.tsx'
import { router } from './router.tsx'

export function App() {
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  )
}
