import { createContext } from 'react'

/** In a dialog: whether what it is for waits for a second officer, and how what shows that says so. */
export const Sent = createContext<{ isSent: boolean; setSent: (isSent: boolean) => void } | undefined>(undefined)
