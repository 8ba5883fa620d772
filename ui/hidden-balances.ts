import { useState } from 'react'

const key = 'hide_balances'

/** Whether amounts are hidden on this device from the neighbour on the bus. */
export function useHiddenBalances(): [boolean, (hidden: boolean) => void] {
  const [hidden, setHidden] = useState(() => localStorage.getItem(key) === '1')
  return [
    hidden,
    (next) => {
      localStorage.setItem(key, next ? '1' : '0')
      setHidden(next)
    },
  ]
}
