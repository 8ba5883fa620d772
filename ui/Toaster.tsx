import { CircleAlert, CircleCheck, Info } from 'lucide'
import { resolveValue, useToaster } from 'react-hot-toast/headless'
import { Icon } from './Icon.tsx'
import './Toaster.css'

/** Top right on laptops, at the bottom on phones. Success stays 2 s, others 4 s, at most 20 are kept. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: 4000, success: { duration: 2000 } })
  return (
    <div className="toaster" onPointerEnter={handlers.startPause} onPointerLeave={handlers.endPause}>
      {toasts.map((one) => (
        <div
          key={one.id}
          className={`toast toast--${one.type}${one.visible ? '' : ' toast--leaving'}`}
          {...one.ariaProps}
        >
          <Icon of={one.type === 'success' ? CircleCheck : one.type === 'error' ? CircleAlert : Info} />
          <div>{resolveValue(one.message, one)}</div>
        </div>
      ))}
    </div>
  )
}
