import { useSyncExternalStore } from 'react'

function listen(listener: () => void) {
  for (const type of ['online', 'offline']) window.addEventListener(type, listener)
  return () => {
    for (const type of ['online', 'offline']) window.removeEventListener(type, listener)
  }
}

/** Whether this device has a network, as the browser knows it; a network without the internet counts as one. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}
