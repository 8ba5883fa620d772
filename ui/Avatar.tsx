import { useState } from 'react'
import './Avatar.css'
import { initials } from './format.ts'

/** A round picture; the first of `sources` that loads, else up to two initials. */
export function Avatar({
  name,
  sources = [],
  size = 36,
  square = false,
}: {
  name: string
  sources?: (string | null | undefined)[]
  size?: number
  square?: boolean
}) {
  const [failed, setFailed] = useState<string[]>([])
  const source = sources.find((one) => one && !failed.includes(one))
  return (
    <span
      className={`avatar${square ? ' avatar--square' : ''}`}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
      data-initials={source ? undefined : initials(name)}
    >
      {source && <img src={source} alt="" width={size} height={size} onError={() => setFailed([...failed, source])} />}
    </span>
  )
}
