import { useIsOnline } from '#web/pwa/network.ts'
import { Banner } from './Banner.tsx'

/** Above a form whose action had no answer: whether it was done is open, and what was typed stays. `done` is its participle, such as "sent". */
export function NoAnswer({ done }: { done: string }) {
  const isOnline = useIsOnline()
  return (
    // The fields are closed meanwhile, and without one stop in it a drawer could not be scrolled by keyboard.
    <div tabIndex={0} role="group" aria-label="What became of it">
      {isOnline ? (
        <Banner tone="warning" title="No answer from the server">
          It may or may not have been {done}. Press the button again as it is: it is never {done} twice.
        </Banner>
      ) : (
        <Banner tone="warning" title="No network">
          What you typed stays here. Press the button again when the network is back: it is never {done} twice.
        </Banner>
      )}
    </div>
  )
}
