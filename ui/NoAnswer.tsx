import { type ReactNode, createContext } from 'react'
import { useIsOnline } from '#ui/pwa/network.ts'
import { Banner } from './Banner.tsx'
import * as strings from './strings.ts'

/** Whether the form around has said already that there was no answer. */
export const FormHasSaid = createContext(false)

/** That something was sent and no one knows whether it was recorded, and what to do. `children` is the way to send it again. */
export function NoAnswer({ children }: { children?: ReactNode }) {
  const isOnline = useIsOnline()
  return (
    <Banner
      tone="warning"
      title={isOnline ? strings.noAnswerFromTheServer : strings.noNetwork}
      {...(children ? { actions: children } : {})}
    >
      {isOnline ? strings.itMayOrMayNot : strings.whatYouTypedStaysHere}
    </Banner>
  )
}
